import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/database.ts'
import { recordCommand } from '../../http/admin-events.ts'
import { readLogo } from '../../commands/read-picture.ts'
import { readSetupFile } from '../../commands/setup-file.ts'
import { describeUnit } from '../../commands/setup-unit.ts'
import { type PreparedSetup, setUp } from '../../modules/units/setup/set-up.ts'
import { hasUnit, lockSetup } from '../../modules/units/setup/setup-codes.ts'
import { createPasswords, type Passwords } from '../../modules/auth/passwords/passwords.ts'
import { fillPinyin } from '../../modules/desktop/pinyin.ts'
import { beginApplying, writeImport } from '../../modules/imports/writing/apply-import.ts'
import { readImport } from '../../modules/imports/import-runs.ts'
import { previewImport } from '../../modules/imports/preview-import.ts'
import { createVault, type Vault } from '../../runtime/vault.ts'
import { type DemoUnit, demoUnits, unpackDemo } from './demo-units.ts'
import { writeAttendance } from './write-attendance.ts'
import { writeWaiting } from './write-waiting.ts'

export const DEMO_PASSWORD = 'Campus2026'
/** The documented accounts besides the administrator's. An area office has the first of them. `classteacher` is the class teacher of `student`. */
const WITH_PASSWORD = ['staff', 'teacher', 'classteacher', 'parent', 'student']

/** Whether no unit exists yet. */
export function isEmpty(database: Database): Promise<boolean> {
  return database.asOwner(async (tx) => !(await hasUnit(tx)))
}

/**
 * Creates the demo school, the second school and the area office that both are under, all or nothing, from the files in their folders: by the code of
 * `npm run setup` and `npm run import`. Does nothing when any unit exists. Only for a portal in reach of this machine alone: its passwords are public. Its
 * sample history ends at `now`. `withOperator`: with the operator of the files, who looks after all of them.
 */
export async function seedDemoSchool(
  database: Database,
  now = new Date(),
  { withOperator = false }: { withOperator?: boolean } = {},
): Promise<void> {
  if (!(await isEmpty(database))) return
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  const passwords = createPasswords()
  try {
    await unpackDemo(folder)
    const prepared = await Promise.all(
      demoUnits.map(async (unit) => ({
        unit,
        files: await prepareUnit(passwords, join(folder, unit.folder), { unit, now, withOperator }),
      })),
    )
    // One hash for each account, because each needs its own salt; they are worked out while the units are written.
    const units = prepared.map((one) => {
      const names = one.unit.isSchool ? WITH_PASSWORD : WITH_PASSWORD.slice(0, 1)
      const hashes = Promise.all(names.map(() => passwords.hash(DEMO_PASSWORD)))
      hashes.catch(() => undefined)
      return { ...one, hashes }
    })
    await database.asOwner(async (tx) => {
      // Of two servers on a new database, the second waits here and then finds the first one's units.
      await lockSetup(tx)
      if (await hasUnit(tx)) return
      for (const one of units) await writeUnit(tx, one, now)
      await placeSchools(tx)
      await fillPinyin({ asOwner: (work) => work(tx) })
      // Before its statistics exist, PostgreSQL takes the tables for empty and scans whole units.
      await tx.execute(ANALYSE_FILLED)
    })
  } finally {
    await passwords.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Not the empty ones: connections that read of an empty table keep plans that read all of it, until PostgreSQL looks at it by itself. */
const ANALYSE_FILLED = sql.raw(`do $$
declare
  filled regclass;
begin
  for filled in select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 0 loop
    execute format('analyze %s', filled);
  end loop;
end $$`)

interface PreparedUnit {
  readonly unit: DemoUnit
  readonly files: { readonly setup: PreparedSetup; readonly sheets: readonly [string, ...string[]] }
  readonly hashes: Promise<readonly string[]>
}

async function prepareUnit(
  passwords: Passwords,
  folder: string,
  { unit: { isSchool }, now, withOperator }: { unit: DemoUnit; now: Date; withOperator: boolean },
): Promise<PreparedUnit['files']> {
  const { file } = await readSetupFile(join(folder, 'unit.yaml'))
  // The set-up would refuse a password that everyone knows.
  const withPassword = async <Account>(account: Account) => ({
    ...account,
    passwordHash: await passwords.hash(DEMO_PASSWORD),
  })
  const [logo, administrator, operator] = await Promise.all([
    readLogo('unit.logo', join(folder, file.unit.logo ?? '')),
    withPassword(file.administrator),
    withOperator && file.operator ? withPassword(file.operator) : undefined,
  ])
  const people = join(folder, 'people.csv')
  return {
    setup: { ...describeUnit(file, now.getTime()), logo, administrator, operator },
    sheets: isSchool ? [people, join(folder, 'classes.csv')] : [people],
  }
}

async function writeUnit(tx: Tx, { unit, files, hashes }: PreparedUnit, now: Date): Promise<void> {
  // No unit of the demo has a secret that it would keep: neither a mail server's password nor identity numbers.
  const vault = createVault(randomBytes(32))
  const { unitId } = await setUp(tx, vault, now.getTime(), files.setup)
  await importPeople(tx, vault, unitId, files.sheets)
  await writePasswords(tx, unitId, await hashes)
  await chooseChildren(tx, unitId)
  await writeWaiting(tx, { unit, unitId, now })
  await writeAttendance(tx, { unit, unitId, now })
}

/** As `npm run import -- --apply` does, as the application's role in the unit, but within the owner's transaction, which is undone as a whole when this fails. */
async function importPeople(
  tx: Tx,
  vault: Vault,
  unitId: string,
  [first, ...others]: PreparedUnit['files']['sheets'],
): Promise<void> {
  const named = (path: string) => ({ path, name: basename(path) })
  const files = [named(first), ...others.map(named)] as const
  await tx.execute(sql`select set_config('role', 'portal_app', true), set_config('portal.unit_id', ${unitId}, true)`)
  // Only pupils whose row has a login name are old enough for an account.
  const options = { pupilAccounts: false }
  const importId = await previewImport(
    { database: { inUnit: (_, work) => work(tx) }, vault },
    { unitId, userId: null },
    files,
    options,
  )
  const { fileName, counts } = await readImport(tx, importId)
  await beginApplying(tx, importId, {})
  await recordCommand(tx, unitId, 'import', { changes: { importId, fileName, counts } })
  await writeImport(tx, unitId, importId, 'command', async () => undefined)
  await tx.execute(sql`select set_config('role', 'none', true), set_config('portal.unit_id', '', true)`)
}

/** Below the area office, as the operator's page of a school does. */
async function placeSchools(tx: Tx): Promise<void> {
  await tx.execute(
    sql`update unit set area_id = (select unit_id from unit where unit_type = '1') where unit_type = '2'`,
  )
}

/** Other people have no password and cannot sign in. */
async function writePasswords(tx: Tx, unitId: string, hashes: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into credential (unit_id, user_id, password_hash)
    select a.unit_id, a.user_id, (${sql.param(hashes)}::text[])[(row_number() over ())::integer]
    from user_account a where a.unit_id = ${unitId} and a.login_name = any (${sql.param(WITH_PASSWORD)}::text[])`)
}

/** Parents have been here before, and have chosen their first child. */
async function chooseChildren(tx: Tx, unitId: string): Promise<void> {
  await tx.execute(sql`
    update guardian g set chosen_at = now() from (
      select distinct on (g.parent_id) g.parent_id, g.student_id from guardian g join student s using (student_id)
      where g.unit_id = ${unitId} order by g.parent_id, s.student_number) first
    where g.parent_id = first.parent_id and g.student_id = first.student_id`)
}
