import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { TodayCard, TodayCards } from '../../../contract/endpoints/desktop/today.ts'
import type { Todo } from '../../../contract/endpoints/messages/todos.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import type { Call, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { todo } from '../../db/tables.generated.ts'
import { queryOne } from '../../db/query.ts'
import { readChildren } from '../accounts/family.ts'
import { todoFields, toTodo } from '../messages/todos.ts'
import { heldPermissions } from '../auth/held-permissions.ts'
import { isLicensed } from '../units/licensed.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { readHandInCards } from './hand-in-cards.ts'
import { readApplicationCards } from './application-cards.ts'
import {
  readAbsenceCards,
  readChildCards,
  readCorrectionCards,
  readGroupCards,
  readOwnCards,
  readUncertainCards,
  type UnitCounts,
} from './attendance-cards.ts'

const PARENT = 3
/** Days before the end of a licence from which on an administrator is told. */
const LICENCE_DAYS = 30
/** Percent of the unit's storage. */
const STORAGE_FULL = 90

/** The caller's cards, by their rights. `now`: milliseconds since 1970. */
export async function readToday(call: Call, now: number, unitCounts: UnitCounts): Promise<TodayCards> {
  const { tx, session } = call
  const timeZone = await readTimeZone(tx)
  const today = { date: dayOf(now, timeZone), now }
  const held = await heldPermissions(tx, session, [
    'attendance',
    'files',
    'base_unit',
    'base_application',
    'base_import',
  ])
  const attends = held.has('attendance') && (await isLicensed(tx, 'base', true))
  const isParent = session.userType === PARENT
  const cards: TodayCard[] = [
    ...(attends && isParent ? await readChildCards(tx, session, today) : []),
    ...(attends && !isParent ? await readGroupCards(tx, session, today, unitCounts) : []),
    ...(attends && !isParent ? await readAbsenceCards(call) : []),
    ...(attends && !isParent ? await readCorrectionCards(call) : []),
    ...(attends && !isParent ? await readUncertainCards(call) : []),
    ...(await readCareCards(tx, held)),
    ...(held.has('files') && (await isLicensed(tx, 'storage', true)) ? await readHandInCards(tx, now) : []),
    ...(await readTodoCards(tx, session, isParent)),
    ...(await readApplicationCards(tx, session, now)),
    ...(attends && !isParent ? await readOwnCards(tx, session, today) : []),
  ]
  return { date: today.date, timeZone, at: new Date(now).toISOString(), cards }
}

/** The open to-do whose last day comes first, else the newest, and how many there are; of a parent with several children the same for each. */
async function readTodoCards(tx: Tx, session: Session, isParent: boolean): Promise<TodayCard[]> {
  const all = await readOpenTodos(tx, session)
  if (!all) return []
  const ofChildren = []
  const children = isParent ? await readChildren(tx, session) : []
  if (children.length > 1)
    for (const { id: studentId } of children) {
      const own = await readOpenTodos(tx, session, or(isNull(todo.studentId), eq(todo.studentId, studentId)))
      if (own) ofChildren.push({ studentId, ...own })
    }
  return [{ kind: 'todos', ...all, ...(children.length > 1 && { children: ofChildren }) }]
}

async function readOpenTodos(
  tx: Tx,
  { userId }: Session,
  which?: SQL,
): Promise<{ total: number; next: Todo } | undefined> {
  const open = and(eq(todo.userId, userId), isNull(todo.closedAt), which)
  const [next] = await tx
    .select(todoFields)
    .from(todo)
    .where(open)
    .orderBy(sql`${todo.dueOn} nulls last, coalesce(${todo.remindedAt}, ${todo.createdAt}) desc, ${todo.todoId} desc`)
    .limit(1)
  return next && { total: await tx.$count(todo, open), next: toTodo(next) }
}

const numbersRow = z.object({ services: z.number(), storage: z.number(), imports: z.number() })

async function readCareCards(tx: Tx, held: ReadonlySet<string>): Promise<TodayCard[]> {
  const sees = {
    services: held.has('base_application'),
    storage: held.has('base_unit'),
    imports: held.has('base_import'),
  }
  if (!sees.services && !sees.storage && !sees.imports) return []
  const { services, storage, imports } = await queryOne(tx, numbersRow)`
    select
      (select count(*) from licence where ${sees.services} and ends_at < now() + make_interval(days => ${LICENCE_DAYS}))::int as services,
      case when ${sees.storage} then coalesce((
        select 100 * portal_unit_storage(u.unit_id) / nullif(least(u.storage_quota, u.storage_limit), 0) from unit u where u.unit_id = portal_unit_id()), 0)
        else 0 end::int as storage,
      (select count(*) from import_run where ${sees.imports}
        and (status in ('ready', 'stale') or status in ('failed', 'refused') and created_at > now() - interval '7 days'))::int as imports`
  const items = [
    { code: 'services' as const, count: services },
    { code: 'storage' as const, count: storage >= STORAGE_FULL ? storage : 0 },
    { code: 'imports' as const, count: imports },
  ].filter(({ count }) => count > 0)
  return items.length > 0 ? [{ kind: 'care', items }] : []
}
