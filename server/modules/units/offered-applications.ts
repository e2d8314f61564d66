import { and, arrayContains, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Session } from '../../http/call.ts'
import { application } from '../../db/tables.generated.ts'

/** Applications that an area office never shows. */
const SCHOOL_ONLY_CODES = ['base', 'education']
const SCHOOL = '2'

/** The address of a picture of a unit's own application, without the picture's name. */
export const APPLICATION_PICTURES = '/api/base/application/picture/'

/** SQL: the entry of the third party that an application opens; null without one that is turned on. */
const clientEntry = sql`(select c.login_url from oauth_client c where c.unit_id = ${application.unitId} and c.client_id = ${application.clientId}
  and c.disabled_at is null and c.login_url like 'http%')`

/** SQL: whether an application's licence lets people open it, also in the days of grace. */
export const isOpenByLicence = sql`portal_licensed(${application.unitId}, ${application.serverId}, true)`

/** SQL: since when an application's licence, or the portal's, has ended, as ISO text; null while both go on. */
export const expiredAt = sql<
  string | null
>`(select to_char(min(l.ends_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
  from licence l where l.unit_id = application.unit_id and l.server_id in ('base', application.server_id) and l.ends_at <= now())`

/**
 * SQL: whether an application is on plain http. It is opened on the portal's page of it, which asks the server each time whether the operator still allows that; a desktop that
 * a device has stored would not know.
 */
const isOnPlainHttp = sql`(${application.own} and ${application.clientId} is null and ${application.menuRoute} ilike 'http:%')`

/** SQL: whether an application is on plain http and its licence lets people open it. */
export const opensOnPlainHttp = sql<boolean>`(${isOnPlainHttp} and ${isOpenByLicence})`

/**
 * SQL: the address that an application opens. Empty for an own one whose licence has ended and one on plain http, so that the portal's page of it is opened, which says
 * so.
 */
export const openedAddress = sql<string>`case when not ${application.own} then ${application.menuRoute} when not ${isOpenByLicence} or ${isOnPlainHttp} then ''
  when ${application.clientId} is null then ${application.menuRoute} else coalesce(${clientEntry}, '') end`

/** SQL: the third party that the address is of; null for an address of another kind. */
export const openedClient = sql<string | null>`case when ${isOpenByLicence} then ${application.clientId} end`

/** For whom applications are read: a person, or a type of people with a role. */
export interface Viewer extends Pick<Session, 'unitType' | 'userType'> {
  /** Whether they were granted a code. */
  readonly holds: (code: typeof application.code) => SQL
  /** Whether they are among those to whom an application is limited. */
  readonly isAmong: (limits: Limits) => SQL
}

type Limits = Record<'roles' | 'classes' | 'campuses', PgColumn>

export const viewerOf = ({ unitType, userType, userId }: Session): Viewer => ({
  unitType,
  userType,
  holds: (code) => sql`portal_holds(${application.unitId}, ${userId}, ${userType}::smallint, ${code})`,
  isAmong: ({ roles, classes, campuses }) => sql`portal_is_among(${userId}, ${roles}, ${classes}, ${campuses})`,
})

export const isForPerson = (session: Session) => isForViewer(viewerOf(session))

/**
 * Conditions for an application to be available: for the user type, not limited to others, granted where it has a permission code, and with something to
 * open.
 */
export function isForViewer({ unitType, userType, holds, isAmong }: Viewer) {
  const { limitRoleIds: roles, limitClassIds: classes, limitCampusIds: campuses } = application
  return and(
    isNull(application.removedAt),
    arrayContains(application.frontUserTypes, [userType]),
    or(sql`cardinality(${application.limitUserTypes}) = 0`, arrayContains(application.limitUserTypes, [userType])),
    // Few applications have these limits, whose check is a query of its own.
    sql`(cardinality(${roles}) + cardinality(${classes}) + cardinality(${campuses}) = 0
      or ${isAmong({ roles, classes, campuses })})`,
    sql`(not exists (select from permission p where p.unit_id = ${application.unitId} and p.code = ${application.code})
      or ${holds(application.code)})`,
    sql`(${application.clientId} is null or ${clientEntry} is not null)`,
    unitType === SCHOOL ? undefined : notInArray(application.code, SCHOOL_ONLY_CODES),
  )
}
