import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type Child,
  child,
  currentChild,
  type FamilyOverview,
  OVERVIEW_SHOWN,
} from '../../../contract/endpoints/family/family.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryRows } from '../../db/query.ts'
import { message, messageRecipient, todo } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { messageFields, toMessage } from '../messages/messages.ts'
import { todoFields, toTodo } from '../messages/todos.ts'

type Parent = Pick<Session, 'unitId' | 'userId'>

/** The youngest grade first. */
export function readChildren(tx: Tx, { userId }: Parent): Promise<Child[]> {
  return queryRows(tx, child)`
    select s.student_id as id, s.real_name as "realName", s.english_name as "englishName", g.name as "gradeName", c.name as "className",
      g.english_name as "gradeEnglishName", c.english_name as "classEnglishName", s.sex, left(p.sha256, 16) as picture
    from guardian r join student s using (student_id) join class_group c using (class_id) join grade g using (grade_id)
    left join account_picture p on p.user_id = s.user_id
    where r.parent_id = ${userId} order by g.position, c.position, s.student_number`
}

/** The child that the parent chose last, or the first one; null without children. */
export async function readCurrentChild(tx: Tx, parent: Parent): Promise<ResponseOf<typeof currentChild>> {
  const [chosen] = await queryRows(tx, currentChild.response.def.innerType)`
    select s.student_id as id, s.real_name as "realName", s.english_name as "englishName" from guardian r join student s using (student_id)
    where r.parent_id = ${parent.userId} and r.chosen_at is not null order by r.chosen_at desc, s.student_number limit 1`
  return chosen ?? (await readChildren(tx, parent))[0] ?? null
}

/** The choice holds on every device. Throws 'access.denied' for a child that is not the parent's own. */
export async function chooseChild(tx: Tx, { userId }: Parent, childId: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update guardian set chosen_at = clock_timestamp() where parent_id = ${userId} and student_id = ${asId(childId)}`)
  if (!rowCount) throw new PortalError('access.denied')
}

const waiting = z.object({ studentId: z.nullable(z.string()), message: z.number(), todo: z.number() })

/** A parent's messages and to-dos, with the children concerned. */
export async function readOverview(tx: Tx, parent: Parent): Promise<FamilyOverview> {
  const children = await readChildren(tx, parent)
  const ids = children.map(({ id }) => id)
  const mine = and(eq(messageRecipient.userId, parent.userId), isNull(messageRecipient.readAt))
  const open = and(eq(todo.userId, parent.userId), isNull(todo.closedAt))
  const messages = await tx
    .select({ ...messageFields, studentId: messageRecipient.studentId })
    .from(messageRecipient)
    .innerJoin(message, eq(message.messageId, messageRecipient.messageId))
    .where(and(mine, isAbout(messageRecipient.studentId, ids)))
    .orderBy(desc(message.sentAt), desc(message.messageId))
    .limit(OVERVIEW_SHOWN)
  const todos = await tx
    .select({ ...todoFields, studentId: todo.studentId })
    .from(todo)
    .where(and(open, isAbout(todo.studentId, ids)))
    .orderBy(desc(todo.createdAt), desc(todo.todoId))
    .limit(OVERVIEW_SHOWN)
  const counts = await queryRows(tx, waiting)`
    select w.student_id as "studentId", sum(w.message)::int as message, sum(w.todo)::int as todo
    from (
      select student_id, 1 as message, 0 as todo from message_recipient where user_id = ${parent.userId} and read_at is null
      union all select student_id, 0, 1 from todo where user_id = ${parent.userId} and closed_at is null) w
    group by w.student_id`
  const countFor = (childIds: readonly string[]) => {
    const theirs = counts.filter(({ studentId }) => studentId === null || childIds.includes(studentId))
    const sum = (of: 'message' | 'todo') => theirs.reduce((all, one) => all + one[of], 0)
    return { message: sum('message'), todo: sum('todo') }
  }
  const about = (studentId: string | null) => ({ childIds: studentId === null ? ids : [studentId] })
  return {
    children: children.map((one) => ({ ...one, ...countFor([one.id]) })),
    messages: messages.map(({ studentId, ...row }) => ({ ...toMessage(row), ...about(studentId) })),
    todos: todos.map(({ studentId, ...row }) => ({ ...toTodo(row), ...about(studentId) })),
    total: countFor(ids),
  }
}

/** About one of these children, or about the whole family. */
function isAbout(column: typeof messageRecipient.studentId | typeof todo.studentId, ids: string[]) {
  return ids.length === 0 ? isNull(column) : or(isNull(column), inArray(column, ids))
}
