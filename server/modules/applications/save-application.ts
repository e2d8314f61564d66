import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf, UserType } from '../../../contract/endpoint.ts'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import type { ApplicationOverview, Audience } from '../../../contract/endpoints/applications/applications.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import {
  DEDICATED_CODE,
  FREE_ICONS,
  freeIconPath,
  OWN_PREFIX,
} from '../../../contract/rules/desktop/own-application.ts'
import { addDays, momentOf } from '../../../contract/rules/zoned-time.ts'
import { lockUntilEnd, type Tx } from '../../db/database.ts'
import { queryValues } from '../../db/query.ts'
import { application, desktopDefault, licence, oauthClient } from '../../db/tables.generated.ts'
import { type Call, fieldError, type Handler } from '../../http/call.ts'
import { requireVersion } from '../../http/record-version.ts'
import { announce } from '../live/live.ts'
import { APPLICATION_PICTURES } from '../units/offered-applications.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'
import { hasPicture } from './application-pictures.ts'
import { httpRefusalOf, type HttpRequest, readOwnHosts } from './http-address.ts'
import {
  builtInIcon,
  describeApplication,
  NEEDED,
  readDefault,
  readOverview,
  selectApplications,
  type ApplicationRow,
} from './read-applications.ts'

/** Of a unit, with those that can be brought back. */
const OWN_MAX = 200
const LICENSED_BY_PORTAL = 'base'
const EVERY_TYPE: UserType[] = [1, 2, 3, 4]

type Given = ParsedRequestOf<typeof applications.save>

/** The overview after a change, which every desktop of the unit is told of. */
async function changed({ tx, session: { unitId }, request }: Call): Promise<ApplicationOverview> {
  await announce(tx, { unitId, to: 'unit', kind: 'desktop' })
  return readOverview(tx, request)
}

/** Throws what the endpoint says. */
export const saveApplication: Handler<typeof applications.save> = async (given, call) => {
  const { tx, request, session } = call
  const { unitId } = session
  const rows = await lockApplications(tx, unitId)
  const before = given.code === null ? null : requireApplication(rows, given.code)
  if (before) {
    const current = await describeApplication(tx, before, request)
    const target = { kind: 'application' as const, id: before.code }
    await requireVersion(tx, applications.save, { known: given.version, current, target })
  }
  const code = before?.code ?? (await newCode(tx, unitId, given, rows))
  await checkIcon(tx, given.icon, before)
  await checkAudience(tx, given.audience, before)
  const { audience, icon, name, englishName } = given
  const isOwn = before?.own ?? true
  const fields = {
    ...namesOf(given, before),
    groupCode: groupOf(given, before),
    iconPath: icon,
    limitUserTypes: audience.userTypes,
    limitRoleIds: audience.roleIds,
    limitClassIds: audience.classIds,
    limitCampusIds: audience.campusIds,
    ...(isOwn && (await targetOf(tx, given, code, request))),
    ...(isOwn && { serverId: given.endsOn === null ? LICENSED_BY_PORTAL : code }),
  }
  if (before) await tx.update(application).set(fields).where(eq(application.code, code))
  else {
    const position = sql<number>`(select coalesce(max(a.position) + 1, 0) from application a)`
    const made = { ...fields, unitId, code, own: true, frontUserTypes: EVERY_TYPE, position }
    const deployPath = sql<string>`(select case unit_type when '1' then 'area' else 'pages' end from unit)`
    const set = { ...made, deployPath, removedAt: null, updateStatus: 1 }
    // The code of a dedicated application that was deleted is taken again.
    await tx
      .insert(application)
      .values(set)
      .onConflictDoUpdate({ target: [application.unitId, application.code], set })
  }
  if (isOwn) await saveLicence(tx, { unitId, serverId: code, name, englishName }, given.endsOn)
  const after = { ...trailOf({ ...before, ...fields }), endsOn: given.endsOn }
  const changes = { before: before && trailOf(before), after }
  await call.record(tx, { target: { kind: 'application', id: code }, changes })
  return { appCode: code, overview: await changed(call) }
}

/** Applications of the unit with an icon, and no change of another administrator until the end of the transaction. */
async function lockApplications(tx: Tx, unitId: string): Promise<ApplicationRow[]> {
  await lockUntilEnd(tx, `applications ${unitId}`)
  return selectApplications(tx)
}

