import { buffer } from 'node:stream/consumers'
import {
  CLASS_FIELDS,
  CLASS_TEMPLATE,
  PEOPLE_FIELDS,
  PEOPLE_TEMPLATE,
} from '../../../../contract/rules/imports/import-fields.ts'
import type { ColumnKind, SheetCell } from '../../../../contract/rules/sheets/sheet.ts'
import { joinName, nameParts } from '../../../../contract/rules/people/name-parts.ts'
import { streamZip } from '../../../runtime/zip.ts'
import { HOMEROOM, ROLES } from '../../one-roster/model.ts'
import type { readForFiles } from '../../one-roster/records.ts'
import { writeCsv } from '../../spreadsheets/write-csv.ts'
import type { createXlsxThread } from '../../spreadsheets/xlsx-thread.ts'
import {
  classCells,
  classHeading,
  type ExportedClass,
  type ExportedPerson,
  peopleHeading,
  rowsOfSheet,
} from './export-people.ts'

type SheetThread = ReturnType<typeof createXlsxThread>

interface PlainSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

export const peopleSheet = (people: readonly ExportedPerson[]): PlainSheet => ({
  name: '人员 People',
  headings: PEOPLE_TEMPLATE.map(peopleHeading),
  rows: rowsOfSheet(people),
})
export const classSheet = (classes: readonly ExportedClass[]): PlainSheet => ({
  name: '班级 Classes',
  headings: CLASS_TEMPLATE.map(classHeading),
  rows: classes.map(classCells),
})

/** Sheets whose cells are all texts, so that numbers keep their zeros. */
export async function writeSheets(thread: SheetThread, sheets: readonly PlainSheet[]): Promise<Uint8Array> {
  const book = thread.begin()
  for (const { name, headings, rows } of sheets) {
    const kinds: ColumnKind[] = headings.map(() => 'text')
    for (const row of rows) book.addRow(row, kinds)
    book.endSheet({ name, columns: headings.map((heading) => ({ heading, kind: 'text' })) })
  }
  return book.write()
}

export const peopleCsv = (people: readonly ExportedPerson[]) =>
  writeCsv([PEOPLE_TEMPLATE.map((field) => PEOPLE_FIELDS[field].zh), ...rowsOfSheet(people)])
export const classesCsv = (classes: readonly ExportedClass[]) =>
  writeCsv([CLASS_TEMPLATE.map((field) => CLASS_FIELDS[field].zh), ...classes.map(classCells)])

/** A file of rows: its columns by their names, with what each says of a row. */
const table = <Row>(rows: readonly Row[], columns: Readonly<Record<string, (row: Row) => string | null>>) => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row) ?? '')),
]
/** Columns that the portal has nothing for. */
const empty = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, () => '']))
const FILES = ['academicSessions', 'orgs', 'courses', 'classes', 'users', 'roles', 'enrollments', 'demographics']
const ABSENT = ['categories', 'classResources', 'courseResources', 'lineItems', 'resources', 'results', 'userProfiles']

