import type { GivenAnswer } from '../../../../contract/endpoints/messages/answers.ts'
import * as family from '../../../../contract/endpoints/family/family.ts'
import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import * as todos from '../../../../contract/endpoints/messages/todos.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../query/query-client.ts'
import { TODAY_KEY } from '../query/today-key.ts'
import type { AnswerableItem } from './answer-request.ts'

/** An item of the user, or of a linked account. */
export type Item = Pick<AnswerableItem, 'kind' | 'id' | 'account'>

/** Sends an answer, which takes the item off all lists. Rejects on failure. */
export async function sendAnswer({ kind, id, account }: Item, given: GivenAnswer): Promise<void> {
  const acting = { account: account?.userId }
  const reply = given.answer === 'replied' ? given.reply : ''
  if (kind === 'todo') await call(todos.answer, { todoId: id, given }, acting)
  else await call(messages.reply, { desktopMessageId: id, reply }, acting)
  await renewLists()
}

/** Takes an item off its lists without an answer: ignores a to-do, marks a message as read. Rejects on failure. */
export async function takeOff({ kind, id, account }: Item): Promise<void> {
  const acting = { account: account?.userId }
  try {
    if (kind === 'todo') await call(todos.ignore, { todoId: id }, acting)
    else await call(messages.markRead, { desktopMessageId: id }, acting)
  } finally {
    // Also after a refusal: the item may be gone.
    await renewLists()
  }
}

/** Deletes an answer, or undoes that an item was taken off; it is on its lists again. Rejects on failure. */
export async function takeBackAnswer({ kind, id, account }: Item): Promise<void> {
  const acting = { account: account?.userId }
  if (kind === 'todo') await call(todos.restore, { todoId: id }, acting)
  else await call(messages.restore, { desktopMessageIds: [id] }, acting)
  await renewLists()
}

/** What shows messages and to-dos. */
const KEYS = [[messages.unread.name], [todos.popup.name], [family.overview.name], TODAY_KEY]

/** Loads again what shows messages and to-dos. Never rejects; a failure keeps what is shown. */
export async function renewLists(): Promise<void> {
  await Promise.all(KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
