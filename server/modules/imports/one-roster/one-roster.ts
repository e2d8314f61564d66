import { GUARDIAN_RELATIONS } from '../../../../contract/endpoints/people/roster.ts'
import { PEOPLE_FIELDS } from '../../../../contract/rules/imports/import-fields.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { joinName } from '../../../../contract/rules/people/name-parts.ts'
import { checkTexts, findTextProblem } from '../values/check-texts.ts'
import { createDayOrder } from '../values/read-date.ts'
import type { Country } from '../../phones/read-phone.ts'
import { createValueReader, wordsOf } from '../values/read-values.ts'
import { standingOf } from './enrolment-periods.ts'
import type { GivenPeriod } from './grading-periods.ts'
import { DAY, periodOf, readElsewhere, readEnrolments } from './read-enrolments.ts'
import { type Entry, isGone, type RosterFiles, type Values } from './roster-files.ts'
import { type GivenGuardian, type StagedRow, type UserKind } from '../reading/staged-row.ts'

const TYPES = wordsOf<UserKind>(
  [1, 'student'],
  [2, 'teacher'],
  [3, 'guardian parent relative'],
  [4, 'administrator siteadministrator districtadministrator systemadministrator aide counselor principal proctor'],
)
/** The columns of texts of a person, by the names of the fields in rows of imports. */
const USER_COLUMNS = {
  englishName: 'metadata.englishName',
  number: 'identifier',
  loginName: 'username',
  department: 'metadata.department',
  position: 'metadata.position',
  email: 'email',
} as const
/** Of several roles of a person, the first of these counts: of the primary ones where there are some. */
const ORDER: readonly UserKind[] = [1, 2, 4, 3]

/** Characters of a grading period's name. */
const PERIOD_LENGTH = 100

/**
 * The rows of people, classes and guardians, and of what is wrong elsewhere, and the grading periods of the files of OneRoster 1.2. Classes are those of the type homeroom; where a file has none of them, all of its classes. What
 * is enrolled elsewhere is left out: the portal has one class for each pupil. Of several enrolments the one that counts `today` (2026-09-01) is read, by its own
 * dates and those of its class's sessions. `country`: of phones without a country's code. A delta may name people and classes that are not in its files: the comparison finds them by their identifiers.
 */
export function readOneRoster(
  files: RosterFiles,
  today: string,
  country?: Country,
): { rows: StagedRow[]; periods: GivenPeriod[] } {
  const { table, mode, wrong } = files
  const classes = [...table('classes')].filter(([, one]) => !isGone(one))
  const homerooms = classes.filter(([, { classtype = '' }]) => /homeroom/i.test(classtype))
  const kept = homerooms.length > 0 ? homerooms : classes
  const isOver = (one: Values) => standingOf(periodOf(files, one), today) === 'over'
  // Last year's classes stay in the files of some systems.
  const used = new Map(kept.every(([, one]) => isOver(one)) ? kept : kept.filter(([, one]) => !isOver(one)))
  const enrolments = readEnrolments(files, used, today)
  requireOneSchool(files, used.values())
  const dayOrder = createDayOrder()
  for (const { birthdate = '' } of table('demographics').values()) dayOrder.see(birthdate)
  const around = { files, enrolments, roles: readRoles(files), dayOrder, today, country }
  const rows: StagedRow[] = []
  const next = () => rows.length + 1
  for (const [sourceId, one] of used) rows.push(classRow(around, sourceId, one, next()))
  const guardians: StagedRow[] = []
  for (const [sourceId, user] of table('users')) {
    const row = personRow(around, sourceId, user, next())
    rows.push(row)
    // A person whose type only the comparison will find may be a pupil.
    if ((row.given.type ?? 1) !== 1) continue
    for (const given of agentsOf(user, row.rowNo, table('users'), mode() === 'delta'))
      guardians.push({ ...row, kind: 'guardian', name: given.name, given, problems: [], warnings: [] })
  }
  const elsewhere = mode() === 'delta' ? readElsewhere(files, enrolments) : []
  const periods = readPeriods(files)
  for (const row of [...elsewhere, ...guardians, ...wrong]) rows.push({ ...row, rowNo: next() })
  return { rows, periods }
}

interface Around {
  readonly files: RosterFiles
  readonly enrolments: ReturnType<typeof readEnrolments>
  readonly roles: ReturnType<typeof readRoles>
  readonly dayOrder: ReturnType<typeof createDayOrder>
  readonly today: string
  readonly country: Country | undefined
}

