import * as messages from '../../../../contract/endpoints/messages.ts'
import * as todos from '../../../../contract/endpoints/todos.ts'
import { proxy, ref } from 'valtio/vanilla'
import { overview, type FamilyOverview } from '../../../../contract/endpoints/family.ts'
import { call } from '../../core/api/call.ts'

/** What waits for a parent, by child: being read, there, or not to be had. */
export type OverviewState =
  | { status: 'loading' }
  | { status: 'ready'; parentId: string; value: FamilyOverview }
  | { status: 'failed' }

/** The overview as every part of the page shows it. */
export const familyOverview = proxy<{ state: OverviewState }>({ state: { status: 'loading' } })

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
