import { inArray } from 'drizzle-orm'
import { desktopPath, settingsPath } from '../../../contract/pages.ts'
import { type SchoolYear, termNumber } from '../../../contract/rules/school-year.ts'
import type { Tx } from '../../db/database.ts'
import {
  application,
  campus,
  licence,
  permission,
  permissionGrant,
  role,
  schoolYear,
  term,
  unit,
  unitHost,
  unitLogo,
  vocabulary,
} from '../../db/tables.generated.ts'
import { DEFAULT_CREST } from './default-crest.ts'
import {
  DEFAULT_APPLICATIONS,
  DEFAULT_LICENCES,
  DEFAULT_PERMISSIONS,
  DEFAULT_ROLES,
  DEFAULT_VOCABULARY,
  type NewApplication,
  type NewLicence,
  ofUnitType,
  type Spoken,
} from './defaults/unit-defaults.ts'

type UnitColumns = Pick<typeof unit.$inferInsert, 'name' | 'englishName' | 'themeColor'> & {
  readonly unitType: '1' | '2'
} & Partial<
    Pick<typeof unit.$inferInsert, 'principal' | 'footer' | 'link' | 'decorationSet' | 'signInWays' | 'messageDot'>
  >

export interface NewUnit extends UnitColumns {
  /** As requests name them: lower case, without a port. The first is the main one. */
  readonly hosts: readonly string[]
  readonly campuses: readonly { readonly name: string; readonly englishName: string }[]
  readonly year: SchoolYear
  /** The day YYYY-MM-DD whose term is the current one. */
  readonly today: string
  /** By default a neutral crest. */
  readonly logo?: Pick<typeof unitLogo.$inferInsert, 'mediaType' | 'content'>
  readonly applications?: readonly NewApplication[]
  readonly licences?: readonly NewLicence[]
}

/**
 * Writes a unit with everything that it needs to be used, but no people. The transaction must be the owner's. Its hosts must not belong to another unit
 * (`findTakenHosts`).
 */
export async function createUnit(
  tx: Tx,
  given: NewUnit,
): Promise<{ unitId: string; campusIds: string[]; adminRoleId: string }> {
  const { hosts, campuses, year, today, logo, applications, licences, ...columns } = given
  const [written] = await tx
    .insert(unit)
    .values({ ...columns, schoolYear: year.name, term: termNumber(year, today) })
    .returning({ unitId: unit.unitId })
  if (!written) throw new Error('The unit was not written')
  const { unitId } = written
  await tx.insert(unitHost).values(hosts.map((host, at) => ({ host, unitId, isMain: at === 0 })))
  const campusIds = await tx
    .insert(campus)
    .values(campuses.map((one, position) => ({ ...one, unitId, position })))
    .returning({ campusId: campus.campusId })
  await tx.insert(unitLogo).values({ unitId, ...(logo ?? DEFAULT_CREST) })
  await writeYear(tx, unitId, year)
  const { unitType } = given
  await writeApplications(tx, unitId, unitType, applications ?? ofUnitType(DEFAULT_APPLICATIONS, unitType))
  await tx.insert(licence).values((licences ?? DEFAULT_LICENCES).map((one) => ({ ...one, unitId })))
  const adminRoleId = await writeRights(tx, unitId, unitType)
  await writeVocabulary(tx, unitId, unitType)
  return { unitId, campusIds: campusIds.map(({ campusId }) => campusId), adminRoleId }
}

/** The hosts that belong to a unit already. The transaction must be the owner's. */
export async function findTakenHosts(tx: Tx, hosts: readonly string[]): Promise<string[]> {
  const { host } = unitHost
  return (await tx.select({ host }).from(unitHost).where(inArray(host, hosts))).map((taken) => taken.host)
}

/** Writes a school year with its terms; returns its identifier. */
export async function writeYear(tx: Tx, unitId: string, { terms, ...year }: SchoolYear): Promise<string> {
  const yearId = await addYear(tx, unitId, year)
  await tx.insert(term).values(terms.map((one) => ({ ...one, unitId, yearId })))
  return yearId
}

/** Writes a school year alone; returns its identifier. */
export async function addYear(tx: Tx, unitId: string, { name, startsOn, endsOn }: Omit<SchoolYear, 'terms'>) {
  const [added] = await tx
    .insert(schoolYear)
    .values({ unitId, name, startsOn, endsOn })
    .returning({ yearId: schoolYear.yearId })
  if (!added) throw new Error('the year was not added')
  return added.yearId
}

async function writeApplications(
  tx: Tx,
  unitId: string,
  unitType: '1' | '2',
  applications: readonly NewApplication[],
): Promise<void> {
  const deployPath = unitType === '1' ? 'area' : 'pages'
  await tx.insert(application).values(
    applications.map((given, position) => {
      const { userTypes, units: _, ...one } = given
      return { ...one, unitId, frontUserTypes: userTypes, deployPath, position }
    }),
  )
}

const ADMINISTRATORS = { code: 'XX_SYS_', name: '系统管理员', englishName: 'System administrator' }

/** Writes the permissions, what each user type may do, and the built-in roles; returns the identifier of the administrators'. */
async function writeRights(tx: Tx, unitId: string, unitType: '1' | '2'): Promise<string> {
  const permissions = ofUnitType(DEFAULT_PERMISSIONS, unitType)
  await tx
    .insert(permission)
    .values(permissions.map(({ code, name, parentCode }, position) => ({ unitId, code, name, parentCode, position })))
  const roles = [ADMINISTRATORS, ...DEFAULT_ROLES]
  const written = await tx
    .insert(role)
    .values(roles.map(({ code, name, englishName }) => ({ unitId, service: 'base', code, name, englishName })))
    .returning({ roleId: role.roleId, code: role.code })
  const idOf = (code: string) => written.find((one) => one.code === code)?.roleId ?? ''
  const roleId = idOf(ADMINISTRATORS.code)
  const isOf = (code: string, { codes }: (typeof DEFAULT_ROLES)[number]) =>
    codes.includes(code) || codes.includes(code.replace('_area_', '_'))
  await tx
    .insert(permissionGrant)
    .values(
      permissions.flatMap(({ code, userTypes, admin }) => [
        ...userTypes.map((userType) => ({ unitId, code, userType })),
        ...(admin || userTypes.length === 0 ? [{ unitId, code, roleId }] : []),
        ...DEFAULT_ROLES.filter((one) => isOf(code, one)).map((one) => ({ unitId, code, roleId: idOf(one.code) })),
      ]),
    )
  return roleId
}

async function writeVocabulary(tx: Tx, unitId: string, unitType: '1' | '2'): Promise<void> {
  const rows = DEFAULT_VOCABULARY.flatMap(({ zh, en, app, url = '', opens, userTypes = [], permission: code }) => {
    const opened = app === undefined ? { url: addressOf(unitType, opens) } : { appCode: app, url }
    const values = { unitId, ...opened, userTypes, permission: code }
    return [
      ...zh.map((phrase) => ({ ...values, language: 'zh-CN' as const, phrase })),
      ...en.map((phrase) => ({ ...values, language: 'en' as const, phrase })),
    ]
  })
  await tx.insert(vocabulary).values(rows)
}

/** The address of the desktop, or of a part of the settings. */
function addressOf(unitType: '1' | '2', opens: Spoken['opens']): string {
  if (opens === undefined || opens === 'desktop') return desktopPath(unitType, 'pc')
  return settingsPath(unitType) + (opens === 'account' ? '' : `?part=${opens}`)
}
