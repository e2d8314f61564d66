import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/database.ts'
import { credential, userAccount } from '../../db/schema/identity.ts'
import { recordCommand } from '../../http/admin-events.ts'
import { readLogo } from '../../commands/read-picture.ts'
import { readSetupFile } from '../../commands/setup-file.ts'
import { describeUnit } from '../../commands/setup-unit.ts'
import { type PreparedSetup, setUp } from '../../modules/administration/setup/set-up.ts'
import { hasUnit, lockSetup } from '../../modules/administration/setup/setup-codes.ts'
import { createPasswords, type Passwords } from '../../modules/auth/passwords/passwords.ts'
import { fillPinyin } from '../../modules/desktop/people-search.ts'
import { beginApplying, writeImport } from '../../modules/imports/apply-import.ts'
import { readImport } from '../../modules/imports/import-runs.ts'
import { previewImport } from '../../modules/imports/preview-import.ts'
import { createVault } from '../../runtime/vault.ts'
import { type DemoUnit, demoUnits, unpackDemo } from './demo-units.ts'
import { writeAttendance } from './write-attendance.ts'
import { writeWaiting } from './write-waiting.ts'

export const DEMO_PASSWORD = 'Campus2026'
/** The documented accounts besides the administrator's. */
const WITH_PASSWORD = ['staff', 'teacher', 'parent', 'student']

/** Whether no unit exists yet. */
export function isEmpty(database: Database): Promise<boolean> {
  return database.asOwner(async (tx) => !(await hasUnit(tx)))
}

/**
 * Creates the demo school, the second school and the area office, all or nothing, from the files in their folders: by the code of `npm run setup` and
 * `npm run import`. Does nothing when any unit exists. Only for a portal in reach of this machine alone: its passwords are public. Its sample history ends at
 * `now`.
 */
export async function seedDemoSchool(database: Database, now = new Date()): Promise<void> {
  if (!(await isEmpty(database))) return
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  const passwords = createPasswords()
  try {
    await unpackDemo(folder)
    const units = await Promise.all(
      demoUnits.map(async (unit) => ({
        unit,
        ...(await prepareUnit(passwords, join(folder, unit.folder), unit, now)),
      })),
    )
    await database.asOwner(async (tx) => {
      // Of two servers on a new database, the second waits here and then finds the first one's units.
      await lockSetup(tx)
      if (await hasUnit(tx)) return
      for (const one of units) await writeUnit(tx, one, now)
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
  readonly setup: PreparedSetup
  readonly sheets: readonly [string, ...string[]]
  readonly hashes: ReadonlyMap<string, string>
}

/** One hash for each account, because each needs its own salt; other people have no password and cannot sign in. */
async function prepareUnit(
  passwords: Passwords,
  folder: string,
  { isSchool }: DemoUnit,
  now: Date,
): Promise<Omit<PreparedUnit, 'unit'>> {
  const path = join(folder, 'unit.yaml')
  const { file } = await readSetupFile(path)
  const hash = async (name: string) => [name, await passwords.hash(DEMO_PASSWORD)] as const
  const [logo, ...hashes] = await Promise.all([
    readLogo('unit.logo', join(dirname(path), file.unit.logo ?? '')),
    ...[file.administrator.loginName, ...WITH_PASSWORD].map(hash),
  ])
  // The set-up would refuse a password that everyone knows.
  const [[, passwordHash = ''] = [], ...others] = hashes
  const { unit, details } = describeUnit(file, now.getTime())
  const people = join(folder, 'people.csv')
  return {
    setup: { unit, details, logo, administrator: { ...file.administrator, passwordHash } },
    sheets: isSchool ? [people, join(folder, 'classes.csv')] : [people],
    hashes: new Map(others),
  }
}

async function writeUnit(tx: Tx, { unit, setup, sheets, hashes }: PreparedUnit, now: Date): Promise<void> {
  // No unit of the demo has a mail server whose password it would keep.
  const { unitId } = await setUp(tx, createVault(randomBytes(32)), now.getTime(), setup)
  await importPeople(tx, unitId, sheets)
  await writePasswords(tx, unitId, hashes)
  await chooseChildren(tx, unitId)
  await writeWaiting(tx, { unit, unitId, now })
  await writeAttendance(tx, { unit, unitId, now })
}

/** As `npm run import -- --apply` does. */
async function importPeople(tx: Tx, unitId: string, [first, ...others]: PreparedUnit['sheets']): Promise<void> {
  const scope = { unitId, userId: null }
  const inUnit = <T>(work: (own: Tx) => Promise<T>) => asApplication(tx, unitId, work)
  const named = (path: string) => ({ path, name: path.split(/[/\\]/).at(-1) ?? '' })
  // Only pupils whose row has a login name are old enough for an account.
  const options = { pupilAccounts: false }
  const importId = await previewImport(
    { inUnit: (_, work) => inUnit(work) },
    scope,
    [named(first), ...others.map(named)],
    options,
  )
  await inUnit(async (own) => {
    const { fileName, counts } = await readImport(own, importId)
    await beginApplying(own, importId, false)
    await recordCommand(own, unitId, 'import', { changes: { importId, fileName, counts } })
    await writeImport(own, unitId, importId, async () => undefined)
  })
}

/** What `Database.inUnit` does, within the owner's transaction, which is undone as a whole when this fails. */
async function asApplication<T>(tx: Tx, unitId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.execute(sql`select set_config('role', 'portal_app', true), set_config('portal.unit_id', ${unitId}, true)`)
  const result = await work(tx)
  await tx.execute(sql`select set_config('role', 'none', true), set_config('portal.unit_id', '', true)`)
  return result
}

async function writePasswords(tx: Tx, unitId: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  const accounts = await tx
    .select({ userId: userAccount.userId, loginName: userAccount.loginName })
    .from(userAccount)
    .where(sql`${userAccount.unitId} = ${unitId} and ${userAccount.loginName} in ${[...hashes.keys()]}`)
  await tx.insert(credential).values(
    accounts.map(({ userId, loginName }) => {
      const passwordHash = hashes.get(loginName)
      if (passwordHash === undefined) throw new Error('An account was left without its hash')
      return { unitId, userId, passwordHash }
    }),
  )
}

/** Parents have been here before, and have chosen their first child. */
async function chooseChildren(tx: Tx, unitId: string): Promise<void> {
  await tx.execute(sql`
    update guardian g set chosen_at = now() from (
      select distinct on (g.parent_id) g.parent_id, g.student_id from guardian g join student s using (student_id)
      where g.unit_id = ${unitId} order by g.parent_id, s.student_number) first
    where g.parent_id = first.parent_id and g.student_id = first.student_id`)
}
