import { proxy, ref } from 'valtio/vanilla'
import * as calls from '../../../../contract/endpoints/family.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { call } from '../../core/api/call.ts'
import { childIdKey } from '../../core/storage/local-keys.ts'

/** A parent's children and the one that they look at, under the specification's names. */
export interface Family {
  readonly parentId: string
  readonly chirdenList: readonly calls.Child[]
  readonly currentChirden: Pick<calls.Child, 'id' | 'realName'> | null
}

/** The family of the parent who is signed in; null until it is known, and for everybody else. */
export const family = proxy<{ of: Family | null }>({ of: null })

/** Asks for a parent's children and the current one. A failure leaves what is known. Never rejects. */
export async function loadFamily({ userId, userType }: Pick<SessionUser, 'userId' | 'userType'>): Promise<void> {
  if (userType !== 3) return
  try {
    const [chirdenList, currentChirden] = await Promise.all([
      call(calls.children, { parentId: userId }),
      call(calls.currentChild, { parentId: userId }),
    ])
    // What this device knows of another parent's children says nothing about these.
    if (currentChirden && !chirdenList.some(({ id }) => id === childIdKey.get())) childIdKey.set(currentChirden.id)
    family.of = ref({ parentId: userId, chirdenList, currentChirden })
  } catch {
    // Without an answer there is nothing to choose from; it is asked again when the server is back.
  }
}

/** The child that this device showed last, where it is no longer the current one: then the parent is asked which one to see. */
export function childBefore({ chirdenList, currentChirden }: Family): calls.Child | null {
  const saved = childIdKey.get()
  if (chirdenList.length < 2 || saved === null || saved === currentChirden?.id) return null
  return chirdenList.find(({ id }) => id === saved) ?? null
}

/** Tells the server which child is the current one from now on. Rejects when it refuses or cannot be reached. */
export async function setCurrentChild({ parentId }: Family, child: calls.Child): Promise<void> {
  const { id, realName, gradeName, className } = child
  // The specification has the parent in the address.
  const row = { ...calls.setCurrentChild, path: `${calls.setCurrentChild.path}?parentId={parentId}` }
  await call(row, { parentId, id, realName, gradeName, className })
}
