import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AskedAnswer } from '../../../contract/endpoints/messages/answers.ts'
import type * as todos from '../../../contract/endpoints/messages/todos.ts'
import type { Todo } from '../../../contract/endpoints/messages/todos.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { todo } from '../../db/tables.generated.ts'
import { announce } from '../live/live.ts'
import { aboutChild, isNotRecalled, publicationSender, sender } from './messages.ts'

const RESTORE_MINUTES = 10

type Owner = Pick<Session, 'unitId' | 'userId'>

export async function readTodos(
  tx: Tx,
  { userId }: Owner,
  { start, size, studentId }: ParsedRequestOf<typeof todos.popup>,
): Promise<ResponseOf<typeof todos.popup>> {
  const open = and(eq(todo.userId, userId), isNull(todo.closedAt), aboutChild(todo.studentId, studentId))
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

export const todoFields = {
  id: todo.todoId,
  title: todo.title,
  module: todo.module,
  createTime: todo.createdAt,
  url: todo.url,
  dueOn: todo.dueOn,
  asked: todo.asks,
  form: todo.form,
  reminded: sql<boolean>`${todo.remindedAt} is not null`,
  sender: sql<unknown>`(select ${publicationSender}
    from publication p left join user_account a on a.user_id = p.author_id
    where p.publication_id = todo.publication_id and (p.sender_name is not null or p.of_classes))`,
}

export function toTodo({
  dueOn,
  asked,
  form,
  reminded,
  sender: written,
  ...row
}: Omit<Todo, 'createTime' | 'dueOn' | 'asks' | 'sender'> & {
  createTime: Date
  dueOn: string | null
  asked: AskedAnswer | null
  form: string
  sender: unknown
}): Todo {
  const by = z.parse(sender, written)
  return {
    ...row,
    createTime: row.createTime.toISOString(),
    ...(dueOn !== null && { dueOn }),
    ...(asked !== null && { asks: { answer: asked, text: form } }),
    ...(reminded && { reminded }),
    ...(by && { sender: by }),
  }
}

/** Takes a to-do off the person's list, or puts it back without an answer within ten minutes. Throws 'todo.gone' when it cannot. */
export async function setTodoOpen(tx: Tx, { unitId, userId }: Owner, todoId: string, open: boolean): Promise<void> {
  if (!isRowId(todoId)) throw new PortalError('todo.gone')
  const state = open
    ? and(
        isNotNull(todo.closedAt),
        sql`${todo.closedAt} > now() - make_interval(mins => ${RESTORE_MINUTES})`,
        isNotRecalled(sql`p.publication_id = todo.publication_id`),
      )
    : isNull(todo.closedAt)
  const { rowCount } = await tx
    .update(todo)
    .set(open ? { closedAt: null, answer: null, reply: '' } : { closedAt: sql`now()` })
    .where(and(eq(todo.todoId, todoId), eq(todo.userId, userId), state))
  if (!rowCount) throw new PortalError('todo.gone')
  await announce(tx, { unitId, to: [userId], kind: 'todos' })
}
