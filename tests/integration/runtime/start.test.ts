import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get, IncomingMessage } from 'node:http'
import { createServer, connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { setUpFromFile } from '../../../server/commands/setup.ts'
import { configureUnit } from '../../../server/commands/unit-config.ts'
import { isServerOf, readPidFile } from '../../../server/db/embedded/server.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { createEmptyDatabase, queryOnce } from '../../support/app/database.ts'
import { findFreePort } from '../../support/process/free-port.ts'
import { portalDatabase } from '../../support/process/portal-database.ts'
import { runPortal, type PortalRun } from '../../support/process/portal-run.ts'

/** How often portals race for a new folder. */
const FIRST_STARTS = Number(process.env['FIRST_START_ROUNDS'] ?? 3)

let root: string
let dataFolder: string
let runs: PortalRun[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-start-'))
  dataFolder = join(root, 'data')
})
afterAll(() => rm(root, { recursive: true, force: true }))
afterEach(async () => {
  await Promise.all(runs.map(endRun))
  runs = []
})

function run(env: Record<string, string> = {}): PortalRun {
  const portal = runPortal({ PORTAL_DATA: dataFolder, ...env })
  runs.push(portal)
  return portal
}

async function endRun({ child, ended }: PortalRun): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** Database folders in a data folder that are being made, or were when their portal was killed. */
async function listDrafts(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith('postgres.new-'))
}

/** What a start that has to fail said: nothing but one sentence, and code 1. */
async function readRefusal(env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await run(env).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^[A-Z][^\n]*\.\n$/)
  return stderr.trim()
}

async function countUnits(folder = dataFolder): Promise<number> {
  const rows = await queryOnce(portalDatabase(folder), `select count(*) as units from unit where unit_type <> '0'`)
  return Number(rows[0]?.['units'])
}

test('it says when it is ready and where operators sign in, answers, and ends cleanly when asked to', async () => {
  const { child, ready, ended } = run()
  const address = await ready
  expect(address).toMatch(/^http:\/\/localhost:\d+$/)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await countUnits()).toBe(3)
  const database = readPidFile(join(dataFolder, 'postgres'))?.pid ?? 0
  child.kill('SIGTERM')
  const { stdout, ...others } = await ended
  expect(others).toEqual({ code: 0, stderr: '' })
  const [said, operators, ...more] = stdout.split('\n')
  expect([said, ...more]).toEqual([`ready ${address}`, ''])
  expect(operators).toMatch(/^operators http:\/\/localhost:\d+$/)
  expect(isServerOf(database, join(dataFolder, 'postgres'))).toBe(false)
})

test('a port that is in use is named, and the database is stopped again', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  expect(await readRefusal({ PORT: String(port) })).toBe(
    `Port ${port} is already in use; stop the program that uses it, or set PORT to another number.`,
  )
  other.close()
  expect(readPidFile(join(dataFolder, 'postgres'))).toBeUndefined()
})

test('a wrong setting stops the start before anything is touched', async () => {
  const untouched = join(root, 'untouched')
  expect(await readRefusal({ PORT: 'eighty', PORTAL_DATA: untouched })).toMatch(/^PORT is "eighty", but/)
  await expect(stat(untouched)).rejects.toThrow('ENOENT')
})

test('an address that this machine does not have is named', async () => {
  expect(await readRefusal({ HOST: '203.0.113.7' })).toMatch(
    /^HOST is "203\.0\.113\.7", but this machine has no such address/,
  )
})

test('a data folder that cannot be written to is named', async () => {
  await writeFile(join(root, 'file'), '')
  expect(await readRefusal({ PORTAL_DATA: join(root, 'file', 'data') })).toMatch(
    /^The data folder .*\/file\/data cannot be written to .* set PORTAL_DATA/,
  )
})

