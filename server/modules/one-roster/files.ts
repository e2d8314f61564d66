import { buffer } from 'node:stream/consumers'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { joinName } from '../../../contract/rules/people/name-parts.ts'
import type { Tx } from '../../db/database.ts'
import { queryOne, queryRows } from '../../db/query.ts'
import { streamZip } from '../../runtime/zip.ts'
import { writeCsv } from '../spreadsheets/write-csv.ts'
import { systemCode } from './model.ts'
import { readAgents } from './records.ts'
import { columnsOf, type Field, fieldRow, RECORD_TYPES, type RecordKind } from './resources.ts'

// The files of OneRoster 1.2 in bulk: what is there, as the REST interface tells it.

interface RosterFile {
  readonly kind: RecordKind
  /** In the specification's order, behind those of `BASE`. The portal has nothing for columns that no field is for. */
  readonly columns: string
  readonly order?: SQL
}

const BASE = ['sourcedId', 'status', 'dateLastModified']
const FILES: Readonly<Record<string, RosterFile>> = {
  academicSessions: {
    kind: 'academicSession',
    columns: 'title type startDate endDate parentSourcedId schoolYear',
    order: sql`start_date, type, sourced_id`,
  },
  orgs: { kind: 'org', columns: 'name type identifier parentSourcedId' },
  courses: {
    kind: 'course',
    columns: 'schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes',
  },
  classes: {
    kind: 'class',
    columns: `title grades courseSourcedId classCode classType location schoolSourcedId termSourcedIds subjects subjectCodes periods
      metadata.grade metadata.englishName metadata.campus`,
    // In which an import adds them.
    order: sql`grade_position, position, sourced_id`,
  },
  users: {
    kind: 'user',
    columns: `enabledUser username userIds givenName familyName middleName identifier email sms phone agentSourcedIds grades password userMasterIdentifier
      resourceSourcedIds preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns
      metadata.fullName metadata.englishName metadata.department metadata.position metadata.relations metadata.hasAccount`,
    order: sql`array_position(array['teacher', 'aide', 'student', 'guardian'], role), identifier, sourced_id`,
  },
  enrollments: {
    kind: 'enrollment',
    columns: 'classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate',
  },
  demographics: { kind: 'demographics', columns: 'birthDate sex' },
}
const ROLE_COLUMNS = 'userSourcedId roleType role beginDate endDate orgSourcedId userProfileSourcedId'
const ABSENT = ['categories', 'classResources', 'courseResources', 'lineItems', 'resources', 'results', 'userProfiles']

type Row = z.infer<typeof fieldRow>
const unitRow = z.object({ unitId: z.string(), name: z.string() })

/** The column of a field: `parent.sourcedId` of a record is parentSourcedId in a file, and `terms.sourcedId` termSourcedIds. */
const columnOf = (name: string, { type }: Field) =>
  type === 'list' ? name.replace('s.sourcedId', 'SourcedIds') : name.replace('.sourcedId', 'SourcedId')

/** The lines of each file by its name, headings first. */
export async function readRosterFiles(tx: Tx): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
  const unit = await queryOne(tx, unitRow)`select unit_id as "unitId", name from unit`
  const files = new Map<string, readonly (readonly string[])[]>()
  for (const [file, { kind, columns, order = sql`sourced_id collate "C"` }] of Object.entries(FILES)) {
    const { records, fields } = RECORD_TYPES[kind]
    const rows = await queryRows(tx, fieldRow)`
      select ${columnsOf(RECORD_TYPES[kind])} ${file === 'users' ? sql`, full_name` : sql``} from (${records}) x where status = 'active' order by ${order}`
    const values = file === 'users' ? await describeUsers(tx, rows) : rows
    const known = new Map(Object.entries(fields).map(([name, field]) => [columnOf(name, field), name]))
    const names = columns.split(/\s+/)
    const linesOf = (row: Row) => names.map((name) => row[known.get(name) ?? name] ?? '').map(String)
    files.set(file, [[...BASE, ...names], ...values.map((row) => [String(row['sourcedId']), '', '', ...linesOf(row)])])
    if (file === 'users')
      files.set('roles', [
        [...BASE, ...ROLE_COLUMNS.split(' ')],
        ...rows.map(({ sourcedId, role }) =>
          [`role-${String(sourcedId)}`, '', '', sourcedId, 'primary', role, '', '', unit.unitId, ''].map(String),
        ),
      ])
  }
  return files.set('manifest', [
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...[...files.keys()].map((name) => [`file.${name}`, 'bulk']),
    ...ABSENT.map((name) => [`file.${name}`, 'absent']),
    ['source.systemName', unit.name],
    ['source.systemCode', systemCode(unit.unitId)],
  ])
}

/** Users with what a file says of them otherwise, or more than a record. */
async function describeUsers(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const agents = await readAgents(
    tx,
    rows.map(({ sourcedId }) => String(sourcedId)),
  )
  return rows.map((row) => {
    const guardians = row['role'] === 'student' ? (agents.get(String(row['sourcedId'])) ?? []) : []
    const [given = '', family = ''] = [row['givenName'], row['familyName']].map((part) => String(part ?? '').trim())
    return {
      ...row,
      enabledUser: 'true',
      agentSourcedIds: guardians.map(({ sourcedId }) => sourcedId),
      'metadata.relations': guardians.map(({ relation }) => relation ?? ''),
      // Where the parts do not say it: a dot or a space between them.
      'metadata.fullName': joinName({ given, family }) === row['full_name'] ? '' : (row['full_name'] ?? ''),
    }
  })
}

/** The files as one, which can be imported again. */
export function zipRosterFiles(files: Awaited<ReturnType<typeof readRosterFiles>>): Promise<Buffer> {
  const entries = [...files].map(([name, lines]) => ({
    path: `${name}.csv`,
    compress: true,
    bytes: Buffer.from(writeCsv(lines, { neutral: false, mark: false })),
  }))
  return buffer(streamZip(entries))
}
