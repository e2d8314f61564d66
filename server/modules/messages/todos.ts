import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { fitsAsked } from '../../../contract/endpoints/messages/answers.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Handler, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { asId, isoText, queryRows } from '../../db/query.ts'
import { todo } from '../../db/tables.generated.ts'
import { announce } from '../live/live.ts'
import { aboutChild, isNotRecalled, publicationSender } from './messages.ts'

const RESTORE_MINUTES = 10

/** A page of the caller's open to-dos, newest first. */
export const readTodos: Handler<typeof todos.popup> = async ({ start, size, studentId }, { tx, session }) => {
  const open = and(eq(todo.userId, session.userId), isNull(todo.closedAt), aboutChild(todo.studentId, studentId))
  const total = await tx.$count(todo, open)
  const rows = await tx
    .select(todoFields)
    .from(todo)
    .where(open)
    .orderBy(desc(sql`coalesce(${todo.remindedAt}, ${todo.createdAt})`), desc(todo.todoId))
    .offset(start)
    .limit(size)
  return { list: rows.map(toTodo), pages: Math.ceil(total / size), total }
}

/** What a to-do has in part only. */
const partial = z.pick(todos.todo, { dueOn: true, asks: true, reminded: true, sender: true })

export const todoFields = {
  id: todo.todoId,
  title: todo.title,
  module: todo.module,
  createTime: isoText(todo.createdAt),
  url: todo.url,
  partial: sql<unknown>`json_strip_nulls(json_build_object('dueOn', ${todo.dueOn}, 'reminded', nullif(${todo.remindedAt} is not null, false),
    'asks', case when ${todo.asks} is not null then json_build_object('answer', ${todo.asks}, 'text', ${todo.form}) end,
    'sender', (select ${publicationSender}
      from publication p left join user_account a on a.user_id = p.author_id
      where p.publication_id = todo.publication_id and (p.sender_name is not null or p.of_classes))))`,
}

/** A to-do from a row of `todoFields`. */
export function toTodo<Row extends { readonly partial: unknown }>({ partial: found, ...row }: Row) {
  return { ...row, ...z.parse(partial, found) }
}

/** Takes a to-do off the caller's list. Throws 'todo.gone' when it cannot. */
export const ignoreTodo: Handler<typeof todos.ignore> = ({ todoId }, { tx, session }) =>
  changeTodo(tx, session, todoId, { closedAt: sql`now()` }, isNull(todo.closedAt))

/** Puts a to-do back without an answer, within ten minutes. Throws 'todo.gone' when it cannot. */
export const restoreTodo: Handler<typeof todos.restore> = ({ todoId }, { tx, session }) => {
  const isRecent = sql`${todo.closedAt} > now() - make_interval(mins => ${RESTORE_MINUTES})`
  const which = and(isRecent, isNotRecalled(sql`p.publication_id = todo.publication_id`))
  return changeTodo(tx, session, todoId, { closedAt: null, answer: null, reply: '' }, which)
}

/** Stores the answer to an own open to-do and closes it. Throws 'todo.gone' and 'answer.not_asked'. */
export const answerTodo: Handler<typeof todos.answer> = async ({ todoId, given }, { tx, session }) => {
  const [found] = await queryRows(tx, askedRow)`
    select asks from todo where todo_id = ${asId(todoId)} and user_id = ${session.userId} and closed_at is null for update`
  if (!found) throw new PortalError('todo.gone')
  if (!fitsAsked(found.asks ?? '', given)) throw new PortalError('answer.not_asked')
  const reply = given.answer === 'replied' ? given.reply : ''
  await changeTodo(tx, session, todoId, { answer: given.answer, reply, closedAt: sql`now()` })
}

const askedRow = z.object({ asks: z.nullable(z.string()) })

/** Changes an own to-do. Throws 'todo.gone' when there is none of this condition. */
async function changeTodo(
  tx: Tx,
  { unitId, userId }: Session,
  todoId: string,
  set: PgUpdateSetSource<typeof todo>,
  which?: SQL,
): Promise<void> {
  const { rowCount } = await tx
    .update(todo)
    .set(set)
    .where(and(sql`${todo.todoId} = ${asId(todoId)}`, eq(todo.userId, userId), which))
  if (!rowCount) throw new PortalError('todo.gone')
  await announce(tx, { unitId, to: [userId], kind: 'todos' })
}
