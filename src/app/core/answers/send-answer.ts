import type { GivenAnswer } from '../../../../contract/endpoints/answers.ts'
import { overview } from '../../../../contract/endpoints/family.ts'
import * as messages from '../../../../contract/endpoints/messages.ts'
import * as todos from '../../../../contract/endpoints/todos.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../query/query-client.ts'
import { TODAY_KEY } from '../query/today-key.ts'
import type { AskedItem } from './asked-item.ts'

type Item = Pick<AskedItem, 'kind' | 'id'>

/** Sends an answer, which takes the item off all lists. Rejects on failure. */
export async function sendAnswer({ kind, id }: Item, given: GivenAnswer): Promise<void> {
  if (kind === 'todo') await call(todos.answer, { todoId: id, given })
  else await call(messages.reply, { desktopMessageId: id, reply: given.answer === 'replied' ? given.reply : '' })
  await renewLists()
}

/** Deletes an answer; the item is on its lists again. Rejects on failure. */
export async function takeBackAnswer({ kind, id }: Item): Promise<void> {
  if (kind === 'todo') await call(todos.restore, { todoId: id })
  else await call(messages.restore, { desktopMessageIds: [id] })
  await renewLists()
}

/** What shows messages and to-dos. */
const KEYS = [[messages.unread.name], [todos.popup.name], [overview.name], TODAY_KEY]

/** Never rejects; a failure keeps what is shown. */
async function renewLists(): Promise<void> {
  await Promise.all(KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
