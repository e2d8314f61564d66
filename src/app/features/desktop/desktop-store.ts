import { skipToken, useQuery } from '@tanstack/react-query'
import * as desktopEndpoints from '../../../../contract/endpoints/desktop/desktop.ts'
import type { DesktopOrder } from '../../../../contract/endpoints/desktop/desktop-order.ts'
import type { SessionUser, StartData } from '../../../../contract/endpoints/sign-in/session.ts'
import { arrangeIcons } from '../../../../contract/rules/desktop/arrange-icons.ts'
import { call } from '../../core/api/call.ts'
import { shownChild } from '../../core/family/shown-child.ts'
import { queryClient } from '../../core/query/query-client.ts'
import { readDesktopSnapshot, saveDesktopSnapshot, type SnapshotHtml } from '../../core/storage/desktop-snapshot.ts'
import { whenIdle } from '../../core/timing/when-idle.ts'
import { untilPictured } from './pictures.ts'

/** Live from the server, or from the last visit (`savedAt`, ISO 8601). */
type Desktop = { status: 'live'; data: StartData } | { status: 'stored'; data: StartData; savedAt: string }
type DesktopState = Desktop | { status: 'loading' } | { status: 'failed' }

const queryKey = ['desktop'] as const
// Comparing a thousand icons with those before takes longer than drawing them again. A start without a network must not wait for one.
queryClient.setQueryDefaults(queryKey, { structuralSharing: false, networkMode: 'always', gcTime: Infinity })

/** Captures the desktop on the screen for the next start; set by boot. */
export const onScreen: { view: (userId: string) => SnapshotHtml | undefined } = { view: () => undefined }

/** Shows icons from a sign-in or a call, and stores them for offline use. */
export function showDesktop(data: StartData): void {
  setDesktop({ status: 'live', data })
  keep(data, new Date().toISOString())
}

/** Changes the order of the icons on the screen and in the stored snapshot. */
export function showOrder(order: DesktopOrder): void {
  const state = desktopState()
  if (!('data' in state)) return
  const data = { ...state.data, icons: arrangeIcons(state.data.icons, order) }
  if (state.status === 'live') {
    showDesktop(data)
    return
  }
  setDesktop({ ...state, data })
  keep(data, state.savedAt)
}

// Switching the child deletes the stored desktop without reloading the page, so it is stored again here.
shownChild.subscribe(() => {
  const state = desktopState()
  if (state.status === 'live') keep(state.data, new Date().toISOString())
})

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
  if (!queryClient.getQueryData(queryKey)) setDesktop({ status: 'stored', data: last, savedAt: last.savedAt })
  return last.me
}

/** Loads the desktop of the signed-in user; null if the server could not tell who that is. Never rejects; a failure keeps the shown desktop. */
export async function loadDesktop(me: SessionUser | null): Promise<void> {
  // Not answered before the password is replaced.
  if (me?.firstPassword) return
  // A request that was sent before may not know of the latest change.
  await queryClient.cancelQueries({ queryKey })
  try {
    const { data } = await queryClient.fetchQuery({ queryKey, queryFn: ({ signal }) => readDesktop(me, signal) })
    keep(data, new Date().toISOString())
  } catch {
    // The state of the query has it.
  }
}

async function readDesktop(me: SessionUser | null, signal: AbortSignal): Promise<Desktop> {
  if (!me) throw new Error('server not reachable')
  const [icons, unread] = await Promise.all([
    call(desktopEndpoints.myAppIcons, { userId: me.userId, unitId: me.unitId, appType: 1 }, { signal }),
    call(desktopEndpoints.unreadByCode, {}, { signal }),
  ])
  return { status: 'live', data: { me, icons, unread } }
}

function setDesktop(desktop: Desktop): void {
  queryClient.setQueryData<Desktop>(queryKey, desktop)
}

/** A retry counts as failed until it succeeds, so that its button stays. */
function toState(query: { data: Desktop | undefined; errorUpdateCount: number } | undefined): DesktopState {
  return query?.data ?? { status: query?.errorUpdateCount ? 'failed' : 'loading' }
}

export const desktopState = () => toState(queryClient.getQueryState<Desktop>(queryKey))

/** The state of the desktop; redraws on change. */
export const useDesktop = () => toState(useQuery<Desktop>({ queryKey, queryFn: skipToken }))

/** Its data; null while there is none. */
export function useDesktopData(): StartData | null {
  const state = useDesktop()
  return 'data' in state ? state.data : null
}
