import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import {
  CLASS_FIELDS,
  CLASS_TEMPLATE,
  PEOPLE_FIELDS,
  PEOPLE_TEMPLATE,
} from '../../../contract/rules/imports/import-fields.ts'
import type { ColumnKind, SheetCell } from '../../../contract/rules/sheets/sheet.ts'
import { joinName, nameParts } from '../../../contract/rules/people/name-parts.ts'
import { HOMEROOM, ROLES } from '../one-roster/model.ts'
import type { readForFiles } from '../one-roster/records.ts'
import { writeCsv } from '../spreadsheets/write-csv.ts'
import type { createXlsxThread } from '../spreadsheets/xlsx-thread.ts'
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

/** OneRoster 1.2 in bulk. What it has no column for stands in columns of metadata. */
export async function writeOneRoster(
  { unit, sessions, enrollments }: Awaited<ReturnType<typeof readForFiles>>,
  people: readonly ExportedPerson[],
  classes: readonly ExportedClass[],
): Promise<Buffer> {
  const known = new Set(people.map(({ id }) => id))
  const bulk = ['', '']
  const tables: Readonly<Record<string, readonly (readonly string[])[]>> = {
    manifest: [
      ['propertyName', 'value'],
      ['manifest.version', '1.0'],
      ['oneroster.version', '1.2'],
      ...['academicSessions', 'orgs', 'courses', 'classes', 'users', 'roles', 'enrollments', 'demographics'].map(
        (name) => [`file.${name}`, 'bulk'],
      ),
      ...['categories', 'classResources', 'courseResources', 'lineItems', 'resources', 'results', 'userProfiles'].map(
        (name) => [`file.${name}`, 'absent'],
      ),
      ['source.systemName', unit.name],
      ['source.systemCode', unit.code],
    ],
    orgs: [
      ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
      [unit.unitId, ...bulk, unit.name, 'school', unit.code, ''],
    ],
    academicSessions: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'title',
        'type',
        'startDate',
        'endDate',
        'parentSourcedId',
        'schoolYear',
      ],
      ...sessions.map((one) => [
        one.sourced_id,
        ...bulk,
        one.title,
        one.type,
        one.start_date,
        one.end_date,
        one.parent ?? '',
        one.school_year,
      ]),
    ],
    courses: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'schoolYearSourcedId',
        'title',
        'courseCode',
        'grades',
        'orgSourcedId',
        'subjects',
        'subjectCodes',
      ],
      [HOMEROOM.sourcedId, ...bulk, unit.year, HOMEROOM.title, HOMEROOM.courseCode, '', unit.unitId, '', ''],
    ],
    classes: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'title',
        'grades',
        'courseSourcedId',
        'classCode',
        'classType',
        'location',
        'schoolSourcedId',
        'termSourcedIds',
        'subjects',
        'subjectCodes',
        'periods',
        'metadata.grade',
        'metadata.englishName',
        'metadata.campus',
      ],
      ...classes.map((one) => [
        one.id,
        ...bulk,
        one.class,
        one.grade,
        HOMEROOM.sourcedId,
        '',
        'homeroom',
        '',
        unit.unitId,
        unit.terms.join(','),
        '',
        '',
        '',
        one.grade,
        one.englishName,
        one.campus ?? '',
      ]),
    ],
    users: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'enabledUser',
        'username',
        'userIds',
        'givenName',
        'familyName',
        'middleName',
        'identifier',
        'email',
        'sms',
        'phone',
        'agentSourcedIds',
        'grades',
        'password',
        'userMasterIdentifier',
        'resourceSourcedIds',
        'preferredGivenName',
        'preferredMiddleName',
        'preferredFamilyName',
        'primaryOrgSourcedId',
        'pronouns',
        'metadata.fullName',
        'metadata.englishName',
        'metadata.department',
        'metadata.position',
        'metadata.relations',
        'metadata.hasAccount',
      ],
      ...people.map((one) => {
        const guardians = one.guardians.filter(({ id }) => known.has(id))
        const parts = nameParts(one.name)
        const { given, family } = { given: parts.given.trim(), family: parts.family.trim() }
        return [
          one.id,
          ...bulk,
          'true',
          one.loginName || one.number || one.id,
          '',
          given,
          family,
          '',
          one.number ?? '',
          one.email ?? '',
          one.phone ?? '',
          '',
          guardians.map(({ id }) => id).join(','),
          one.grade ?? '',
          '',
          '',
          '',
          '',
          '',
          '',
          unit.unitId,
          '',
          // Where the parts do not say it: a dot or a space between them.
          joinName({ given, family }) === one.name ? '' : one.name,
          one.englishName,
          one.department ?? '',
          one.position ?? '',
          guardians.map(({ relation }) => relation ?? '').join(','),
          String(Boolean(one.loginName)),
        ]
      }),
    ],
    demographics: [
      ['sourcedId', 'status', 'dateLastModified', 'birthDate', 'sex'],
      ...people.map((one) => [
        one.id,
        ...bulk,
        one.birthday ?? '',
        one.sex === 1 ? 'male' : one.sex === 2 ? 'female' : 'unspecified',
      ]),
    ],
    roles: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'userSourcedId',
        'roleType',
        'role',
        'beginDate',
        'endDate',
        'orgSourcedId',
        'userProfileSourcedId',
      ],
      ...people.map((one) => [
        `role-${one.id}`,
        ...bulk,
        one.id,
        'primary',
        ROLES[one.type] ?? 'aide',
        '',
        '',
        unit.unitId,
        '',
      ]),
    ],
    enrollments: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'classSourcedId',
        'schoolSourcedId',
        'userSourcedId',
        'role',
        'primary',
        'beginDate',
        'endDate',
      ],
      ...enrollments.map((one) => [
        one.sourced_id,
        ...bulk,
        one.class,
        unit.unitId,
        one.user,
        one.role,
        String(one.is_primary),
        '',
        '',
      ]),
    ],
  }
  const zip = new ZipFile()
  for (const [name, rows] of Object.entries(tables))
    zip.addBuffer(Buffer.from(writeCsv(rows, { neutral: false, mark: false })), `${name}.csv`)
  zip.end()
  return buffer(zip.outputStream)
}
