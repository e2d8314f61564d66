import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { requestReset } from '../../../contract/endpoints/sign-in/passwords.ts'
import { saveMail } from '../../../server/modules/mail/unit-mail.ts'
import { createVault, readVaultKey } from '../../../server/runtime/vault.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from '../../support/fakes/mail-server.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { runPortal, type PortalRun } from '../../support/process/portal-run.ts'
import { until } from '../../support/until.ts'

const SECRET = 'a secret of thirty-two characters'
/** Attempts are counted, so there must not be many. */
const EACH_SECOND = { interval: 1000 }

let own: TestDatabase
let root: string
let portals: PortalRun[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-jobs-'))
  own = await createTestDatabase({ demo: true })
})
afterAll(async () => {
  for (const { child, ended } of portals) {
    child.kill('SIGTERM')
    await ended
  }
  await own.close()
  await rm(root, { recursive: true, force: true })
})

/** Starts a portal on the shared database, with a data folder of its own. */
function start(name: string): PortalRun {
  const { host, port, password } = inject('postgres')
  const portal = runPortal({
    PORTAL_DATA: join(root, name),
    PORTAL_SECRET: SECRET,
    PORTAL_MAIL_NETWORKS: '127.0.0.0/8',
    DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${own.connection.database}?host=${encodeURIComponent(host)}`,
  })
  portals.push(portal)
  return portal
}

async function query(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return own.database.asOwner(async (tx) => (await tx.execute(statement)).rows)
}

test('two portals run what is due once, and a mail that one accepted before it was killed is sent once by the other when the mail server is back', async () => {
  const [first, second] = [start('one'), start('two')]
  const [origin] = await Promise.all([first.ready, second.ready])
  // Each waits for its next interval: added once, and put back by the one run.
  const scheduled = () =>
    query(sql`
    select substr(q.task_identifier, 11) as job, q.locked_at is null and q.run_at > now() as done, j.payload ->> 'tries' as tries
    from portal_queue.jobs q join portal_queue._private_jobs j using (id) where q.task_identifier like 'scheduled %' order by 1`)
  await until(async () => (await scheduled()).every(({ done }) => done === true) && (await scheduled()).length > 0)
  const intervals = await scheduled()
  expect(intervals.filter(({ tries }) => tries !== '0')).toEqual([])
  expect(intervals.map(({ job }) => job)).toEqual([
    'access log',
    'applications',
    'attendance',
    'auth',
    'cards of today',
    'erased and merged people',
    'expired sessions of applications',
    'exports of units',
    'faces',
    'files',
    'guardian codes',
    'imports',
    'licences',
    'logout tokens',
    'logout tokens of providers',
    'mail',
    'old records',
    'pinyin',
    'scheduled imports',
    'shares',
    'trail',
    'units',
  ])

  const port = await findFreePort()
  const [unit] = await query(sql`select unit_id from unit_host where host = 'localhost'`)
  const unitId = String(unit?.['unit_id'])
  const vault = createVault(await readVaultKey(root, SECRET))
  await own.database.inUnit({ unitId, userId: null }, (tx) =>
    saveMail(tx, vault, unitId, {
      host: '127.0.0.1',
      port,
      secure: 'none',
      username: MAIL_USER,
      password: MAIL_PASSWORD,
      fromAddress: 'portal@riverside.test',
    }),
  )
  const response = await fetch(origin + requestReset.path, {
    method: 'POST',
    headers: { 'x-portal-device': 'pc' },
    body: new URLSearchParams({ username: 'teacher' }),
  })
  expect(await response.json()).toMatchObject({ code: 'ok' })
  // The first attempt, by either of them, was in vain.
  await until(
    async () =>
      (
        await query(
          sql`select from outgoing_mail m, portal_queue.jobs j where m.attempts > 0 and j.task_identifier = 'mail' and j.locked_at is null`,
        )
      ).length > 0,
  )
  first.child.kill('SIGKILL')
  await first.ended

  const server = await startMailServer({ port })
  try {
    await until(async () => {
      await hastenJobs(own.database)
      return server.mails.length > 0
    }, EACH_SECOND)
    // A third joins, and finds nothing left to do.
    const third = start('one')
    await third.ready
    await settleJobs(own.database)
    expect(server.mails).toHaveLength(1)
    expect(await query(sql`select from outgoing_mail`)).toEqual([])
    second.child.kill('SIGTERM')
    third.child.kill('SIGTERM')
    for (const { ended } of [second, third]) expect(await ended).toMatchObject({ code: 0 })
  } finally {
    portals = portals.filter(({ child }) => child.exitCode === null && child.signalCode === null)
    await server.close()
  }
})
