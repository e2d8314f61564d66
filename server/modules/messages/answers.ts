import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { fitsAsked, type GivenAnswer } from '../../../contract/endpoints/messages/answers.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../db/database.ts'
import { asId, queryValues } from '../../db/query.ts'
import { messageRecipient, todo } from '../../db/tables.generated.ts'
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
  const [mayReply] = await queryValues(tx, z.boolean())`
    select m.may_reply from message_recipient r join message m using (message_id)
    where r.user_id = ${userId} and r.message_id = ${asId(messageId)} and r.read_at is null for update of r`
  if (mayReply === undefined) throw new PortalError('message.gone')
  if (!mayReply) throw new PortalError('answer.not_asked')
  await tx
    .update(messageRecipient)
    .set({ reply, readAt: sql`now()` })
    .where(and(eq(messageRecipient.userId, userId), eq(messageRecipient.messageId, messageId)))
  await announce(tx, { unitId, to: [userId], kind: 'messages' })
}