function classRow({ files, enrolments }: Around, sourceId: string, one: Entry, rowNo: number): StagedRow {
  const reader = createValueReader({
    class: 'title',
    grade: one['metadata.grade'] === undefined ? 'grades' : 'metadata.grade',
    englishName: 'metadata.englishName',
    campus: one['metadata.campus'] === undefined ? 'schoolSourcedId' : 'metadata.campus',
  })
  const org = files.table('orgs').get(one['schoolsourcedid'] ?? '')
  const head = enrolments.heads.get(sourceId)
  if (one['title'] === undefined) reader.refuse('class', '', 'class_missing')
  const texts: Partial<Record<'grade' | 'class' | 'englishName' | 'campus', string | undefined>> = {
    grade: one['metadata.grade'] ?? one['grades']?.split(',')[0],
    class: one['title'],
    englishName: one['metadata.englishname'],
    campus: one['metadata.campus'] ?? (/campus|department/i.test(org?.['type'] ?? '') ? org?.['name'] : undefined),
  }
  checkTexts('classes', texts, reader)
  return {
    kind: 'class',
    rowNo,
    sheet: 'classes',
    rowNumber: Number(one.row),
    name: [texts.grade, texts.class].filter(Boolean).join(' '),
    given: { sourceId, ...texts, headSourceId: head?.userId },
    problems: reader.problems,
  }
}

function personRow(
  { files: { table, mode }, enrolments, roles, dayOrder, today, country }: Around,
  sourceId: string,
  user: Entry,
  rowNo: number,
): Extract<StagedRow, { kind: 'person' }> {
  const { type = TYPES.get((user['role'] ?? '').toLowerCase()), several = null } = roles.get(sourceId) ?? {}
  const known = table('demographics').get(sourceId)
  const columns = { ...USER_COLUMNS, phone: user['sms'] === undefined ? 'phone' : 'sms' }
  const headings = {
    ...columns,
    name: nameColumnOf(user),
    sex: 'sex',
    birthday: 'birthDate',
    type: 'role',
    givenName: 'givenName',
    enabledUser: 'enabledUser',
    agents: 'agentSourcedIds',
  }
  const reader = createValueReader(headings, { country, today })
  const whole = nameOf(user)
  if (several) reader.warn('type', several.value, 'roles_several', { as: several.as })
  if (whole === '') reader.refuse('name', '', 'name_missing')
  else if ((user['givenname'] ?? '') === '') reader.refuse('givenName', '', 'given_name_missing')
  // A delta without the file of roles has people who are known.
  if (type === undefined && mode() === 'bulk') reader.refuse('type', '', 'type_missing')
  const enabled = user['enableduser']
  if (enabled !== undefined && !/^(true|false)$/i.test(enabled)) reader.refuse('enabledUser', enabled, 'flag_unknown')
  const sex = known?.['sex']
  const at = enrolments.enrolled.get(sourceId)
  const texts: Partial<Record<'name' | keyof typeof columns, string | undefined>> = {
    name: whole === '' ? undefined : whole,
    ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, user[column.toLowerCase()]])),
  }
  checkTexts('people', texts, reader)
  // A person whose type only the comparison will find keeps the fields of all types.
  const mayBe = (...types: readonly UserKind[]) => type === undefined || types.includes(type)
  const hasNoAccount = (type === 1 || type === 3) && user['metadata.hasaccount'] === 'false'
  const given = {
    ...texts,
    type,
    sourceId,
    ...(hasNoAccount && { loginName: undefined }),
    sex: sex !== undefined && /^(male|female)$/i.test(sex) ? reader.sex('sex', sex) : undefined,
    ...(mayBe(1) && {
      birthday: reader.day('day', 'birthday', known?.['birthdate'], dayOrder.order),
      classSourceId: at?.classId,
      enrolmentRow: at?.row,
    }),
    ...(!mayBe(2, 4) && { department: undefined, position: undefined }),
    phone: reader.phone('phone', texts.phone),
    email: reader.email('email', texts.email),
    active: isGone(user) || /^false$/i.test(enabled ?? '') ? false : undefined,
  }
  return {
    kind: 'person',
    rowNo,
    sheet: 'users',
    rowNumber: Number(user.row),
    name: texts.name ?? '',
    given,
    problems: reader.problems,
    warnings: reader.warnings,
  }
}

