import * as messages from '../../../../contract/endpoints/messages.ts'
import * as todos from '../../../../contract/endpoints/todos.ts'
import { overview } from '../../../../contract/endpoints/family.ts'
import { call } from '../../core/api/call.ts'
import { endpointQuery, queryClient } from '../../core/query/query-client.ts'

/** The messages and to-dos of all children of the signed-in parent. */
export const overviewQuery = endpointQuery(overview, {})

type Waiting = { kind: 'message'; id: string } | { kind: 'todo'; id: string }

/** Loads the overview again where it is shown. Never rejects; a failure keeps what is shown. */
export const renewOverview = () => queryClient.invalidateQueries(overviewQuery)

/** Removes an item: marks a message as read, ignores a to-do. Rejects on failure. */
export async function takeOff({ kind, id }: Waiting): Promise<void> {
  if (kind === 'message') await call(messages.markRead, { desktopMessageId: id })
  else await call(todos.ignore, { todoId: id })
  await renewOverview()
}

/** Undoes that. Rejects on failure. */
export async function putBack({ kind, id }: Waiting): Promise<void> {
  if (kind === 'message') await call(messages.restore, { desktopMessageIds: [id] })
  else await call(todos.restore, { todoId: id })
  await renewOverview()
}
