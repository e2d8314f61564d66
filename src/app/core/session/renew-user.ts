import { me, type SessionUser } from '../../../../contract/endpoints/session.ts'
import { call } from '../api/call.ts'
import { session } from './session.ts'

/** Whoever is signed in here, as the server knows them now; null without an answer, or when it is somebody else by now. Never rejects. */
export async function readUser(): Promise<SessionUser | null> {
  const user = await call(me, {}).catch(() => null)
  const state = session.current
  return user && state.status === 'in' && state.user.userId === user.userId ? user : null
}

/** Something of the person is another now, such as their picture. Never rejects; without an answer the next visit shows it. */
export async function renewUser(): Promise<void> {
  const user = await readUser()
  if (!user) return
  // Or an empty circle would stand there until the picture has come.
  if (user.userImgPath) await fetchPicture(user.userImgPath)
  session.set({ status: 'in', user })
}

/** Not by decoding it, for which a tab in the background has no time. Never rejects. */
function fetchPicture(address: string): Promise<unknown> {
  const image = new Image()
  image.src = address
  return new Promise((resolve) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', resolve)
  })
}
