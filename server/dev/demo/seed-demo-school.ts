import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/database.ts'
import { credential } from '../../db/schema/identity.ts'
import { hasUnit, lockSetup } from '../../modules/administration/setup/setup-codes.ts'
import { createPasswords } from '../../modules/auth/passwords/passwords.ts'
import { createPeople, type DemoPeople } from './people.ts'
import { demoUnits } from './units.ts'
import { writeAttendance } from './write-attendance.ts'
import { type DemoContext, writePeople, writeUnit, writeWaiting } from './write-unit.ts'

export const DEMO_PASSWORD = 'Campus2026'

/** Whether no unit exists yet. */
export function isEmpty(database: Database): Promise<boolean> {
  return database.asOwner(async (tx) => !(await hasUnit(tx)))
}

/**
 * Creates the demo school, the second school and the area office, all or nothing. Does nothing when any unit exists. Only for a portal in reach of
 * this machine alone: its passwords are public. Its sample history ends at `now`.
 */
export async function seedDemoSchool(database: Database, now = new Date()): Promise<void> {
  if (!(await isEmpty(database))) return
  const units = demoUnits.map((unit) => ({ unit, people: createPeople(unit) }))
  const hashes = await hashPasswords(units.map(({ people }) => people))
  await database.asOwner(async (tx) => {
    // Of two servers on a new database, the second waits here and then finds the first one's units.
    await lockSetup(tx)
    if (await hasUnit(tx)) return
    for (const { unit, people } of units) await writeEverything(tx, { unit, people, hashes, now })
    // Before its statistics exist, PostgreSQL takes the tables for empty and scans whole units.
    await tx.execute(ANALYSE_FILLED)
  })
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

/** One hash for each account, because each needs its own salt; other people have no password and cannot sign in. */
async function hashPasswords(everybody: DemoPeople[]): Promise<Map<string, string>> {
  const passwords = createPasswords()
  const userIds = everybody.flatMap((people) => people.withPassword)
  try {
    const hashes = userIds.map(async (userId) => [userId, await passwords.hash(DEMO_PASSWORD)] as const)
    return new Map(await Promise.all(hashes))
  } finally {
    await passwords.close()
  }
}

async function writeEverything(
  tx: Tx,
  { hashes, ...given }: Omit<DemoContext, 'unitId'> & { readonly hashes: ReadonlyMap<string, string> },
): Promise<void> {
  const { unit, people, now } = given
  const written = await writeUnit(tx, unit, now)
  const { unitId } = written
  const context = { ...given, unitId }
  await writePeople(tx, context, written)
  await tx.insert(credential).values(
    people.withPassword.map((userId) => {
      const passwordHash = hashes.get(userId)
      if (passwordHash === undefined) throw new Error('An account was left without its hash')
      return { unitId, userId, passwordHash }
    }),
  )
  await writeWaiting(tx, context)
  await writeAttendance(tx, context)
}
