import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { envelopeSchema } from '../../../contract/envelope.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { importSummary } from '../../../contract/endpoints/people/imports.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { forgetProcesses, hastenJobs } from '../../support/app/settle-jobs.ts'
import { runPortal, type PortalRun } from '../../support/process/portal-run.ts'
import { until } from '../../support/until.ts'

/** Attempts are counted, so there must not be many. */
const EACH_SECOND = { interval: 1000 }

let own: TestDatabase
let root: string
const portals: PortalRun[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-killed-import-'))
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

function start(): PortalRun {
  const { host, port, password } = inject('postgres')
  const portal = runPortal({
    PORTAL_DATA: root,
    PORTAL_SECRET: 'a secret of thirty-two characters',
    DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${own.connection.database}?host=${encodeURIComponent(host)}`,
  })
  portals.push(portal)
  return portal
}

const query = (statement: ReturnType<typeof sql>) =>
  own.database.asOwner(async (tx) => (await tx.execute(statement)).rows)
const pupils = async () =>
  (await query(sql`select student_number as number from student where student_number like '777%' order by 1`)).map(
    ({ number }) => number,
  )

/** Calls as the demo's administrator. */
async function signIn(origin: string) {
  const headers = { 'x-portal-device': 'pc' }
  const body = new URLSearchParams({ username: 'admin', password: 'Campus2026' })
  const response = await fetch(origin + session.login.path, { method: 'POST', headers, body })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, { ...init, headers: { ...headers, ...init.headers, cookie } })
    const { code, data } = z.parse(envelopeSchema, await answer.json())
    if (code !== 'ok') throw new Error(code)
    return z.parse(importSummary, data)
  }
}

/** Lets a job come to a statement that waits for a table, and kills its portal there: all before it was written, and is gone. */
async function killAt(portal: PortalRun, table: string, statement: string, begin: () => Promise<void>): Promise<void> {
  const lock = new Client(own.connection)
  await lock.connect()
  await lock.query('begin')
  await lock.query(`lock table ${table} in share mode`)
  await begin()
  const like = `%${statement}%`
  const waiting = () =>
    query(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like ${like} and pid <> pg_backend_pid()`,
    )
  await until(async () => (await waiting()).length > 0)
  portal.child.kill('SIGKILL')
  await portal.ended
  await lock.query('rollback')
  await lock.end()
  const running = () =>
    query(sql`select from pg_stat_activity where query like ${like} and state <> 'idle' and pid <> pg_backend_pid()`)
  await until(async () => (await running()).length === 0)
  // Its job counts as lost a minute after its process was last heard of.
  await forgetProcesses(own.database)
}

const NUMBERS = Array.from({ length: 50 }, (_, at) => String(777_000 + at))
const countKeys = () => query(sql`select count(*)::int as keys from external_key where source_id like 'ID%'`)

it('a portal that is killed while it applies an import or takes it back leaves nothing half, and the next one goes on', async () => {
  const first = start()
  const call = await signIn(await first.ready)
  const form = new FormData()
  const rows = NUMBERS.map((number, at) => `学生,新生${at},${number},十年级,9班,ID${at}`)
  form.append('file', new Blob(['类型,姓名,学号,年级,班级,来源标识\n', rows.join('\n')]), 'pupils.csv')
  const { importId, counts } = await call(imports.preview.path, { method: 'POST', body: form })
  expect(counts.new).toMatchObject({ people: 50, classes: 1, grades: 1 })
  const begin = (by: typeof call, path: string) => async () => {
    const headers = { 'content-type': 'application/json' }
    await by(path, { method: 'POST', headers, body: JSON.stringify({ importId }) })
  }
  const readRun = () => query(sql`select status, progress from import_run where import_id = ${importId}::uuid`)
  const waitFor = (by: typeof call, status: string) =>
    until(async () => {
      await hastenJobs(own.database)
      return (await by(`${imports.summary.path}?importId=${importId}`)).status === status
    }, EACH_SECOND)

  // The last statement but one waits, with all people written before it.
  await killAt(first, 'external_key', 'insert into external_key', begin(call, imports.apply.path))
  expect(await pupils()).toEqual([])
  expect(await readRun()).toEqual([{ status: 'applying', progress: 80 }])
  const second = start()
  const again = await signIn(await second.ready)
  await waitFor(again, 'applied')
  expect(await pupils()).toEqual(NUMBERS)
  expect(await countKeys()).toEqual([{ keys: 50 }])

  // With all people deleted before it.
  await killAt(second, 'grade', 'delete from "grade"', begin(again, imports.undo.path))
  expect(await pupils()).toEqual(NUMBERS)
  expect(await readRun()).toEqual([{ status: 'undoing', progress: 95 }])
  const last = await signIn(await start().ready)
  await waitFor(last, 'undone')
  expect(await pupils()).toEqual([])
  expect(await countKeys()).toEqual([{ keys: 0 }])
})
