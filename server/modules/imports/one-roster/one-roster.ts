import { PEOPLE_FIELDS } from '../../../../contract/rules/imports/import-fields.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { joinName } from '../../../../contract/rules/people/name-parts.ts'
import { checkTexts, findTextProblem } from '../values/check-texts.ts'
import { cellText, type SourceRow } from '../reading/source-cell.ts'
import { createDayOrder } from '../values/read-date.ts'
import type { Country } from '../../phones/read-phone.ts'
import { createValueReader } from '../values/read-values.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import { compareByToday, type Period, spanOf, standingOf } from './enrolment-periods.ts'
import type { GivenPeriod } from './grading-periods.ts'
import { type GivenGuardian, type StagedRow, type UserKind, withoutEmpty } from '../reading/staged-row.ts'

type Values = Readonly<Record<string, string>>
interface Entry extends Values {
  readonly row: string
}

const TYPES = new Map<string, UserKind>([
  ['student', 1],
  ['teacher', 2],
  ['guardian', 3],
  ['parent', 3],
  ['relative', 3],
  ['administrator', 4],
  ['siteadministrator', 4],
  ['districtadministrator', 4],
  ['systemadministrator', 4],
  ['aide', 4],
  ['counselor', 4],
  ['principal', 4],
  ['proctor', 4],
])
/** The columns of texts of a person, by the names of the fields in rows of imports. */
const USER_COLUMNS = {
  englishName: 'metadata.englishName',
  number: 'identifier',
  loginName: 'username',
  department: 'metadata.department',
  position: 'metadata.position',
  email: 'email',
} as const
const RELATIONS = ['father', 'mother', 'grandparent', 'other'] as const
/** Of several roles of a person, the first of these counts: of the primary ones where there are some. */
const ORDER: readonly UserKind[] = [1, 2, 4, 3]

const ENROLMENT_ROLES = /^(student|teacher|proctor|administrator|ext:.+)$/i
/** Characters of a grading period's name, and of the name of the system that wrote the files. */
const PERIOD_LENGTH = 100
const SOURCE_LENGTH = 64
/** Of a line of the manifest that says which system wrote the files. */
const SOURCE_NAMES: readonly string[] = ['source.systemcode', 'source.systemname']
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Reads the files of OneRoster 1.2 by the names of their columns. Classes are those of the type homeroom; where a file has none of them, all of its classes. What
 * is enrolled elsewhere is left out: the portal has one class for each pupil. Of several enrolments the one that counts `today` (2026-09-01) is read, by its own
 * dates and those of its class's sessions. `country`: of phones without a country's code. A delta may name people and classes that are not in its files: the comparison finds them by their identifiers.
 */
