import * as familyEndpoints from '../../../../contract/endpoints/family/family.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call, type CallOptions } from '../../core/api/call.ts'
import { shownChild } from '../../core/family/shown-child.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { childIdKey, changeRecentApps, nextChildNotice } from '../../core/storage/signed-in-keys.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { deleteDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'

export interface Family {
  readonly parentId: string
  readonly chirdenList: readonly familyEndpoints.Child[]
  readonly currentChirden: Pick<familyEndpoints.Child, 'id' | 'realName' | 'englishName'> | null
}

/** A parent's family; none of other users. It stays as it is until the page is loaded again. */
export const familyQuery = (parent: Pick<SessionUser, 'userId' | 'userType'>) =>
  queryOptions({
    queryKey: [familyEndpoints.children.name, parent.userId],
    queryFn: parent.userType === 3 ? ({ signal }) => readFamily(parent, { signal }) : skipToken,
    staleTime: Infinity,
  })

/** Loads a parent's children and the current one, which this device remembers unless it knows another of them. */
export async function readFamily({ userId }: Pick<SessionUser, 'userId'>, options: CallOptions = {}): Promise<Family> {
  const [chirdenList, currentChirden] = await Promise.all([
    call(familyEndpoints.children, { parentId: userId }, options),
    call(familyEndpoints.currentChild, { parentId: userId }, options),
  ])
  if (currentChirden && !chirdenList.some(({ id }) => id === childIdKey.get())) childIdKey.set(currentChirden.id)
  return { parentId: userId, chirdenList, currentChirden }
}

/** The child that this device showed last, if it is no longer current: then the parent is asked which one to see. */
export function childBefore({ chirdenList, currentChirden }: Family): familyEndpoints.Child | null {
  const saved = childIdKey.get()
  if (chirdenList.length < 2 || saved === null || saved === currentChirden?.id) return null
  return chirdenList.find(({ id }) => id === saved) ?? null
}

/** Rejects when the server refuses or cannot be reached. */
export async function setCurrentChild({ parentId }: Family, child: familyEndpoints.Child): Promise<void> {
  const { id, realName, gradeName, className } = child
  // The specification has the parent in the address.
  const row = {
    ...familyEndpoints.setCurrentChild,
    path: `${familyEndpoints.setCurrentChild.path}?parentId={parentId}`,
  }
  await call(row, { parentId, id, realName, gradeName, className })
}

/** The name of a child's grade in a language; Chinese where there is no other. */
export function gradeIn({ gradeName, gradeEnglishName }: familyEndpoints.Child, language: Language): string {
  return (language === 'en' && gradeEnglishName) || gradeName
}

/** The same for the class. */
export function classIn({ className, classEnglishName }: familyEndpoints.Child, language: Language): string {
  return (language === 'en' && classEnglishName) || className
}

/** The class with its grade, as other places name it: in Chinese without a space. */
export function fullClassIn(child: familyEndpoints.Child, language: Language): string {
  return `${gradeIn(child, language)}${language === 'en' ? ' ' : ''}${classIn(child, language)}`
}

/**
 * Switches this device to another child of a parent: recent applications of the one before are put aside until that child returns, and the desktop
 * snapshot is deleted. Never rejects.
 */
export async function showChild(parentId: string, childId: string): Promise<void> {
  if (childIdKey.get() === childId) return
  nextChildNotice.set(childId)
  keepChild(parentId, childId)
  await deleteDesktopSnapshot(parentId)
}

function keepChild(parentId: string, childId: string): void {
  const before = childIdKey.get()
  if (before !== null && before !== childId) changeRecentApps(parentId, before, childId)
  childIdKey.set(childId)
}

/**
 * Makes a child the current one without loading the page again, so that uploads go on: the header and what is opened from now on show it. Rejects when the server
 * refuses or cannot be reached.
 */
export async function enterChild(family: Family, child: familyEndpoints.Child): Promise<void> {
  const { parentId } = family
  await setCurrentChild(family, child)
  keepChild(parentId, child.id)
  const { id, realName, englishName } = child
  queryClient.setQueryData<Family>(familyQuery({ userId: parentId, userType: 3 }).queryKey, {
    ...family,
    currentChirden: { id, realName, ...(englishName !== undefined && { englishName }) },
  })
  shownChild.set(id)
  await deleteDesktopSnapshot(parentId)
}