function requireApplication(rows: readonly ApplicationRow[], code: string): ApplicationRow {
  const found = rows.find((row) => row.code === code)
  if (!found) throw new PortalError('application.gone')
  return found
}

async function newCode(tx: Tx, unitId: string, { opens }: Given, rows: readonly ApplicationRow[]): Promise<string> {
  if (opens?.kind === 'dedicated') {
    if (rows.some(({ code }) => code === DEDICATED_CODE)) throw fieldError('opens', 'application.dedicated_taken')
    return DEDICATED_CODE
  }
  const own = await tx.$count(application, and(eq(application.unitId, unitId), eq(application.own, true)))
  if (own >= OWN_MAX) throw new PortalError('application.too_many')
  return `${OWN_PREFIX}${randomBytes(6).toString('hex')}`
}

/** The names below the icon follow the others; those that a built-in one came with stay as long as its names do. */
function namesOf({ name, englishName }: Given, before: ApplicationRow | null) {
  return {
    name,
    englishName,
    shortName: before && name === before.name ? before.shortName : name,
    englishShortName: before && englishName === before.englishName ? before.englishShortName : englishName,
  }
}

/** In a folder an application stays in it. */
function groupOf({ group }: Given, before: ApplicationRow | null) {
  if (before?.parentCode != null) return null
  if (group === null) throw fieldError('group', 'field.required', 'request.invalid')
  return group
}

async function targetOf(tx: Tx, { opens }: Given, code: string, request: HttpRequest) {
  if (opens === null) throw fieldError('opens', 'field.required', 'request.invalid')
  // By its code it is the dedicated one or not, and stays so.
  if ((opens.kind === 'dedicated') !== (code === DEDICATED_CODE)) throw fieldError('opens', 'request.invalid')
  if (opens.kind === 'dedicated') return { menuRoute: '', clientId: null }
  if (opens.kind === 'link') {
    const ownHosts = await readOwnHosts(tx, request)
    const refusal = httpRefusalOf(request.server.httpApplications, opens.url, ownHosts)
    if (refusal !== null) throw fieldError('url', refusal)
    // With its scheme in small letters, by which links of plain http are known.
    return { menuRoute: opens.url.replace(/^https?:/i, (scheme) => scheme.toLowerCase()), clientId: null }
  }
  const { clientId } = opens
  const isUsable = and(eq(oauthClient.clientId, clientId), sql`${oauthClient.loginUrl} like 'http%'`)
  if ((await tx.$count(oauthClient, isUsable)) === 0) throw fieldError('clientId', 'application.no_client')
  return { menuRoute: '', clientId }
}

async function checkIcon(tx: Tx, icon: string, before: ApplicationRow | null): Promise<void> {
  const isKnown =
    icon === before?.iconPath ||
    (before && icon === builtInIcon(before)) ||
    FREE_ICONS.some((name) => freeIconPath(name) === icon) ||
    (icon.startsWith(APPLICATION_PICTURES) && (await hasPicture(tx, icon)))
  if (!isKnown) throw fieldError('icon', 'application.no_icon')
}

/** What it is limited to already may stay, also when it is gone. */
async function checkAudience(tx: Tx, audience: Audience, before: ApplicationRow | null): Promise<void> {
  const { userTypes, roleIds, classIds, campusIds } = audience
  const isLimited = [userTypes, roleIds, classIds, campusIds].some(({ length }) => length > 0)
  if (before?.code === NEEDED && isLimited) throw new PortalError('application.needed')
  for (const [field, wanted, known, all] of [
    ['roleIds', roleIds, before?.limitRoleIds, sql`select role_id from role`],
    ['classIds', classIds, before?.limitClassIds, sql`select class_id from class_group where closed_on is null`],
    ['campusIds', campusIds, before?.limitCampusIds, sql`select campus_id from campus`],
  ] as const) {
    const added = wanted.filter((id) => !known?.includes(id))
    const present = added.length > 0 ? await queryValues(tx, z.string())`${all}` : []
    if (!added.every((id) => present.includes(id))) throw fieldError(field, 'application.audience_gone')
  }
}