test('a damaged database folder is named and kept', async () => {
  const damaged = join(root, 'damaged')
  // Where the tests run as root, PostgreSQL's files belong to another account, and have to go on doing so.
  if (process.getuid?.() === 0) execFileSync('cp', ['-a', dataFolder, damaged])
  else await cp(dataFolder, damaged, { recursive: true })
  await rm(join(damaged, 'postgres', 'global', 'pg_control'))
  const before = await readdir(join(damaged, 'postgres'), { recursive: true })
  expect(await readRefusal({ PORTAL_DATA: damaged })).toMatch(
    /^The database folder .*\/damaged\/postgres cannot be opened: .* Nothing in it was changed/,
  )
  expect(await readdir(join(damaged, 'postgres'), { recursive: true })).toEqual(before)
})

test('a second portal on the same folder is refused while the first goes on', async () => {
  const address = await run().ready
  expect(await readRefusal({})).toBe(
    `Another portal is using the data folder ${dataFolder}; stop it first, or set PORTAL_DATA to another folder.`,
  )
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

test(
  `of portals that are started at once on a new folder exactly one starts (${FIRST_STARTS} rounds)`,
  { timeout: FIRST_STARTS * 60_000 },
  async () => {
    for (let round = 0; round < FIRST_STARTS; round += 1) {
      const folder = join(root, `new-${round}`)
      // An address that others can reach: no demo school is made, which takes most of a first start.
      const rivals = [1, 2, 3].map(() => run({ HOST: '0.0.0.0', PORTAL_DATA: folder }))
      const outcomes = await Promise.all(
        rivals.map(({ ready, ended }) => ready.then(() => 'it started').catch(async () => (await ended).stderr)),
      )
      const refusal = `Another portal is using the data folder ${folder}; stop it first, or set PORTAL_DATA to another folder.\n`
      expect(outcomes.toSorted()).toEqual([refusal, refusal, 'it started'])
      await Promise.all(rivals.map(endRun))
      expect(rivals.filter(({ child }) => child.exitCode === 1)).toHaveLength(2)
    }
  },
)

test(
  'a portal that is killed while it makes the database folder leaves nothing that the next start stumbles over',
  { timeout: 90_000 },
  async () => {
    const folder = join(root, 'interrupted')
    const first = run({ HOST: '0.0.0.0', PORTAL_DATA: folder })
    await expect.poll(() => listDrafts(folder), { timeout: 30_000, interval: 5 }).toHaveLength(1)
    first.child.kill('SIGKILL')
    await first.ended
    await run({ HOST: '0.0.0.0', PORTAL_DATA: folder }).ready
    expect(await countUnits(folder)).toBe(0)
  },
)

test('after kill -9 the next start finds the PostgreSQL that was left running, replaces it and keeps the data', async () => {
  const first = run()
  await first.ready
  const left = readPidFile(join(dataFolder, 'postgres'))?.pid ?? 0
  first.child.kill('SIGKILL')
  await first.ended
  expect(isServerOf(left, join(dataFolder, 'postgres'))).toBe(true)

  const address = await run().ready
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(isServerOf(left, join(dataFolder, 'postgres'))).toBe(false)
  expect(await countUnits()).toBe(3)
})

test('a call that is in flight when the portal is asked to stop still gets its answer', async () => {
  const { child, ready, ended } = run()
  const { port } = new URL(await ready)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => (answer += data.toString()))
  const body = 'username=admin&password=wrong'
  socket.write(
    [
      'POST /api/uaa/oauth/login HTTP/1.1',
      'host: localhost',
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${body.length}`,
      'expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  )
  // The portal asks for the body: it has the request, and waits.
  await once(socket, 'data')
  child.kill('SIGTERM')
  // It no longer listens: the signal has arrived.
  await expect.poll(() => refuses(Number(port)), { timeout: 5000 }).toBe(true)
  socket.write(body)
  await once(socket, 'close')
  expect(answer).toContain('HTTP/1.1 100 Continue')
  expect(answer).toMatch(/HTTP\/1\.1 [2-4]\d\d[\s\S]*"status":/)
  expect((await ended).code).toBe(0)
})

test('a signal that arrives twice at once, as by Ctrl+C under npm, is one request to stop', async () => {
  const { child, ready, ended } = run()
  await ready
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(readPidFile(join(dataFolder, 'postgres'))).toBeUndefined()
})

test('a unit is configured while the portal runs, and after it has stopped', async () => {
  const said: string[] = []
  const configure = (setting: string) =>
    configureUnit(
      ['--host', 'localhost', setting],
      { PORTAL_DATA: dataFolder },
      { print: () => undefined, complain: (text) => said.push(text) },
    )
  const { child, ready, ended } = run()
  const address = await ready
  const readFooter = async (from: string) =>
    Object(await (await fetch(`${from}/api/uaa/oauth/login/unit_config`)).json()).data.footer
  expect(await configure('footer=running')).toBe(0)
  expect(await readFooter(address)).toBe('running')
  child.kill('SIGTERM')
  await ended
  expect(await configure('footer=stopped')).toBe(0)
  expect(readPidFile(join(dataFolder, 'postgres'))).toBeUndefined()
  expect(await readFooter(await run().ready)).toBe('stopped')
  expect(said).toEqual([])
})

test('on an address that others can reach there are no demo accounts', async () => {
  const open = join(root, 'open')
  const address = await run({ HOST: '0.0.0.0', PORTAL_DATA: open }).ready
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(await countUnits(open)).toBe(0)
})

test('on the data of the demo, such an address lets in no operator with the demo’s password', async () => {
  const folder = join(root, 'demo-opened')
  const port = await findFreePort()
  const env = { PORTAL_DATA: folder, PORTAL_OPERATOR_PORT: String(port) }
  const signIn = async () => {
    const response = await fetch(`http://localhost:${port}${session.login.path}`, {
      method: 'POST',
      headers: { 'x-portal-device': 'pc', origin: `http://localhost:${port}` },
      body: new URLSearchParams({ username: 'operator', password: DEMO_PASSWORD }),
    })
    return Object(await response.json()).code
  }
  const { child, ready, ended } = run(env)
  await ready
  expect(await signIn()).toBe('ok')
  child.kill('SIGTERM')
  await ended
  const opened = run({ ...env, HOST: '0.0.0.0' })
  await opened.ready
  expect(await signIn()).toBe('login.failed')
  opened.child.kill('SIGTERM')
  // The passwords of the schools stay.
  expect((await opened.ended).stdout).toContain('start with another PORTAL_DATA')
})

