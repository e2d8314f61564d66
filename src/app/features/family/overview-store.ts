import * as messages from '../../../../contract/endpoints/messages.ts'
import * as todos from '../../../../contract/endpoints/todos.ts'
import { proxy, ref } from 'valtio/vanilla'
import { overview, type FamilyOverview } from '../../../../contract/endpoints/family.ts'
import { call } from '../../core/api/call.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import { whenIdle } from '../../core/timing/when-idle.ts'

/** What waits for a parent, by child: being read, there, or not to be had. */
export type OverviewState =
  | { status: 'loading' }
  | { status: 'ready'; parentId: string; value: FamilyOverview }
  | { status: 'failed' }

/** The overview as every part of the page shows it. */
const familyOverview = proxy<{ state: OverviewState }>({ state: { status: 'loading' } })

/** A message or a to-do of the overview. */
type Waiting = { kind: 'message'; id: string } | { kind: 'todo'; id: string }

let latest = 0

/** Reads what waits for the parent. Never rejects; what is there stays when it cannot be read anew. */
export async function loadOverview(parentId: string): Promise<void> {
  const own = ++latest
  const { state } = familyOverview
  if (state.status !== 'ready' || state.parentId !== parentId) familyOverview.state = { status: 'loading' }
  try {
    const value = await call(overview, {})
    if (own === latest) familyOverview.state = { status: 'ready', parentId, value: ref(value) }
  } catch {
    if (own === latest && familyOverview.state.status !== 'ready') familyOverview.state = { status: 'failed' }
  }
}

/** Reads it anew where it is shown. Never rejects. */
export async function reloadShownOverview(): Promise<void> {
  const { state } = familyOverview
  if (state.status === 'ready') await loadOverview(state.parentId)
}

/** Takes something off the list: a message is read, a to-do ignored. Rejects when that failed. */
export async function takeOff({ kind, id }: Waiting, parentId: string): Promise<void> {
  if (kind === 'message') await call(messages.markRead, { desktopMessageId: id })
  else await call(todos.ignore, { todoId: id })
  await loadOverview(parentId)
}

/** Puts it back. Rejects when that failed. */
export async function putBack({ kind, id }: Waiting, parentId: string): Promise<void> {
  if (kind === 'message') await call(messages.restore, { desktopMessageIds: [id] })
  else await call(todos.restore, { todoId: id })
  await loadOverview(parentId)
}

/** What waits for a parent, read anew when a part of the page that shows it appears and when the server is back. */
export function useOverview(parentId: string): OverviewState {
  const online = useOnline()
  useEffect(() => {
    if (online) void whenIdle().then(() => loadOverview(parentId))
  }, [online, parentId])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held by ref: what comes back is the very object, not a frozen copy
  const state = useSnapshot(familyOverview).state as OverviewState
  return state.status === 'ready' && state.parentId !== parentId ? { status: 'loading' } : state
}
