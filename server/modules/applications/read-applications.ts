import { and, asc, eq, getTableColumns, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import type {
  Application,
  ApplicationOverview,
  DefaultDesktop,
} from '../../../contract/endpoints/applications/applications.ts'
import { FOLDER } from '../../../contract/endpoints/desktop/desktop.ts'
import { desktopOrder } from '../../../contract/endpoints/desktop/desktop-order.ts'
import { EXPIRY_SOON } from '../../../contract/limits.ts'
import { DEDICATED_CODE } from '../../../contract/rules/desktop/own-application.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import { application, desktopDefault, licence } from '../../db/tables.generated.ts'
import { versionOf, withVersion } from '../../http/record-version.ts'
import { iconCatalogue } from './icon-catalogue.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { httpRefusalOf, readOwnHosts, type HttpRequest } from './http-address.ts'

/** Without it no administrator could switch anything on again. */
export const NEEDED = 'administration'
const DAY = 86_400_000
const USER_TYPES = [1, 2, 3, 4] as const
const folder = alias(application, 'folder')

/** An application that has an icon: at the top of a group, or in a folder. Others are modules that only send messages, and pages of applications. */
const hasIcon = or(isNotNull(application.groupCode), eq(folder.resourceType, FOLDER))

/** Applications with an icon, without deleted ones, in their order. */
export function selectApplications(tx: Tx) {
  return tx
    .select({
      ...getTableColumns(application),
      endsAt: licence.endsAt,
      graceDays: sql<number>`(select u.licence_grace_days from unit u where u.unit_id = ${application.unitId})`,
    })
    .from(application)
    .leftJoin(folder, and(eq(folder.unitId, application.unitId), eq(folder.code, application.parentCode)))
    .leftJoin(licence, and(eq(licence.unitId, application.unitId), eq(licence.serverId, application.serverId)))
    .where(and(hasIcon, isNull(application.removedAt)))
    .orderBy(asc(application.position), asc(application.code))
}
export type ApplicationRow = Awaited<ReturnType<typeof selectApplications>>[number]

/** What the administration of applications shows. */
export async function readOverview(tx: Tx, request: HttpRequest): Promise<ApplicationOverview> {
  const describing = await readDescribing(tx, request)
  const rows = await selectApplications(tx)
  const { clients, roles, classes, campuses } = applications.read.response.shape
  return {
    applications: rows.map((row) => describe(row, describing)),
    clients: await queryRows(tx, clients.def.element)`
      select client_id as "clientId", name, english_name as "englishName", disabled_at is null as usable
      from oauth_client where login_url like 'http%' order by position, client_id`,
    // The operator's role is left out, because no unit may give it.
    roles: await queryRows(tx, roles.def.element)`
      select role_id as "roleId", name, english_name as "englishName" from role where service <> 'portal' order by name, role_id`,
    classes: await queryRows(tx, classes.def.element)`
      select c.class_id as "classId", c.name, c.english_name as "englishName", g.name as "gradeName", g.english_name as "gradeEnglishName"
      from class_group c join grade g using (grade_id) where c.closed_on is null order by g.position, c.position, c.name`,
    // An area office has no classes, by which people are of a campus.
    campuses: await queryRows(tx, campuses.def.element)`
      select campus_id as "campusId", name, english_name as "englishName" from campus
      where exists (select from unit where unit_type = '2') order by position, name`,
    defaults: await readDefaults(tx),
    httpPlaces: [...describing.rule.places],
  }
}

/** One of `selectApplications`, as the overview has it. */
export const describeApplication = async (tx: Tx, row: ApplicationRow, request: HttpRequest): Promise<Application> =>
  describe(row, await readDescribing(tx, request))

async function readDefaults(tx: Tx): Promise<DefaultDesktop[]> {
  const rows = await tx.select().from(desktopDefault)
  return USER_TYPES.map((userType) => {
    // An order that this version cannot read is ignored.
    const order = z.safeParse(desktopOrder, rows.find((row) => row.userType === userType)?.groups)
    return withVersion({ userType, groups: order.success ? order.data : null })
  })
}

/** The desktop with which people of a type begin. */
export async function readDefault(tx: Tx, userType: DefaultDesktop['userType']): Promise<DefaultDesktop> {
  const found = (await readDefaults(tx)).find((one) => one.userType === userType)
  if (!found) throw new Error('no such user type')
  return found
}

/** What depends on time and place in the description of an application. */
const readDescribing = async (tx: Tx, request: HttpRequest) => ({
  now: request.server.now(),
  timeZone: await readTimeZone(tx),
  rule: request.server.httpApplications,
  ownHosts: await readOwnHosts(tx, request),
})
type Describing = Awaited<ReturnType<typeof readDescribing>>

function describe(row: ApplicationRow, { now, timeZone, rule, ownHosts }: Describing): Application {
  const { code, limitUserTypes, limitRoleIds, limitClassIds, limitCampusIds } = row
  const shown = {
    code,
    name: row.name,
    englishName: row.englishName,
    group: row.groupCode,
    folder: row.parentCode,
    icon: row.iconPath,
    builtInIcon: builtInIcon(row),
    on: row.updateStatus !== 0,
    needed: code === NEEDED,
    own: row.own,
    opens: describeTarget(row),
    madeFor: row.frontUserTypes,
    httpRefusal: row.own && row.clientId === null ? httpRefusalOf(rule, row.menuRoute, ownHosts) : null,
    audience: {
      userTypes: limitUserTypes,
      roleIds: limitRoleIds,
      classIds: limitClassIds,
      campusIds: limitCampusIds,
    },
    licence: describeLicence(row, now, timeZone),
  }
  const { name, englishName, group, icon, opens, audience, licence: held } = shown
  const endsOn = row.own ? (held?.endsOn ?? null) : null
  return { ...shown, version: versionOf({ name, englishName, group, icon, opens, audience, endsOn }) }
}

/** The icon that is drawn for the application, else the one that it came with. */
export function builtInIcon({ own, code, resourceType }: Pick<ApplicationRow, 'own' | 'code' | 'resourceType'>) {
  if (own || resourceType === FOLDER || !Object.hasOwn(iconCatalogue, code)) return null
  return `/icons/apps/${code}.svg`
}

function describeTarget({ code, own, resourceType, clientId, menuRoute }: ApplicationRow): Application['opens'] {
  if (resourceType === FOLDER) return { kind: 'folder' }
  if (own && code === DEDICATED_CODE) return { kind: 'dedicated' }
  if (clientId !== null) return { kind: 'client', clientId }
  return /^https?:/.test(menuRoute) ? { kind: 'link', url: menuRoute } : { kind: 'micro-app' }
}

function describeLicence(
  { serverId, endsAt, graceDays }: ApplicationRow,
  now: number,
  timeZone: string,
): Application['licence'] {
  if (serverId === 'base' || endsAt === null) return null
  const end = endsAt.getTime()
  const state =
    end > now ? (end - now <= EXPIRY_SOON ? 'soon' : 'valid') : end + graceDays * DAY > now ? 'read-only' : 'expired'
  return { endsAt: endsAt.toISOString(), endsOn: wallTime(end, timeZone).date, state }
}