test('an empty portal on such an address prints a set-up link, which the log does not have, and a school is set up while it runs', async () => {
  const folder = join(root, 'to-set-up')
  const open = { HOST: '0.0.0.0', PORTAL_DATA: folder, PORTAL_LOG_LEVEL: 'trace' }
  const { child, ready, ended } = run({ ...open, PORTAL_ORIGIN: 'https://school.example.org' })
  const address = await ready
  const setUp = (host: string) => setUpAt(folder, host)
  expect(await setUp('school.localhost')).toEqual([0, expect.stringContaining('at school.localhost')])
  const readName = async (from: string, host: string) => Object(JSON.parse(await readAt(from, host))).data?.unitEnName
  expect(await readName(address, 'school.localhost')).toBe('Yunxi School')
  child.kill('SIGTERM')
  const { stdout, stderr } = await ended
  const [, code = ''] = /^Set up the portal .* https:\/\/school\.example\.org\/setup#([\w-]{43})$/m.exec(stdout) ?? []
  expect(code).toHaveLength(43)
  expect(stderr).not.toContain(code)
  expect(await setUp('second.localhost')).toEqual([0, expect.stringContaining('at second.localhost')])
  expect(readPidFile(join(folder, 'postgres'))).toBeUndefined()
  const again = run(open)
  expect(await readName(await again.ready, 'second.localhost')).toBe('Yunxi School')
  again.child.kill('SIGTERM')
  expect((await again.ended).stdout).not.toContain('/setup#')
})

