import type { ClientBase } from 'pg'

/** Values for columns whose constraints want more than the type says; null leaves a column empty. */
const VALUES: Readonly<Record<string, string | null>> = {
  'account_contact.phone': '13800000000',
  'account_picture.media_type': 'image/png',
  'admin_event.kind': 'changed',
  'admin_event.target_id': 'made',
  'admin_event.target_kind': 'account',
  'application_picture.picture_id': '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  'area_access.ends_at': '2026-09-08T08:00:00Z',
  'area_access.granted_at': '2026-09-01T08:00:00Z',
  'attendance_absence.kind': 'illness',
  'attendance_code.kind': 'card',
  'attendance_code.user_id': null,
  'attendance_correction."time"': '08:00',
  'attendance_correction.direction': 'in',
  'attendance_correction.user_id': null,
  'attendance_day.kind': 'holiday',
  'attendance_event.correction_id': null,
  'attendance_event.direction': 'in',
  'attendance_event.source': 'card',
  'attendance_event.user_id': null,
  'attendance_rule.applies_to': 'staff',
  'attendance_rule.day_start': '04:00',
  'attendance_rule.in_by': '08:00',
  'attendance_rule.out_from': '16:00',
  'attendance_station.direction': 'in',
  'attendance_uncertain.direction': 'in',
  'attendance_uncertain.source': 'card',
  'attendance_uncertain.user_id': null,
  'branding_picture.media_type': 'image/png',
  'branding_picture.sha256': String.raw`\x9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056`,
  'desktop_order.groups': '[]',
  'external_key.kind': 'campus',
  'face_challenge.turn': 'left',
  'face_consent.giver': 'oneself',
  'face_consent.language': 'zh-CN',
  'face_use.kind': 'shown',
  'guardian_code_use.kind': 'account',
  'guardian_contact.phone': '13800000000',
  'import_row.kind': 'person',
  'import_run.format': 'csv',
  'import_run.mode': 'bulk',
  'import_run.status': 'applied',
  'import_schedule.kind': 'any',
  'import_schedule.place': 'folder',
  'oauth_artifact.model': 'ClientCredentials',
  'oauth_artifact.user_id': null,
  'oauth_client.redirect_uris': '{https://made.example}',
  'password_reset.kind': 'mail',
  'password_reset.secret_hash': String.raw`\x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e`,
  'person_detail.among': '1',
  'person_detail.user_id': null,
  'personal_job.kind': 'erase',
  'personal_job.person_id': null,
  'personal_job.person_kind': 'pupil',
  'personal_job.plan': null,
  'personal_job.state': 'done',
  'publication.kind': 'message',
  'publication.state': 'sent',
  'role_member.class_id': null,
  'role_member.department_id': null,
  'role_member.scope_class_id': null,
  'role_member.scope_grade_id': null,
  'role_member.user_type': null,
  'roster_change.kind': 'org',
  'school_year.ends_on': '2027-07-01',
  'sign_in_event.kind': 'signed-in',
  'sign_in_provider.kind': 'oidc',
  'storage_object.md5': '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  'storage_object.sha256': '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  'storage_share.class_id': null,
  'storage_share.department_id': null,
  'storage_share.folder_id': null,
  'storage_share.grade_id': null,
  'storage_share.role_id': null,
  'storage_upload.md5': '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  'term.ends_on': '2027-01-31',
  'theme_change.kind': 'default',
  'unit.theme_color': '#457CD6',
  'unit.unit_type': '2',
  'unit_logo.media_type': 'image/png',
  'unit_mail.from_address': 'made@example.org',
  'unit_mail.secure': 'tls',
  'unit_retention.message_months': '36',
  'unit_retention.publication_months': '36',
  'unit_retention.roster_months': '36',
  'unit_retention.theme_months': '36',
  'unit_retention.todo_months': '36',
  'vocabulary.language': 'zh-CN',
}

/** Tables whose rows are about several others of a table: an account of another unit for a link. */
const SEVERAL: Readonly<Record<string, string>> = {
  account_link: `
    with other as (insert into unit (name, english_name, unit_type) values ('另一所学校', 'Other', '2') returning unit_id),
    parent as (
      insert into user_account (unit_id, login_name, real_name, user_type) select unit_id, 'other', '另一个', 3 from other returning unit_id, user_id)
    insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
    select '01990000-0000-7000-8000-00000000000a', a.unit_id, a.user_id, p.unit_id, p.user_id from user_account a cross join parent p`,
}

const BY_TYPE: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: String.raw`\x${'5e'.repeat(32)}`,
  date: '2026-09-01',
  inet: '10.1.2.3',
  interval: '1 second',
  jsonb: '{}',
  'timestamp with time zone': '2026-09-01T08:00:00Z',
  'timestamp without time zone': '2026-09-01T08:00:00',
  bigint: '1',
  integer: '1',
  smallint: '1',
}

