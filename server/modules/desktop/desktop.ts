import { and, arrayContains, asc, eq, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  GROUP_CODES,
  type GroupCode,
  type Icon,
  type IconGroups,
  type UnreadCodeCounts,
} from '../../../contract/endpoints/desktop.ts'
import { desktopOrder as orderSchema, type DesktopOrder } from '../../../contract/endpoints/desktop-order.ts'
import { arrangeIcons } from '../../../contract/rules/arrange-icons.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { desktopOrder } from '../../db/schema/desktop.ts'
import { application, message, messageRecipient, todo } from '../../db/schema/portal.ts'
import { announce } from '../live/live.ts'

/** Applications that an area office never shows. */
const SCHOOL_ONLY_CODES = ['base', 'education']
const SCHOOL = '2'

/** How many unread messages and open to-dos the person has, by the module that they come from. */
export async function readUnreadByCode(tx: Tx, session: Session): Promise<UnreadCodeCounts> {
  const unread = tx
    .select({ code: message.module })
    .from(messageRecipient)
    .innerJoin(message, eq(message.messageId, messageRecipient.messageId))
    .where(sql`${messageRecipient.userId} = ${session.userId} and ${messageRecipient.readAt} is null`)
  const open = tx
    .select({ code: todo.module })
    .from(todo)
    .where(sql`${todo.userId} = ${session.userId} and ${todo.closedAt} is null`)
  const waiting = unread.unionAll(open).as('waiting')
  return tx
    .select({ code: waiting.code, num: sql<number>`count(*)::int` })
    .from(waiting)
    .groupBy(waiting.code)
    .orderBy(waiting.code)
}

/** Conditions under which an application is for the signed-in person: made for their user type, and not limited to others. */
export function isForPerson(session: Session) {
  return and(
    arrayContains(application.frontUserTypes, [session.userType]),
    or(
      sql`cardinality(${application.limitUserTypes}) = 0`,
      arrayContains(application.limitUserTypes, [session.userType]),
    ),
    session.unitType === SCHOOL ? undefined : notInArray(application.code, SCHOOL_ONLY_CODES),
  )
}

/**
 * The desktop's icons in their groups, groups without icons left out. Applications whose licence has ended stay: the client asks for the
 * licence when one is opened, and says so. Those with updateStatus 0 are included too, for the client to drop. Employees and teachers get the order that they gave them.
 */
export async function readIconGroups(tx: Tx, session: Session, unread: UnreadCodeCounts): Promise<IconGroups> {
  const counts = new Map(unread.map(({ code, num }) => [code, num]))
  const rows = await tx
    .select()
    .from(application)
    .where(and(isNotNull(application.groupCode), isForPerson(session)))
    .orderBy(asc(application.position), asc(application.code))
  const groups = new Map<GroupCode, Icon[]>(GROUP_CODES.map((code) => [code, []]))
  for (const row of rows) {
    if (row.groupCode) groups.get(row.groupCode)?.push(toIcon(row, counts.get(row.code) ?? 0))
  }
  const inUnitOrder = [...groups].filter(([, icons]) => icons.length > 0).map(([code, iconVMs]) => ({ code, iconVMs }))
  return mayArrange(session) ? arrangeIcons(inUnitOrder, await readOrder(tx, session)) : inUnitOrder
}

/** Only teachers and employees have an order of their own (section 6). */
function mayArrange({ userType }: Session): boolean {
  return userType === 2 || userType === 4
}

async function readOrder(tx: Tx, { userId }: Session): Promise<DesktopOrder> {
  const [own] = await tx
    .select({ groups: desktopOrder.groups })
    .from(desktopOrder)
    .where(eq(desktopOrder.userId, userId))
  // What an earlier version kept and this one cannot read is as good as none.
  const order = z.safeParse(orderSchema, own?.groups)
  return order.success ? order.data : []
}

/** The codes of all applications that stand on the person's desktop. */
async function readOwnCodes(tx: Tx, session: Session): Promise<Set<string>> {
  const rows = await tx
    .select({ code: application.code })
    .from(application)
    .where(and(isNotNull(application.groupCode), isForPerson(session)))
  return new Set(rows.map(({ code }) => code))
}

function toIcon(row: typeof application.$inferSelect, unreadCount: number): Icon {
  return {
    code: row.code,
    zname: row.name,
    name: row.name,
    englishName: row.englishName,
    shortName: row.shortName,
    englishShortName: row.englishShortName,
    iconImg: row.iconPath,
    imgPath: row.iconPath,
    // Grey and cartoon are drawn by style from the same picture.
    imgGrayPath: row.iconPath,
    imgCartoonPath: row.iconPath,
    menuRoute: row.menuRoute,
    serverId: row.serverId,
    deployPath: row.deployPath,
    frontUserType: row.frontUserTypes.join(','),
    limitUserType: row.limitUserTypes.join(','),
    resourceType: row.resourceType,
    updateStatus: row.updateStatus,
    unReadCodeCount: unreadCount,
  }
}

/** Keeps the order that the person gave their icons, without codes that are none of theirs and without repetitions. */
export async function saveDesktopOrder(tx: Tx, session: Session, order: DesktopOrder): Promise<void> {
  const left = await readOwnCodes(tx, session)
  const groups = order.map(({ code, codes }) => ({ code, codes: codes.filter((one) => left.delete(one)) }))
  const { userId, unitId } = session
  await tx
    .insert(desktopOrder)
    .values({ userId, unitId, groups })
    .onConflictDoUpdate({ target: desktopOrder.userId, set: { groups, savedAt: sql`now()` } })
  await announce(tx, { unitId, to: [userId], kind: 'desktop' })
}

/** Forgets the person's own order. */
export async function resetDesktopOrder(tx: Tx, { unitId, userId }: Session): Promise<void> {
  await tx.delete(desktopOrder).where(eq(desktopOrder.userId, userId))
  await announce(tx, { unitId, to: [userId], kind: 'desktop' })
}