/** The grading periods; those with a wrong day become rows in error. */
function readPeriods({ table, refuseRow, takesText }: RosterFiles): GivenPeriod[] {
  const periods: GivenPeriod[] = []
  for (const [sourceId, one] of table('academicsessions')) {
    const { type = '', title = '', startdate = '', enddate = '' } = one
    if (!/^gradingPeriod$/i.test(type) || isGone(one)) continue
    const [wrongColumn, value] = !DAY.test(startdate)
      ? ['startDate', startdate]
      : DAY.test(enddate) && enddate > startdate
        ? []
        : ['endDate', enddate]
    if (wrongColumn !== undefined)
      refuseRow('academicsessions', one.row, { column: wrongColumn, value: value ?? '', code: 'bad_date' })
    else if (title === '') refuseRow('academicsessions', one.row, { column: 'title', value: '', code: 'name_missing' })
    else if (takesText('academicsessions', one.row, 'title', title, PERIOD_LENGTH))
      periods.push({ sourceId, name: title, from: startdate, to: enddate })
  }
  return periods
}

/** Classes and people of two schools would become one; a school's files may name the district that it is in. Throws 'import.several_schools'. */
function requireOneSchool({ table }: RosterFiles, classes: Iterable<Entry>): void {
  const roles = [...table('roles').values()].filter(
    (one) => !isGone(one) && /^primary$/i.test(one['roletype'] ?? 'primary'),
  )
  const named = new Set([
    ...[...classes].map((one) => one['schoolsourcedid'] ?? ''),
    ...roles.map((one) => one['orgsourcedid'] ?? ''),
  ])
  const schools = [...named].filter((id) => /^school$/i.test(table('orgs').get(id)?.['type'] ?? ''))
  if (schools.length > 1) throw new PortalError('import.several_schools')
}

/** The type of each person who has roles, and what is said of those who have several. */
function readRoles({ table }: RosterFiles) {
  const found = new Map<string, { type: UserKind; role: string; isPrimary: boolean }[]>()
  for (const one of table('roles').values()) {
    const { usersourcedid = '', role = '', roletype = '' } = one
    const type = TYPES.get(role.replace(/^ext:/i, '').toLowerCase())
    if (type === undefined || isGone(one)) continue
    const roles = found.get(usersourcedid) ?? []
    found.set(usersourcedid, roles)
    roles.push({ type, role, isPrimary: /^primary$/i.test(roletype) })
  }
  return new Map(
    [...found].map(([userId, all]) => {
      const primary = all.filter(({ isPrimary }) => isPrimary)
      const counting = (primary.length > 0 ? primary : all).toSorted(
        (one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type),
      )
      const { type, role: as } = counting[0] ?? { type: undefined, role: '' }
      const isMixed = all.some((one) => one.type !== type)
      return [userId, { type, several: isMixed ? { value: all.map(({ role }) => role).join(', '), as } : null }]
    }),
  )
}

/** The guardians that a pupil's record names. `isDelta`: also those that are not in the file, by their identifier alone. */
function agentsOf(user: Values, of: number, users: ReadonlyMap<string, Values>, isDelta: boolean): GivenGuardian[] {
  const relations = (user['metadata.relations'] ?? '').split(',')
  return (user['agentsourcedids'] ?? '').split(',').flatMap((text, at) => {
    const sourceId = text.trim()
    const agent = users.get(sourceId)
    if (sourceId === '' || (!agent && !isDelta)) return []
    const said = relations[at]?.trim()
    const relation = GUARDIAN_RELATIONS.find((one) => one === said)
    return [{ of, name: agent ? nameOf(agent) : '', sourceId, relation }]
  })
}

/** The column of the part of a name that cannot be stored, else of the longest. */
function nameColumnOf(user: Values): string {
  if (user['metadata.fullname'] !== undefined) return 'metadata.fullName'
  const textOf = (column: string) => user[column.toLowerCase()] ?? ''
  const columns = ['familyName', 'givenName', 'middleName'].toSorted(
    (one, other) => textOf(other).length - textOf(one).length,
  )
  return columns.find((column) => findTextProblem(textOf(column), PEOPLE_FIELDS.name.most)) ?? columns[0] ?? ''
}

/** The name of a person. Files of the portal have the whole name where its parts do not give it. */
function nameOf({
  familyname: family = '',
  givenname: given = '',
  middlename: middle = '',
  'metadata.fullname': whole,
}: Values): string {
  return whole ?? joinName({ given, family, middle })
}
