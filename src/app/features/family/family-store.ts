import * as calls from '../../../../contract/endpoints/family.ts'
import { proxy, ref } from 'valtio/vanilla'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../core/api/call.ts'
import { childIdKey, changeRecentApps } from '../../core/storage/local-keys.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { deleteDesktopSnapshot } from '../../core/storage/desktop-snapshot.ts'

export interface Family {
  readonly parentId: string
  readonly chirdenList: readonly calls.Child[]
  readonly currentChirden: Pick<calls.Child, 'id' | 'realName'> | null
}

/** Null until it is known, and for users who are not parents. */
export const family = proxy<{ of: Family | null }>({ of: null })

/** Loads a parent's children and the current one. A failure keeps what is known. Never rejects. */
export async function loadFamily({ userId, userType }: Pick<SessionUser, 'userId' | 'userType'>): Promise<void> {
  if (userType !== 3) return
  try {
    const [chirdenList, currentChirden] = await Promise.all([
      call(calls.children, { parentId: userId }),
      call(calls.currentChild, { parentId: userId }),
    ])
    if (currentChirden && !chirdenList.some(({ id }) => id === childIdKey.get())) childIdKey.set(currentChirden.id)
    family.of = ref({ parentId: userId, chirdenList, currentChirden })
  } catch {
    // Loaded again when the server is back.
  }
}

/** The child that this device showed last, if it is no longer current: then the parent is asked which one to see. */
export function childBefore({ chirdenList, currentChirden }: Family): calls.Child | null {
  const saved = childIdKey.get()
  if (chirdenList.length < 2 || saved === null || saved === currentChirden?.id) return null
  return chirdenList.find(({ id }) => id === saved) ?? null
}

/** Rejects when the server refuses or cannot be reached. */
export async function setCurrentChild({ parentId }: Family, child: calls.Child): Promise<void> {
  const { id, realName, gradeName, className } = child
  // The specification has the parent in the address.
  const row = { ...calls.setCurrentChild, path: `${calls.setCurrentChild.path}?parentId={parentId}` }
  await call(row, { parentId, id, realName, gradeName, className })
}

/** The name of a child's grade in a language; Chinese where there is no other. */
export function gradeIn({ gradeName, gradeEnglishName }: calls.Child, language: Language): string {
  return (language === 'en' && gradeEnglishName) || gradeName
}

/** The same for the class. */
export function classIn({ className, classEnglishName }: calls.Child, language: Language): string {
  return (language === 'en' && classEnglishName) || className
}

/**
 * Switches this device to another child of a parent: recent applications of the one before are put aside until that child returns, and the desktop
 * snapshot is deleted. Never rejects.
 */
export async function showChild(parentId: string, childId: string): Promise<void> {
  const before = childIdKey.get()
  if (before === childId) return
  if (before !== null) changeRecentApps(parentId, before, childId)
  childIdKey.set(childId)
  await deleteDesktopSnapshot(parentId)
}