test('a school is set up in a portal that was never started, which makes no demo school then', async () => {
  const folder = join(root, 'never-started')
  expect(await setUpAt(folder, 'school.localhost')).toEqual([0, expect.stringContaining('at school.localhost')])
  await run({ PORTAL_DATA: folder }).ready
  expect(await countUnits(folder)).toBe(1)
})

test('operators sign in at a port of their own, which is printed once there is one, and whose number may be chosen', async () => {
  const folder = join(root, 'operators')
  const port = await findFreePort()
  const env = { PORTAL_DATA: folder, PORTAL_OPERATOR_PORT: String(port) }
  const [, said] = await setUpAt(folder, 'school.localhost', env)
  expect(said).toContain(`The operator "operator" signs in elsewhere: at port ${port} of the same machine.`)
  const { child, ready, ended } = run(env)
  const address = await ready
  const nameAt = async (from: string, host: string) => Object(JSON.parse(await readAt(from, host))).data?.unitEnName
  expect(await nameAt(`http://localhost:${port}`, 'school.localhost')).toBe('Portal operators')
  expect(await nameAt(address, 'school.localhost')).toBe('Yunxi School')
  expect(await readRefusal({ PORTAL_DATA: join(root, 'other'), PORTAL_OPERATOR_PORT: String(port) })).toBe(
    `Port ${port} is already in use; stop the program that uses it, or set PORTAL_OPERATOR_PORT to another number.`,
  )
  child.kill('SIGTERM')
  expect((await ended).stdout).toBe(`ready ${address}\noperators http://localhost:${port}\n`)
})

/** Runs `npm run setup` on the example with another host; resolves to its exit code and what it said. */
async function setUpAt(folder: string, host: string, more: Record<string, string> = {}): Promise<[number, string]> {
  const file = join(root, `${host}.yaml`)
  await writeFile(file, (await readFile('examples/school.yaml', 'utf8')).replace('school.localhost', host))
  let said = ''
  const tell = (text: string) => (said += text)
  const env = {
    PORTAL_DATA: folder,
    PORTAL_OPERATOR_PASSWORD: 'blue.Teapot44',
    PORTAL_ADMIN_PASSWORD: 'kestrel7moss',
    PORTAL_CLIENT_SECRET: 'M4nnXr0w-7f2aQ_zzTp81',
    ...more,
  }
  return [await setUpFromFile(['--file', file], env, { print: tell, complain: tell }), said]
}

/** The unit of a host, which is no name of this machine's everywhere. */
async function readAt(address: string, host: string): Promise<string> {
  const asked = get(`${address}/api/uaa/oauth/login/unit_config`, { headers: { host } })
  const [response] = z.parse(z.tuple([z.instanceof(IncomingMessage)]), await once(asked, 'response'))
  return readText(response)
}

test('with DATABASE_URL the portal uses that database, starts none of its own, and guards its folder all the same', async () => {
  const own = join(root, 'own')
  const { name, drop } = await createEmptyDatabase()
  const { host, port, password } = inject('postgres')
  const settings = {
    PORTAL_DATA: own,
    DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
  }
  const { child, ready, ended } = run(settings)
  expect((await fetch(`${await ready}/healthz`)).status).toBe(200)
  expect(await readRefusal(settings)).toContain(`Another portal is using the data folder ${own}`)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(await readdir(own)).not.toContain('postgres')
  await drop()
})

test('a DATABASE_URL that leads nowhere is refused without showing its password', async () => {
  const port = await findFreePort()
  const said = await readRefusal({ DATABASE_URL: `postgresql://portal:geheim@127.0.0.1:${port}/portal` })
  expect(said).toBe('DATABASE_URL leads to no usable PostgreSQL: nothing answers at its host and port.')
})

async function refuses(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true)
  socket.destroy()
  return outcome
}
