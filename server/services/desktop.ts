import { and, arrayContains, asc, eq, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import {
  GROUP_CODES,
  type GroupCode,
  type Icon,
  type IconGroups,
  type UnreadCodeCounts,
} from '../../contract/calls/desktop.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/database.ts'
import { application, message, messageRecipient, todo } from '../db/schema/portal.ts'

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
 * licence when one is opened, and says so. Those with updateStatus 0 are included too, for the client to drop.
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
  return [...groups].filter(([, icons]) => icons.length > 0).map(([code, iconVMs]) => ({ code, iconVMs }))
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