interface Table {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string; readonly required: boolean }[]
  /** What foreign keys say of other tables: the column there of each own column. */
  readonly references: readonly { readonly table: string; readonly columns: Readonly<Record<string, string>> }[]
}

/**
 * Gives every empty table of the portal a row, with a value in each column that takes one, so that a change of any column meets data. Throws what
 * PostgreSQL says when a constraint wants a value that is not in `VALUES`. The connection is the owner's.
 */
export async function makeRows(client: ClientBase): Promise<void> {
  await client.query('begin')
  const made = new Set<string>()
  for (const table of await readTables(client)) {
    const { rows } = await client.query(`select from ${table.name} limit 1`)
    if (rows.length === 0 && !(table.name in SEVERAL)) await makeRow(client, table, made)
    made.add(table.name)
  }
  for (const statement of Object.values(SEVERAL)) await client.query(statement)
  await client.query('commit')
}

/** Inserts of all rows, in an order that foreign keys allow. */
export async function writeRows(client: ClientBase): Promise<string> {
  const parts: string[] = []
  for (const { name, columns } of await readTables(client)) {
    const names = columns.map((column) => column.name)
    const values = names.map((column) => `quote_nullable(${column}::text)`).join(`, ', ', `)
    const { rows } = await client.query<{ row: string }>(`select concat(${values}) as row from ${name}`)
    if (rows.length === 0) continue
    parts.push(`alter table ${name} disable trigger user;`)
    for (const { row } of rows) parts.push(`insert into ${name} (${names.join(', ')}) values (${row});`)
    parts.push(`alter table ${name} enable trigger user;`)
  }
  return `${parts.join('\n')}\n`
}

async function makeRow(client: ClientBase, { name, columns, references }: Table, made: ReadonlySet<string>) {
  const values = new Map<string, string | null>()
  for (const column of columns) values.set(column.name, valueOf(name, column))
  // Columns that refer to what is not made yet, also to a row of the table itself, stay empty.
  for (const reference of references)
    if (!made.has(reference.table)) for (const own of Object.keys(reference.columns)) values.set(own, null)
  for (const reference of references.filter(({ table }) => made.has(table))) {
    const others = Object.values(reference.columns).map((other) => `${other}::text`)
    const { rows } = await client.query<string[]>({
      text: `select ${others.join(', ')} from ${reference.table} limit 1`,
      rowMode: 'array',
    })
    for (const [at, own] of Object.keys(reference.columns).entries()) values.set(own, rows[0]?.[at] ?? null)
  }
  for (const column of columns) {
    const given = VALUES[`${name}.${column.name}`]
    if (given !== undefined) values.set(column.name, given)
  }
  const referring = new Set(references.flatMap((reference) => Object.keys(reference.columns)))
  const first = columns.filter(
    (column) => column.required || referring.has(column.name) || typeof VALUES[`${name}.${column.name}`] === 'string',
  )
  await client.query(
    `insert into ${name} (${first.map((column) => column.name).join(', ')}) values (${first.map((_, at) => `$${at + 1}`).join(', ')})`,
    first.map((column) => values.get(column.name)),
  )
  for (const column of columns) {
    const value = values.get(column.name)
    if (first.includes(column) || value === null) continue
    // Some constraints want a column to be empty beside another one.
    await client.query('savepoint filled')
    try {
      await client.query(`update ${name} set ${column.name} = $1`, [value])
    } catch {
      await client.query('rollback to filled')
    }
  }
}

function valueOf(table: string, { name, type }: Table['columns'][number]): string {
  if (type.endsWith('[]')) return '{}'
  if (type === 'uuid') return uuidOf(`${table}.${name}`)
  return BY_TYPE[type] ?? 'made'
}

/** The same for the same text. */
function uuidOf(text: string): string {
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 0xffff_ffff_ffff
  return `01990000-0000-7000-8000-${hash.toString(16).padStart(12, '0')}`
}

/** All tables with rows of their own, each after those that its foreign keys lead to. */
async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name,
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod), 'required', attnotnull and not atthasdef) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((
        select json_agg(json_build_object('table', k.confrelid::regclass::text, 'columns', (
            select json_object_agg(quote_ident(own.attname), quote_ident(other.attname))
            from unnest(k.conkey, k.confkey) as pair (own, other)
            join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
            join pg_attribute other on other.attrelid = k.confrelid and other.attnum = pair.other)) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'portal_jobs') and relkind in ('r', 'p') and not relispartition order by 1`)
  const ordered: Table[] = []
  const visit = (table: Table, above: readonly Table[]) => {
    if (ordered.includes(table) || above.includes(table)) return
    for (const reference of table.references) {
      const other = rows.find(({ name }) => name === reference.table)
      if (other) visit(other, [...above, table])
    }
    ordered.push(table)
  }
  for (const table of rows) visit(table, [])
  return ordered
}
