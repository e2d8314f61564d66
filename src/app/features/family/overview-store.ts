import * as messages from '../../../../contract/endpoints/messages.ts'
import * as todos from '../../../../contract/endpoints/todos.ts'
import { proxy, ref } from 'valtio/vanilla'
import { overview, type FamilyOverview } from '../../../../contract/endpoints/family.ts'
import { call } from '../../core/api/call.ts'

export type OverviewState =
  | { status: 'loading' }
  | { status: 'ready'; parentId: string; value: FamilyOverview }
  | { status: 'failed' }

export const familyOverview = proxy<{ state: OverviewState }>({ state: { status: 'loading' } })

type Waiting = { kind: 'message'; id: string } | { kind: 'todo'; id: string }

let latest = 0

/** Loads the overview. Never rejects; a failure keeps what is shown. */
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

/** Loads it again where it is shown. Never rejects. */
export async function reloadShownOverview(): Promise<void> {
  const { state } = familyOverview
  if (state.status === 'ready') await loadOverview(state.parentId)
}

/** Removes an item: marks a message as read, ignores a to-do. Rejects on failure. */
export async function takeOff({ kind, id }: Waiting, parentId: string): Promise<void> {
  if (kind === 'message') await call(messages.markRead, { desktopMessageId: id })
  else await call(todos.ignore, { todoId: id })
  await loadOverview(parentId)
}

/** Undoes that. Rejects on failure. */
export async function putBack({ kind, id }: Waiting, parentId: string): Promise<void> {
  if (kind === 'message') await call(messages.restore, { desktopMessageIds: [id] })
  else await call(todos.restore, { todoId: id })
  await loadOverview(parentId)
}