/** The licence of an own application, until the end of the day in the unit's time zone. */
async function saveLicence(
  tx: Tx,
  key: Pick<typeof licence.$inferInsert, 'unitId' | 'serverId' | 'name' | 'englishName'>,
  endsOn: string | null,
): Promise<void> {
  if (endsOn === null) {
    await tx.delete(licence).where(eq(licence.serverId, key.serverId))
    return
  }
  const next = momentOf({ date: addDays(endsOn, 1), minutes: 0 }, await readTimeZone(tx))
  const set = { name: key.name, englishName: key.englishName, endsAt: new Date(next - 1000) }
  await tx
    .insert(licence)
    .values({ ...key, ...set })
    .onConflictDoUpdate({ target: [licence.unitId, licence.serverId], set })
}

function trailOf(row: Partial<ApplicationRow>): Record<string, unknown> {
  return {
    name: row.name,
    englishName: row.englishName,
    group: row.groupCode,
    icon: row.iconPath,
    opens: row.clientId ?? row.menuRoute,
    userTypes: row.limitUserTypes,
    roleIds: row.limitRoleIds,
    classIds: row.limitClassIds,
    campusIds: row.limitCampusIds,
  }
}

/** Throws 'application.gone' and 'application.needed'. */
export const switchApplication: Handler<typeof applications.turn> = async ({ code, on }, call) => {
  const { tx, session, record } = call
  const before = requireApplication(await lockApplications(tx, session.unitId), code)
  if (!on && code === NEEDED) throw new PortalError('application.needed')
  await tx
    .update(application)
    .set({ updateStatus: on ? 1 : 0 })
    .where(eq(application.code, code))
  const changes = { before: { on: before.updateStatus !== 0 }, after: { on } }
  await record(tx, { target: { kind: 'application', id: code }, changes })
  return changed(call)
}

/** Throws 'application.gone'. */
export const sortApplications: Handler<typeof applications.sort> = async ({ codes }, call) => {
  const { tx, session, record } = call
  const all = (await lockApplications(tx, session.unitId)).map(({ code }) => code)
  const wanted = [...new Set(codes)]
  if (wanted.some((code) => !all.includes(code))) throw new PortalError('application.gone')
  const before = all.filter((code) => wanted.includes(code))
  const waiting = [...wanted]
  const order = all.map((code) => (wanted.includes(code) ? (waiting.shift() ?? code) : code))
  // Those without an icon keep their place: it orders them among themselves only.
  await tx.execute(sql`
    update application a set position = o.at - 1
    from unnest(${sql.param(order)}::text[]) with ordinality as o (code, at) where a.code = o.code and a.position <> o.at - 1`)
  await record(tx, { changes: { before, after: codes } })
  return changed(call)
}

/** Throws 'application.gone' and 'application.built_in'. */
export const removeApplication: Handler<typeof applications.remove> = async ({ code }, call) => {
  const { tx, session, record } = call
  const before = requireApplication(await lockApplications(tx, session.unitId), code)
  if (!before.own) throw new PortalError('application.built_in')
  await tx.execute(sql`update application set removed_at = now() where code = ${code}`)
  await record(tx, { target: { kind: 'application', id: code }, changes: { before: trailOf(before), after: null } })
  return changed(call)
}

/** Throws 'application.gone'. */
export const bringApplicationBack: Handler<typeof applications.bringBack> = async ({ code }, call) => {
  const { tx, session, record } = call
  await lockUntilEnd(tx, `applications ${session.unitId}`)
  const { rowCount } = await tx.execute(
    sql`update application set removed_at = null where code = ${code} and removed_at is not null`,
  )
  if (!rowCount) throw new PortalError('application.gone')
  await record(tx, { target: { kind: 'application', id: code }, changes: { broughtBack: true } })
  return changed(call)
}

/** Without groups it is the order of the applications. Throws 'record.changed'. */
export const saveDefaultDesktop: Handler<typeof applications.saveDefault> = async (given, call) => {
  const { tx, session, record } = call
  const { userType, groups, version: known } = given
  const { unitId } = session
  // An order of the applications has no row.
  await lockUntilEnd(tx, `default desktop of ${unitId} ${userType}`)
  const current = await readDefault(tx, userType)
  await requireVersion(tx, applications.saveDefault, { known, current })
  if (groups === null) await tx.delete(desktopDefault).where(eq(desktopDefault.userType, userType))
  else
    await tx
      .insert(desktopDefault)
      .values({ unitId, userType, groups })
      .onConflictDoUpdate({ target: [desktopDefault.unitId, desktopDefault.userType], set: { groups } })
  await record(tx, { changes: { userType, before: current.groups, after: groups } })
  return changed(call)
}
