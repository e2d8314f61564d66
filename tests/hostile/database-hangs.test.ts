import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as files from '../../contract/endpoints/storage/files.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { findPostgres } from '../support/app/postgres-processes.ts'
import { TEACHER } from '../support/callers/portal-caller.ts'
import { runPortal, type PortalRun } from '../support/process/portal-run.ts'
import { until } from '../support/until.ts'
import { ask, type Outcome, signInTeacher } from './caller.ts'

/** Milliseconds: five seconds, and what a busy machine adds. */
const SOON = 6500

let folder: string
let portal: PortalRun
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-hangs-'))
  portal = runPortal({ PORTAL_DATA: folder, HOST: '127.0.0.1' })
})
afterAll(async () => {
  portal.child.kill('SIGTERM')
  await portal.ended
  await rm(folder, { recursive: true, force: true })
})

test('every call has its answer soon while all of PostgreSQL hangs, and the portal goes on with it', async () => {
  const origin = await portal.ready
  const cookie = await signInTeacher(origin)
  const calls = (): Promise<Outcome>[] => [
    ask(origin, { method: 'GET', path: '/healthz' }),
    ask(origin, { method: 'GET', path: '/api/uaa/oauth/me' }, {}, cookie),
    ask(origin, files.list, {}, cookie),
    ask(origin, files.createFolder, { name: 'hanging' }, cookie),
    ask(origin, session.login, { ...TEACHER }),
  ]
  const works = async () => {
    for (let round = 0; round < 4; round += 1)
      expect((await Promise.all(calls())).filter(({ http }) => http !== 200)).toEqual([])
  }
  const rounds = Array.from({ length: 40 })
  await works()

  const pids = await findPostgres(folder)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  let longest = 0
  try {
    for (let round = 0; round < 4; round += 1) {
      const outcomes = await Promise.all(rounds.flatMap(calls))
      longest = Math.max(longest, ...outcomes.map(({ ms }) => ms))
      expect(new Set(outcomes.map(({ http }) => http))).toEqual(new Set([503]))
      expect(outcomes.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
    }
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  const began = performance.now()
  await until(async () => (await ask(origin, files.list, {}, cookie)).http === 200, { what: 'the database' })
  const recovered = performance.now() - began
  process.stdout.write(`longest answer ${Math.round(longest)} ms, usable again after ${Math.round(recovered)} ms\n`)
  expect(longest).toBeLessThan(SOON)
  expect(recovered).toBeLessThan(SOON)
  await works()
})
