import * as sessionEndpoints from '../../../../contract/endpoints/sign-in/session.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../api/call.ts'
import { session } from './session.ts'

/** Number of the last renewal: one that a later one has overtaken is not shown. */
let renewals = 0

/** The signed-in user from the server; null without an answer, or when the account has changed. Never rejects. */
export async function readUser(): Promise<SessionUser | null> {
  const user = await call(sessionEndpoints.me, {}).catch(() => null)
  const state = session.current
  return user && state.status === 'in' && state.user.userId === user.userId ? user : null
}

/**
 * Reloads changed properties of the user, such as the picture and the theme; calls `arrived` just before they are shown. Never rejects; after a
 * failure the next visit shows them.
 */
export async function renewUser(arrived?: () => void): Promise<void> {
  const renewal = ++renewals
  const user = await readUser()
  if (!user) return
  // Otherwise an empty circle would be visible until the picture has loaded.
  if (user.userImgPath) await fetchPicture(user.userImgPath)
  const state = session.current
  if (renewal !== renewals || state.status !== 'in' || state.user.userId !== user.userId) return
  arrived?.()
  session.set({ status: 'in', user })
}

/** Fetched, not decoded: background tabs delay decoding. Never rejects. */
function fetchPicture(address: string): Promise<unknown> {
  const image = new Image()
  image.src = address
  return new Promise((resolve) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', resolve)
  })
}