/** OneRoster 1.2 in bulk. What it has no column for stands in columns of metadata. */
export async function writeOneRoster(
  { unit, sessions, enrollments }: Awaited<ReturnType<typeof readForFiles>>,
  people: readonly ExportedPerson[],
  classes: readonly ExportedClass[],
): Promise<Buffer> {
  const known = new Set(people.map(({ id }) => id))
  const users = people.map((one) => {
    const { given, family } = nameParts(one.name)
    const parts = { given: given.trim(), family: family.trim() }
    return { ...one, ...parts, guardians: one.guardians.filter(({ id }) => known.has(id)) }
  })
  const bulk = empty('status', 'dateLastModified')
  const ofUnit = () => unit.unitId
  const tables: Readonly<Record<string, readonly (readonly string[])[]>> = {
    manifest: [
      ['propertyName', 'value'],
      ['manifest.version', '1.0'],
      ['oneroster.version', '1.2'],
      ...FILES.map((name) => [`file.${name}`, 'bulk']),
      ...ABSENT.map((name) => [`file.${name}`, 'absent']),
      ['source.systemName', unit.name],
      ['source.systemCode', unit.code],
    ],
    orgs: table([unit], {
      sourcedId: ofUnit,
      ...bulk,
      name: ({ name }) => name,
      type: () => 'school',
      identifier: ({ code }) => code,
      ...empty('parentSourcedId'),
    }),
    academicSessions: table(sessions, {
      sourcedId: (one) => one.sourced_id,
      ...bulk,
      title: ({ title }) => title,
      type: ({ type }) => type,
      startDate: (one) => one.start_date,
      endDate: (one) => one.end_date,
      parentSourcedId: ({ parent }) => parent,
      schoolYear: (one) => one.school_year,
    }),
    courses: table([HOMEROOM], {
      sourcedId: ({ sourcedId }) => sourcedId,
      ...bulk,
      schoolYearSourcedId: () => unit.year,
      title: ({ title }) => title,
      courseCode: ({ courseCode }) => courseCode,
      ...empty('grades'),
      orgSourcedId: ofUnit,
      ...empty('subjects', 'subjectCodes'),
    }),
    classes: table(classes, {
      sourcedId: ({ id }) => id,
      ...bulk,
      title: (one) => one.class,
      grades: ({ grade }) => grade,
      courseSourcedId: () => HOMEROOM.sourcedId,
      ...empty('classCode'),
      classType: () => 'homeroom',
      ...empty('location'),
      schoolSourcedId: ofUnit,
      termSourcedIds: () => unit.terms.join(','),
      ...empty('subjects', 'subjectCodes', 'periods'),
      'metadata.grade': ({ grade }) => grade,
      'metadata.englishName': ({ englishName }) => englishName,
      'metadata.campus': ({ campus }) => campus,
    }),
    users: table(users, {
      sourcedId: ({ id }) => id,
      ...bulk,
      enabledUser: () => 'true',
      username: ({ loginName, number, id }) => loginName || number || id,
      ...empty('userIds'),
      givenName: ({ given }) => given,
      familyName: ({ family }) => family,
      ...empty('middleName'),
      identifier: ({ number }) => number,
      email: ({ email }) => email,
      sms: ({ phone }) => phone,
      ...empty('phone'),
      agentSourcedIds: ({ guardians }) => guardians.map(({ id }) => id).join(','),
      grades: ({ grade }) => grade,
      ...empty('password', 'userMasterIdentifier', 'resourceSourcedIds'),
      ...empty('preferredGivenName', 'preferredMiddleName', 'preferredFamilyName'),
      primaryOrgSourcedId: ofUnit,
      ...empty('pronouns'),
      // Where the parts do not say it: a dot or a space between them.
      'metadata.fullName': ({ given, family, name }) => (joinName({ given, family }) === name ? '' : name),
      'metadata.englishName': ({ englishName }) => englishName,
      'metadata.department': ({ department }) => department,
      'metadata.position': ({ position }) => position,
      'metadata.relations': ({ guardians }) => guardians.map(({ relation }) => relation ?? '').join(','),
      'metadata.hasAccount': ({ loginName }) => String(Boolean(loginName)),
    }),
    demographics: table(people, {
      sourcedId: ({ id }) => id,
      ...bulk,
      birthDate: ({ birthday }) => birthday,
      sex: ({ sex }) => (sex === 1 ? 'male' : sex === 2 ? 'female' : 'unspecified'),
    }),
    roles: table(people, {
      sourcedId: ({ id }) => `role-${id}`,
      ...bulk,
      userSourcedId: ({ id }) => id,
      roleType: () => 'primary',
      role: ({ type }) => ROLES[type] ?? 'aide',
      ...empty('beginDate', 'endDate'),
      orgSourcedId: ofUnit,
      ...empty('userProfileSourcedId'),
    }),
    enrollments: table(enrollments, {
      sourcedId: (one) => one.sourced_id,
      ...bulk,
      classSourcedId: (one) => one.class,
      schoolSourcedId: ofUnit,
      userSourcedId: ({ user }) => user,
      role: ({ role }) => role,
      primary: (one) => String(one.is_primary),
      ...empty('beginDate', 'endDate'),
    }),
  }
  const files = Object.entries(tables).map(([name, rows]) => ({
    path: `${name}.csv`,
    compress: true,
    bytes: Buffer.from(writeCsv(rows, { neutral: false, mark: false })),
  }))
  return buffer(streamZip(files))
}
