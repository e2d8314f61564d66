import { and, asc, count, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { OVERVIEW_SHOWN, type Child, type FamilyOverview } from '../../../contract/endpoints/family/family.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import {
  accountPicture,
  classGroup,
  grade,
  guardian,
  message,
  messageRecipient,
  student,
  todo,
} from '../../db/tables.generated.ts'
import { messageFields, toMessage } from '../messages/messages.ts'
import { todoFields, toTodo } from '../messages/todos.ts'

type Parent = Pick<Session, 'unitId' | 'userId'>

/** The youngest grade first. */
export function readChildren(tx: Tx, { userId }: Parent): Promise<Child[]> {
  return tx
    .select({
      id: student.studentId,
      realName: student.realName,
      englishName: student.englishName,
      gradeName: grade.name,
      className: classGroup.name,
      gradeEnglishName: grade.englishName,
      classEnglishName: classGroup.englishName,
      sex: student.sex,
      picture: sql<string | null>`left(${accountPicture.sha256}, 16)`,
    })
    .from(guardian)
    .innerJoin(student, eq(student.studentId, guardian.studentId))
    .innerJoin(classGroup, eq(classGroup.classId, student.classId))
    .innerJoin(grade, eq(grade.gradeId, classGroup.gradeId))
    .leftJoin(accountPicture, eq(accountPicture.userId, student.userId))
    .where(eq(guardian.parentId, userId))
    .orderBy(asc(grade.position), asc(classGroup.position), asc(student.studentNumber))
}

/** The child that the parent chose last, or the first one; null without children. */
export async function readCurrentChild(
  tx: Tx,
  parent: Parent,
): Promise<Pick<Child, 'id' | 'realName' | 'englishName'> | null> {
  const [chosen] = await tx
    .select({ id: student.studentId, realName: student.realName, englishName: student.englishName })
    .from(guardian)
    .innerJoin(student, eq(student.studentId, guardian.studentId))
    .where(and(eq(guardian.parentId, parent.userId), sql`${guardian.chosenAt} is not null`))
    .orderBy(desc(guardian.chosenAt), asc(student.studentNumber))
    .limit(1)
  if (chosen) return chosen
  const [first] = await readChildren(tx, parent)
  return first ? { id: first.id, realName: first.realName, englishName: first.englishName } : null
}

/** The choice holds on every device. Throws 'access.denied' for a child that is not the parent's own. */
export async function chooseChild(tx: Tx, { userId }: Parent, childId: string): Promise<void> {
  if (!isRowId(childId)) throw new PortalError('access.denied')
  const { rowCount } = await tx
    .update(guardian)
    .set({ chosenAt: sql`clock_timestamp()` })
    .where(and(eq(guardian.parentId, userId), eq(guardian.studentId, childId)))
  if (!rowCount) throw new PortalError('access.denied')
}

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
  const ofMessages = await tx
    .select({ studentId: messageRecipient.studentId, count: count() })
    .from(messageRecipient)
    .where(mine)
    .groupBy(messageRecipient.studentId)
  const ofTodos = await tx
    .select({ studentId: todo.studentId, count: count() })
    .from(todo)
    .where(open)
    .groupBy(todo.studentId)
  const about = (studentId: string | null) => ({ childIds: studentId === null ? ids : [studentId] })
  return {
    children: children.map((child) => ({
      ...child,
      message: countFor(ofMessages, [child.id]),
      todo: countFor(ofTodos, [child.id]),
    })),
    messages: messages.map(({ studentId, ...row }) => ({ ...toMessage(row), ...about(studentId) })),
    todos: todos.map(({ studentId, ...row }) => ({ ...toTodo(row), ...about(studentId) })),
    total: { message: countFor(ofMessages, ids), todo: countFor(ofTodos, ids) },
  }
}

/** About one of these children, or about the whole family. */
function isAbout(column: typeof messageRecipient.studentId | typeof todo.studentId, ids: string[]) {
  return ids.length === 0 ? isNull(column) : or(isNull(column), inArray(column, ids))
}

function countFor(rows: readonly { studentId: string | null; count: number }[], ids: readonly string[]): number {
  return rows
    .filter(({ studentId }) => studentId === null || ids.includes(studentId))
    .reduce((sum, row) => sum + row.count, 0)
}
