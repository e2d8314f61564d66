import { and, eq, isNull, sql } from 'drizzle-orm'
import { fitsAsked, type GivenAnswer } from '../../../contract/endpoints/messages/answers.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { message, messageRecipient, todo } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { announce } from '../live/live.ts'

type Owner = Pick<Session, 'unitId' | 'userId'>

/** Stores the answer to an own open to-do and closes it. Throws 'todo.gone' and 'answer.not_asked'. */
export async function answerTodo(tx: Tx, { unitId, userId }: Owner, todoId: string, given: GivenAnswer): Promise<void> {
  const isOpen = and(eq(todo.todoId, isRowId(todoId) ? todoId : NO_ID), eq(todo.userId, userId), isNull(todo.closedAt))
  const [found] = await tx.select({ asks: todo.asks }).from(todo).where(isOpen).for('update')
  if (!found) throw new PortalError('todo.gone')
  if (!fitsAsked(found.asks ?? '', given)) throw new PortalError('answer.not_asked')
  const reply = given.answer === 'replied' ? given.reply : ''
  await tx
    .update(todo)
    .set({ answer: given.answer, reply, closedAt: sql`now()` })
    .where(isOpen)
  await announce(tx, { unitId, to: [userId], kind: 'todos' })
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Stores the reply to an own unread message, which is read then. Throws 'message.gone' and 'answer.not_asked'. */
export async function replyToMessage(
  tx: Tx,
  { unitId, userId }: Owner,
  messageId: string,
  reply: string,
): Promise<void> {
  const which = and(
    eq(messageRecipient.userId, userId),
    eq(messageRecipient.messageId, isRowId(messageId) ? messageId : NO_ID),
    isNull(messageRecipient.readAt),
  )
  const [found] = await tx
    .select({ mayReply: message.mayReply })
    .from(messageRecipient)
    .innerJoin(message, eq(message.messageId, messageRecipient.messageId))
    .where(which)
    .for('update', { of: messageRecipient })
  if (!found) throw new PortalError('message.gone')
  if (!found.mayReply) throw new PortalError('answer.not_asked')
  await tx
    .update(messageRecipient)
    .set({ reply, readAt: sql`now()` })
    .where(which)
  await announce(tx, { unitId, to: [userId], kind: 'messages' })
}
