import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  GROUP_CODES,
  PAGE,
  type GroupCode,
  type Icon,
  type IconGroups,
  type MenuItem,
  unreadCodeCounts,
  type UnreadCodeCounts,
} from '../../../contract/endpoints/desktop/desktop.ts'
import {
  desktopOrder as orderSchema,
  type DesktopOrder,
  type resetOrder,
  type saveOrder,
} from '../../../contract/endpoints/desktop/desktop-order.ts'
import type { searchIndex } from '../../../contract/endpoints/desktop/desktop-search.ts'
import { arrangeIcons } from '../../../contract/rules/desktop/arrange-icons.ts'
import type { Handler, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { application, desktopDefault, desktopOrder } from '../../db/tables.generated.ts'
import { entryClientId } from '../oauth/oauth-clients.ts'
import { announce } from '../live/live.ts'
import {
  APPLICATION_PICTURES,
  isForPerson,
  isForViewer,
  expiredAt,
  isOpenByLicence,
  openedAddress,
  openedClient,
  opensOnPlainHttp,
  type Viewer,
  viewerOf,
} from '../units/offered-applications.ts'
import { syllablesOf } from './pinyin.ts'

const CATALOGUE = '/icons/apps/'
const SVG = /\.svg$/

export async function readUnreadByCode(tx: Tx, session: Session): Promise<UnreadCodeCounts> {
  return queryRows(tx, unreadCodeCounts.def.element)`
    select w.code, count(*) as num from (
      select m.module as code from message_recipient r join message m using (message_id) where r.user_id = ${session.userId} and r.read_at is null
      union all select t.module from todo t where t.user_id = ${session.userId} and t.closed_at is null) w
    group by w.code order by w.code`
}

/** Conditions for an application to have an icon on the user's desktop. */
const hasIconFor = (session: Session) => and(isNotNull(application.groupCode), isForPerson(session))

/** Conditions for a place on the user's desktop or in the menu, be it in a folder or inside an application. */
export const isInMenuOf = (session: Session) => isInMenuOfViewer(viewerOf(session))

const isInMenuOfViewer = (viewer: Viewer) =>
  and(or(isNotNull(application.groupCode), isNotNull(application.parentCode)), isForViewer(viewer))

/** The names of all in the user's menu in syllables, for search. */
export const readSearchIndex: Handler<typeof searchIndex> = async (_, { tx, session }) => {
  const rows = await tx
    .select({ code: application.code, name: application.name, shortName: application.shortName })
    .from(application)
    .where(isInMenuOf(session))
  return Promise.all(
    rows.map(async ({ code, name, shortName }) => ({
      code,
      name: [...(await syllablesOf(name))],
      shortName: [...(await syllablesOf(shortName))],
    })),
  )
}

/**
 * The desktop's icons in their groups, without empty groups. Applications with an expired licence stay: the client checks the licence on opening.
 * Those with updateStatus 0 are included too, for the client to drop. Employees and teachers get their own order, others that of their type.
 */
export async function readIconGroups(tx: Tx, session: Session, unread: UnreadCodeCounts): Promise<IconGroups> {
  const inUnitOrder = await readUnitIcons(tx, viewerOf(session), unread)
  return arrangeIcons(inUnitOrder, await readOrder(tx, session))
}

/** As `readIconGroups`, in the order of the unit. */
export async function readUnitIcons(tx: Tx, viewer: Viewer, unread: UnreadCodeCounts = []): Promise<IconGroups> {
  const counts = new Map(unread.map(({ code, num }) => [code, num]))
  const rows = await tx
    .select({
      code: application.code,
      zname: application.name,
      name: application.name,
      englishName: application.englishName,
      shortName: application.shortName,
      englishShortName: application.englishShortName,
      iconImg: application.iconPath,
      serverId: application.serverId,
      deployPath: application.deployPath,
      menuRoute: openedAddress,
      frontUserType: sql<string>`array_to_string(${application.frontUserTypes}, ',')`,
      limitUserType: sql<string>`array_to_string(${application.limitUserTypes}, ',')`,
      resourceType: application.resourceType,
      updateStatus: application.updateStatus,
      expiredAt,
      plainHttp: opensOnPlainHttp,
      closed: sql<boolean>`not ${isOpenByLicence}`,
      ssoClientId: sql<string | null>`coalesce(${openedClient}, ${entryClientId(openedAddress)})`,
      groupCode: application.groupCode,
      parentCode: application.parentCode,
    })
    .from(application)
    .where(isInMenuOfViewer(viewer))
    .orderBy(asc(application.position), asc(application.code))
  const groups = new Map<GroupCode, Icon[]>(GROUP_CODES.map((code) => [code, []]))
  type Row = (typeof rows)[number]
  const toItem = (row: Row): MenuItem => {
    const { groupCode: _, parentCode: __, ssoClientId, expiredAt: endedAt, plainHttp, closed, ...item } = row
    return {
      ...item,
      imgPath: pictureOf(row.iconImg),
      imgGrayPath: pictureOf(row.iconImg, 'gray'),
      imgCartoonPath: pictureOf(row.iconImg, 'cartoon'),
      unReadCodeCount: counts.get(row.code) ?? 0,
      ...(ssoClientId !== null && { ssoClientId }),
      ...(endedAt !== null && { expiredAt: endedAt }),
      ...(plainHttp && { plainHttp }),
      ...(closed && { closed }),
    }
  }
  const inside = (parent: Row) => rows.filter(({ parentCode }) => parentCode === parent.code)
  const toApplication = (row: Row): Icon => {
    const children = inside(row).map(toItem)
    return { ...toItem(row), ...(children.length > 0 && { children }) }
  }
  for (const row of rows) {
    if (!row.groupCode) continue
    if (row.resourceType === PAGE) groups.get(row.groupCode)?.push(toApplication(row))
    else groups.get(row.groupCode)?.push({ ...toItem(row), iconVMs: inside(row).map(toApplication) })
  }
  return [...groups].filter(([, icons]) => icons.length > 0).map(([code, iconVMs]) => ({ code, iconVMs }))
}

/** Only teachers and employees have an order of their own (section 6). */
function mayArrange({ userType }: Session): boolean {
  return userType === 2 || userType === 4
}

/** The user's own order, else that of their type. */
async function readOrder(tx: Tx, session: Session): Promise<DesktopOrder> {
  const { userId, userType } = session
  const ofType = tx
    .select({ groups: desktopDefault.groups })
    .from(desktopDefault)
    .where(eq(desktopDefault.userType, userType))
  const own = tx.select({ groups: desktopOrder.groups }).from(desktopOrder).where(eq(desktopOrder.userId, userId))
  const found = mayArrange(session) ? await own : []
  const [stored] = found.length > 0 ? found : await ofType
  // An order that this version cannot read is ignored.
  const order = z.safeParse(orderSchema, stored?.groups)
  return order.success ? order.data : []
}

async function readOwnCodes(tx: Tx, session: Session): Promise<Set<string>> {
  const rows = await tx.select({ code: application.code }).from(application).where(hasIconFor(session))
  return new Set(rows.map(({ code }) => code))
}

/**
 * The picture of an application, plain or in another form: in the portal's catalogue each is a WebP file of its own (scripts/app-icons.ts), of the unit's own pictures
 * the part that a fragment shows; other pictures have one form.
 */
function pictureOf(path: string, form?: 'gray' | 'cartoon'): string {
  if (path.startsWith(CATALOGUE)) return path.replace(SVG, form ? `-${form}.webp` : '.webp')
  return form && path.startsWith(APPLICATION_PICTURES) ? `${path}#${form}` : path
}

/** Stores the user's order of icons, without unknown and repeated codes. */
export const saveDesktopOrder: Handler<typeof saveOrder> = async ({ groups: order }, { tx, session }) => {
  const left = await readOwnCodes(tx, session)
  const groups = order.map(({ code, codes }) => ({ code, codes: codes.filter((one) => left.delete(one)) }))
  const { userId, unitId } = session
  await tx
    .insert(desktopOrder)
    .values({ userId, unitId, groups })
    .onConflictDoUpdate({ target: desktopOrder.userId, set: { groups, savedAt: sql`now()` } })
  await announce(tx, { unitId, to: [userId], kind: 'desktop' })
}

export const resetDesktopOrder: Handler<typeof resetOrder> = async (_, { tx, session: { unitId, userId } }) => {
  await tx.delete(desktopOrder).where(eq(desktopOrder.userId, userId))
  await announce(tx, { unitId, to: [userId], kind: 'desktop' })
}