export function createOneRosterReader(today: string, country?: Country) {
  const headers = new Map<string, { readonly column: string; readonly name: string }[]>()
  const tables = new Map<string, Map<string, Entry>>()
  const manifest = new Map<string, string>()
  const wrong: StagedRow[] = []
  const periods: GivenPeriod[] = []
  let unnamed = 0

  /** A row for what belongs to no person and no class. */
  const refuseRow = (
    sheet: string,
    row: string,
    {
      column,
      value,
      code,
      params = {},
    }: { column: string; value: string; code: ImportProblem; params?: Record<string, string> },
  ) => {
    const reader = createValueReader({ [column]: column })
    reader.refuse(column, value, code, params)
    const { problems, warnings } = reader
    wrong.push({ kind: 'person', rowNo: 0, sheet, rowNumber: Number(row), name: '', given: {}, problems, warnings })
  }
  /** Whether a text can be stored; says of the row when not. */
  const takesText = (sheet: string, row: string, column: string, text: string, most: number): boolean => {
    const problem = findTextProblem(text, most)
    if (problem) refuseRow(sheet, row, { column, ...problem })
    return problem === undefined
  }

  const table = (name: string) => {
    const found = tables.get(name) ?? new Map<string, Entry>()
    tables.set(name, found)
    return found
  }
  /** Only a whole list of people says who is there no more. */
  const mode = () => {
    const said = manifest.get('file.users')?.toLowerCase()
    return said === 'bulk' || (said !== 'delta' && (tables.get('users')?.size ?? 0) > 0) ? 'bulk' : 'delta'
  }
  const isGone = ({ status }: Values) => /^(tobedeleted|inactive)$/i.test(status ?? '')

  /** When a class is held: from the first of its sessions to the last. */
  const periodOf = ({ termsourcedids = '' }: Values): Period => {
    const sessions = termsourcedids.split(',').flatMap((id) => table('academicsessions').get(id.trim()) ?? [])
    return spanOf(sessions.map(({ startdate, enddate }) => ({ from: startdate, to: enddate })))
  }

  /**
   * The class of each pupil with the row that says so, and the head of each class. Of classes that are in the file those in `used` count; a class that is not
   * in the file is looked for in the comparison.
   */
  const readEnrolments = (used: ReadonlyMap<string, Entry>) => {
    const found = [...table('enrollments').values()].flatMap((one) => {
      const { classsourcedid = '', usersourcedid = '', role = '', begindate, enddate } = one
      if (isGone(one)) return []
      const refuse = (column: string, value: string, code: ImportProblem) => {
        refuseRow('enrollments', one.row, { column, value, code })
        return []
      }
      if (!ENROLMENT_ROLES.test(role)) return refuse('role', role, 'enrolment_role_unknown')
      for (const [column, day] of [
        ['beginDate', begindate],
        ['endDate', enddate],
      ] as const)
        if (day !== undefined && !DAY.test(day)) return refuse(column, day, 'bad_date')
      const knownClass = table('classes').get(classsourcedid)
      if (mode() === 'bulk') {
        if (!table('users').has(usersourcedid)) return refuse('userSourcedId', usersourcedid, 'enrolment_user_unknown')
        if (!knownClass) {
          if (!/^student$/i.test(role)) return refuse('classSourcedId', classsourcedid, 'enrolment_class_unknown')
        } else if (!used.has(classsourcedid)) return []
      } else if (knownClass && !used.has(classsourcedid)) return []
      const ofClass = knownClass ? periodOf(knownClass) : {}
      const period = { from: begindate ?? ofClass.from, to: enddate ?? ofClass.to }
      return [
        {
          classId: classsourcedid,
          userId: usersourcedid,
          role,
          row: one.row,
          period,
          primary: /^true$/i.test(one['primary'] ?? ''),
        },
      ]
    })
    const counting = found.filter(({ period }) => standingOf(period, today) !== 'over')
    const byToday = (counting.length > 0 ? counting : found).toSorted(
      (one, other) => compareByToday(one.period, other.period, today) || Number(other.primary) - Number(one.primary),
    )
    const enrolled = new Map<string, { classId: string; row: string }>()
    const heads = new Map<string, { userId: string; row: string }>()
    for (const { classId, userId, role, row, primary } of byToday) {
      if (/^student$/i.test(role) && !enrolled.has(userId)) enrolled.set(userId, { classId, row })
      if (/^teacher$/i.test(role) && primary && !heads.has(classId)) heads.set(classId, { userId, row })
    }
    return { enrolled, heads }
  }

  /** Rows for people and classes that a delta names in its enrolments alone. */
  const readElsewhere = (
    enrolled: ReadonlyMap<string, { classId: string; row: string }>,
    heads: ReadonlyMap<string, { userId: string; row: string }>,
    before: number,
  ): StagedRow[] => {
    const at = (row: string) => ({ sheet: 'enrollments', rowNumber: Number(row), name: '', problems: [] })
    const people = [...enrolled].filter(([sourceId]) => !table('users').has(sourceId))
    const classes = [...heads].filter(([sourceId]) => !table('classes').has(sourceId))
    return [
      ...people.map(([sourceId, { classId, row }], index): StagedRow => ({
        kind: 'person',
        rowNo: before + 1 + index,
        ...at(row),
        given: { type: 1, sourceId, classSourceId: classId, enrolmentRow: row },
      })),
      ...classes.map(([sourceId, { userId, row }], index): StagedRow => ({
        kind: 'class',
        rowNo: before + people.length + 1 + index,
        ...at(row),
        given: { sourceId, headSourceId: userId },
      })),
    ]
  }

  const readPeriods = () => {
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
      else if (title === '')
        refuseRow('academicsessions', one.row, { column: 'title', value: '', code: 'name_missing' })
      else if (takesText('academicsessions', one.row, 'title', title, PERIOD_LENGTH))
        periods.push({ sourceId, name: title, from: startdate, to: enddate })
    }
  }

  /** Classes and people of two schools would become one; a school's files may name the district that it is in. Throws 'import.several_schools'. */
  const requireOneSchool = (classes: Iterable<Entry>) => {
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
  const readRoles = () => {
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

  return {
    /** The system that wrote the files, where they say so. */
    get source(): string | undefined {
      return SOURCE_NAMES.map((name) => manifest.get(name)).find(Boolean)
    },
    get mode(): 'bulk' | 'delta' {
      return mode()
    },

    /** The grading periods; those with a wrong day are among the rows as errors. */
    get periods(): readonly GivenPeriod[] {
      return periods
    },

    take({ sheet, row, cells }: SourceRow): void {
      const texts = cells.map(cellText)
      const header = headers.get(sheet)
      if (!header) {
        headers.set(
          sheet,
          texts.map((column) => ({ column, name: column.toLowerCase() })),
        )
        return
      }
      if (texts.every((text) => text === '')) return
      if (sheet === 'manifest') {
        const [name, value] = [(texts[0] ?? '').toLowerCase(), (texts[1] ?? '').trim()]
        if (
          !SOURCE_NAMES.includes(name) ||
          takesText(sheet, String(row), header[1]?.column ?? '', value, SOURCE_LENGTH)
        )
          manifest.set(name, value)
        return
      }
      const values: Record<string, string> = { row: String(row) }
      for (const [at, { column, name }] of header.entries()) {
        const text = texts[at] ?? ''
        if (text === '') continue
        // Other rows are found by them, and what they name is stored with them.
        const ids = name.endsWith('sourcedids') ? text.split(',') : name.endsWith('sourcedid') ? [text] : []
        if (!ids.every((one) => takesText(sheet, String(row), column, one, PEOPLE_FIELDS.sourceId.most))) return
        values[name] = text
      }
      const sourcedId = values['sourcedid']
      const before = sourcedId === undefined ? undefined : table(sheet).get(sourcedId)
      if (sourcedId !== undefined && before) {
        const params = { row: before.row }
        return refuseRow(sheet, String(row), { column: 'sourcedId', value: sourcedId, code: 'duplicate', params })
      }
      table(sheet).set(sourcedId ?? `#${(unnamed += 1)}`, { ...values, row: String(row) })
    },

    /** The rows of people, classes and guardians, and of what is wrong elsewhere. */
    finish(): StagedRow[] {
      const classes = [...table('classes')].filter(([, one]) => !isGone(one))
      const homerooms = classes.filter(([, { classtype = '' }]) => /homeroom/i.test(classtype))
      const kept = homerooms.length > 0 ? homerooms : classes
      const isOver = (one: Values) => standingOf(periodOf(one), today) === 'over'
      // Last year's classes stay in the files of some systems.
      const used = new Map(kept.every(([, one]) => isOver(one)) ? kept : kept.filter(([, one]) => !isOver(one)))
      const { enrolled, heads } = readEnrolments(used)
      requireOneSchool(used.values())
      const roles = readRoles()
      const orgs = table('orgs')
      const rows: StagedRow[] = []
      const next = () => rows.length + 1

      for (const [sourceId, one] of used) {
        const reader = createValueReader({
          class: 'title',
          grade: one['metadata.grade'] === undefined ? 'grades' : 'metadata.grade',
          englishName: 'metadata.englishName',
          campus: one['metadata.campus'] === undefined ? 'schoolSourcedId' : 'metadata.campus',
        })
        const org = orgs.get(one['schoolsourcedid'] ?? '')
        const campus =
          one['metadata.campus'] ?? (org && /campus|department/i.test(org['type'] ?? '') ? org['name'] : undefined)
        const head = heads.get(sourceId)
        if (one['title'] === undefined) reader.refuse('class', '', 'class_missing')
        const texts: Partial<Record<'grade' | 'class' | 'englishName' | 'campus', string | undefined>> = {
          grade: one['metadata.grade'] ?? one['grades']?.split(',')[0],
          class: one['title'],
          englishName: one['metadata.englishname'],
          campus,
        }
        checkTexts('classes', texts, reader)
        rows.push({
          kind: 'class',
          rowNo: next(),
          sheet: 'classes',
          rowNumber: Number(one.row),
          name: [texts.grade, texts.class].filter(Boolean).join(' '),
          given: {
            sourceId,
            ...withoutEmpty(texts),
            ...(head !== undefined && { headSourceId: head.userId }),
          },
          problems: reader.problems,
        })
      }
      const demographics = table('demographics')
      const dayOrder = createDayOrder()
      for (const { birthdate = '' } of demographics.values()) dayOrder.see(birthdate)
      const guardiansOf = new Map<string, { pupilRow: number; guardians: GivenGuardian[] }>()
      for (const [sourceId, user] of table('users')) {
        const { type = TYPES.get((user['role'] ?? '').toLowerCase()), several = null } = roles.get(sourceId) ?? {}
        const known = demographics.get(sourceId)
        const columns = {
          ...USER_COLUMNS,
          phone: user['sms'] === undefined ? 'phone' : 'sms',
        }
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
        if (enabled !== undefined && !/^(true|false)$/i.test(enabled))
          reader.refuse('enabledUser', enabled, 'flag_unknown')
        const sex = known?.['sex']
        const at = enrolled.get(sourceId)
        const rowNo = next()
        const texts: Partial<Record<'name' | keyof typeof columns, string>> = withoutEmpty({
          name: whole === '' ? undefined : whole,
          ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, user[column.toLowerCase()]])),
        })
        checkTexts('people', texts, reader)
        // Of a person whose type only the comparison knows, everything.
        const mayBe = (...types: readonly UserKind[]) => type === undefined || types.includes(type)
        const hasNoAccount = (type === 1 || type === 3) && user['metadata.hasaccount'] === 'false'
        const given = {
          ...texts,
          type,
          sourceId,
          ...(hasNoAccount && { loginName: undefined }),
          sex: sex !== undefined && /^(male|female)$/i.test(sex) ? reader.sex('sex', sex) : undefined,
          ...(mayBe(1) && {
            birthday: reader.date('birthday', known?.['birthdate'], dayOrder.order),
            classSourceId: at?.classId,
            enrolmentRow: at?.row,
          }),
          ...(!mayBe(2, 4) && { department: undefined, position: undefined }),
          phone: reader.phone('phone', texts.phone),
          email: reader.email('email', texts.email),
          active: isGone(user) || /^false$/i.test(enabled ?? '') ? false : undefined,
        }
        rows.push({
          kind: 'person',
          rowNo,
          sheet: 'users',
          rowNumber: Number(user.row),
          name: texts.name ?? '',
          given: withoutEmpty(given),
          problems: reader.problems,
          warnings: reader.warnings,
        })
        if (mayBe(1)) {
          const guardians = agentsOf(user, rowNo, table('users'), mode() === 'delta')
          guardiansOf.set(sourceId, { pupilRow: Number(user.row), guardians })
        }
      }
      if (mode() === 'delta') rows.push(...readElsewhere(enrolled, heads, rows.length))
      for (const { pupilRow, guardians } of guardiansOf.values())
        for (const given of guardians)
          rows.push({
            kind: 'guardian',
            rowNo: next(),
            sheet: 'users',
            rowNumber: pupilRow,
            name: given.name,
            given,
            problems: [],
          })
      readPeriods()
      for (const row of wrong) rows.push({ ...row, rowNo: next() })
      return rows
    },
  }
}

/** The guardians that a pupil's record names. `isDelta`: also those that are not in the file, by their identifier alone. */
function agentsOf(user: Values, of: number, users: ReadonlyMap<string, Values>, isDelta: boolean): GivenGuardian[] {
  const relations = (user['metadata.relations'] ?? '').split(',')
  return (user['agentsourcedids'] ?? '').split(',').flatMap((text, at) => {
    const sourceId = text.trim()
    const agent = users.get(sourceId)
    if (sourceId === '' || (!agent && !isDelta)) return []
    const said = relations[at]?.trim()
    const relation = RELATIONS.find((one) => one === said)
    return [{ of, name: agent ? nameOf(agent) : '', sourceId, ...(relation !== undefined && { relation }) }]
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

/** Of our own files the whole name where its parts do not say it. */
function nameOf({
  familyname: family = '',
  givenname: given = '',
  middlename: middle = '',
  'metadata.fullname': whole,
}: Values): string {
  return whole ?? joinName({ given, family, middle })
}
