import { useSnapshot } from 'valtio/react'
import { proxy, ref } from 'valtio/vanilla'
import * as calls from '../../../../contract/endpoints/desktop/desktop.ts'
import type { DesktopOrder } from '../../../../contract/endpoints/desktop/desktop-order.ts'
import type { SessionUser, StartData } from '../../../../contract/endpoints/sign-in/session.ts'
import { arrangeIcons } from '../../../../contract/rules/arrange-icons.ts'
import { call } from '../../core/api/call.ts'
import { readDesktopSnapshot, saveDesktopSnapshot, type SnapshotHtml } from '../../core/storage/desktop-snapshot.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { untilPictured } from './pictures.ts'

/** Loading, live from the server, from the last visit (`savedAt`, ISO 8601), or failed. */
type DesktopState =
  | { status: 'loading' }
  | { status: 'live'; data: StartData }
  | { status: 'stored'; data: StartData; savedAt: string }
  | { status: 'failed'; error: unknown }

export const desktop = proxy<{ state: DesktopState }>({ state: { status: 'loading' } })

/** Captures the desktop on the screen for the next start; set by boot. */
export const onScreen: { view: (userId: string) => SnapshotHtml | undefined } = { view: () => undefined }

/** Shows icons from a sign-in or a call, and stores them for offline use. */
export function showDesktop(data: StartData): void {
  desktop.state = { status: 'live', data: ref(data) }
  keep(data, new Date().toISOString())
}

/** Changes the order of the icons on the screen and in the stored snapshot. */
export function showOrder(order: DesktopOrder): void {
  const { state } = desktop
  if (state.status !== 'live' && state.status !== 'stored') return
  const data = { ...state.data, icons: arrangeIcons(state.data.icons, order) }
  if (state.status === 'live') {
    showDesktop(data)
    return
  }
  desktop.state = { ...state, data: ref(data) }
  keep(data, state.savedAt)
}

function keep(data: StartData, savedAt: string): void {
  // Storing must not delay the first frame.
  void untilPictured()
    .then(whenIdle)
    .then(() => saveDesktopSnapshot(data.me.userId, { ...data, savedAt, view: onScreen.view(data.me.userId) }))
}

/** Shows this user's stored desktop while, or because, the server does not answer. Resolves to its owner, or null. */
export async function showDesktopSnapshot(userId: string): Promise<SessionUser | null> {
  const last = await readDesktopSnapshot(userId)
  if (!last) return null
  // The server's refusal may have been faster than the database.
  if (desktop.state.status === 'loading' || desktop.state.status === 'failed') {
    desktop.state = { status: 'stored', data: ref(last), savedAt: last.savedAt }
  }
  return last.me
}

export async function loadDesktop(me: SessionUser): Promise<void> {
  try {
    const [icons, unread] = await Promise.all([
      call(calls.myAppIcons, { userId: me.userId, unitId: me.unitId, appType: 1 }),
      call(calls.unreadByCode, {}),
    ])
    showDesktop({ me, icons, unread })
  } catch (error) {
    if (desktop.state.status === 'loading' || desktop.state.status === 'failed')
      desktop.state = { status: 'failed', error: ref(Object(error)) }
  }
}

export function useDesktop(): DesktopState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data are held by ref: what comes back is the very object, not a frozen copy
  return useSnapshot(desktop).state as DesktopState
}
