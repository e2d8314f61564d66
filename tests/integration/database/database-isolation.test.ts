import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

// Tables without a unit that the application may read, each with its reason.
const sharedTables: readonly string[] = []

let testDatabase: TestDatabase
let client: Client

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new Client(testDatabase.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await testDatabase.close()
})

interface Table {
  readonly name: string
  readonly has_unit: boolean
  readonly unit_required: boolean | null
  readonly isolated: boolean
  readonly readable: boolean
  readonly truncatable: boolean
  readonly policies: readonly string[]
}

async function readTables(): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, u.attname is not null as has_unit, u.attnotnull as unit_required,
      c.relrowsecurity and c.relforcerowsecurity as isolated,
      has_table_privilege('portal_app', c.oid, 'select, insert, update, delete') as readable,
      has_table_privilege('portal_app', c.oid, 'truncate') as truncatable,
      array(
        select concat_ws(' ', polname, polcmd, polpermissive, polroles::regrole[],
          pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
        from pg_policy where polrelid = c.oid order by polname
      ) as policies
    from pg_class c
    left join pg_attribute u on u.attrelid = c.oid and u.attname = 'unit_id' and not u.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    order by 1`)
  return rows
}

// Tables whose rows are further restricted to some people of the unit.
const narrowedTables = new Set([
  'account_link',
  'account_link_code',
  'storage_share',
  'hand_in',
  'hand_in_file',
  'message_recipient',
  'todo',
])

test('every table with a unit is isolated by forced row-level security and exactly the two policies of portal_isolate', async () => {
  await client.query(`create table example (unit_id uuid not null); select portal_isolate('example')`)
  const tables = await readTables()
  const example = tables.find((table) => table.name === 'example')
  expect(example?.policies).toEqual([
    'portal_owner * t {portal} true true',
    expect.stringMatching(/^portal_unit \* t \{-\} \(unit_id = .*portal_unit_id.*\) \(unit_id = .*portal_unit_id.*\)$/),
  ])
  const ofUnits = tables.filter(({ has_unit }) => has_unit)
  expect(ofUnits.length).toBeGreaterThan(50)
  for (const table of ofUnits) {
    const [narrowing, policies] = [true, false].map((narrows) =>
      table.policies.filter((policy) => / f \{portal_app\} /.test(policy) === narrows),
    )
    expect({ ...table, policies }).toMatchObject({ isolated: true, unit_required: true, policies: example?.policies })
    expect([table.name, (narrowing?.length ?? 0) > 0]).toEqual([table.name, narrowedTables.has(table.name)])
  }
})

test('the application reads no table without a unit, except those that are listed with a reason', async () => {
  const tables = await readTables()
  const shared = tables.filter(({ has_unit, readable }) => !has_unit && readable).map(({ name }) => name)
  expect(shared).toEqual(sharedTables)
})

test('the application can truncate no table', async () => {
  expect((await readTables()).filter(({ truncatable }) => truncatable)).toEqual([])
})

test("every function that runs with its owner's rights names its search path, so that no other schema can slip something in", async () => {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef
      and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')`)
  expect(rows).toEqual([])
})

test.each(['portal_app', 'portal_personal_data'])(
  'the role %s cannot sign in, is no superuser and does not bypass row-level security',
  async (role) => {
    const { rows } = await client.query<object>(
      `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = $1`,
      [role],
    )
    expect(rows).toEqual([
      { rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
    ])
  },
)

test('the role that erases and merges has more rights on tables than the application only where it is said', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname || ' ' || string_agg(r, ', ' order by r) as name from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege('portal_personal_data', c.oid, r) and not has_table_privilege('portal_app', c.oid, r)
    group by c.relname order by 1`)
  expect(rows.map(({ name }) => name)).toEqual([
    'access_log delete, update',
    'account_link delete, update',
    'admin_event update',
    'attendance_absence delete',
    'attendance_correction delete',
    'attendance_delivery update',
    'attendance_event delete, update',
    'attendance_notice delete, update',
    'attendance_uncertain delete',
    'face_consent delete, update',
    'face_photo update',
    'face_use delete, update',
    'guardian_code_use update',
    'hand_in update',
    'hand_in_file update',
    'sign_in_event delete, update',
    'storage_file_version update',
    'storage_share update',
    'theme_change delete, update',
  ])
})
