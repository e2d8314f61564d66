import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBundledPostgres, type BundledPostgres } from '../../../server/db/embedded/postgres.ts'
import { chooseAccount, locateBinaries } from '../../../server/db/embedded/binaries.ts'
import { isServerOf, readPidFile, launchServer } from '../../../server/db/embedded/server.ts'
import { prepareAddress } from '../../../server/db/embedded/address.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { queryOnce } from '../../support/app/database.ts'

let root: string
let dataFolder: string
let folder: string
let running: BundledPostgres[]
let strangers: ChildProcess[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-bundled-'))
  dataFolder = join(root, 'data')
  folder = join(dataFolder, 'postgres')
  await mkdir(dataFolder, { mode: 0o700 })
  running = []
  strangers = []
})

afterEach(async () => {
  for (const stranger of strangers) stranger.kill('SIGKILL')
  for (const postgres of running) await postgres.stop()
  await rm(root, { recursive: true, force: true })
})

async function start(of = dataFolder): Promise<BundledPostgres> {
  const postgres = await startBundledPostgres({
    dataFolder: of,
    log: silentLog,
    onLost: (error) => {
      throw error
    },
  })
  running.push(postgres)
  return postgres
}

async function stop(postgres: BundledPostgres): Promise<void> {
  running = running.filter((other) => other !== postgres)
  await postgres.stop()
}

const query = (postgres: BundledPostgres, text: string) => queryOnce(postgres.connection, text)

const sentence = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'it started',
    (error: unknown) => String(error),
  )

/** What became of an attempt that is made once the process has said this. */
async function sentenceAfter({ stdout }: ChildProcess, said: string, attempt: () => Promise<unknown>): Promise<string> {
  let heard = ''
  for await (const piece of stdout ?? []) {
    heard += String(piece)
    if (heard === said) break
  }
  return sentence(attempt())
}

test('what was written is there after a stop and a start', async () => {
  const first = await start()
  await query(first, `create table kept (text text); insert into kept values ('银杏')`)
  await stop(first)
  expect(readPidFile(folder)).toBeUndefined()
  expect(await query(await start(), 'select text from kept')).toEqual([{ text: '银杏' }])
})

test('it writes durably, as UTF-8, and its owner is no superuser', async () => {
  const postgres = await start()
  const rows = await query(
    postgres,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, pg_encoding_to_char(encoding) as encoding,
      (select rolsuper from pg_roles where rolname = current_user) as super
    from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', encoding: 'UTF8', super: false }])
})

test('nobody else can reach it: no port, and a folder of its own', async () => {
  const postgres = await start()
  expect(await query(postgres, `select current_setting('listen_addresses') as addresses`)).toEqual([{ addresses: '' }])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('who reaches its socket needs the password in the data folder, which PostgreSQL cannot read itself', async () => {
  const postgres = await start()
  for (const { password: _, ...guest } of [postgres.connection, postgres.superuser])
    await expect(queryOnce({ ...guest, password: 'guessed' }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  const file = await stat(join(dataFolder, 'postgres-password'))
  expect(file.mode & 0o777).toBe(0o600)
  expect(file.uid).toBe(process.getuid?.())
})

test.each([
  ['of an earlier version, which asked for none', () => trustAll()],
  ['of a backup, with another one', () => rm(join(dataFolder, 'postgres-password'))],
])('a folder %s gets the password with its next start, and keeps its data', async (_, change) => {
  const first = await start()
  await query(first, `create table kept (text text); insert into kept values ('银杏')`)
  await stop(first)
  await change()
  const second = await start()
  expect(await query(second, 'select text from kept')).toEqual([{ text: '银杏' }])
  await expect(queryOnce({ ...second.superuser, password: 'guessed' }, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  })
  await stop(second)
  expect(await query(await start(), 'select text from kept')).toEqual([{ text: '银杏' }])
})

async function trustAll(): Promise<void> {
  await writeFile(join(folder, 'pg_hba.conf'), 'local all all trust\n')
  await rm(join(dataFolder, 'postgres-password'))
}

test('a second portal on the same folder is refused, and the first goes on', async () => {
  const first = await start()
  expect(await sentence(start())).toBe(
    `StartError: Another portal is using the data folder ${dataFolder}; stop it first, or set PORTAL_DATA to another folder.`,
  )
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of portals that start at once on a new folder one alone begins to make it, and the others are refused', async () => {
  const drafts = new Set<string>()
  const watcher = watch(dataFolder, (_, name) => {
    if (name?.startsWith('postgres.new-')) drafts.add(name)
  })
  const outcomes = await Promise.all([sentence(start()), sentence(start()), sentence(start())])
  watcher.close()
  const refusal = `StartError: Another portal is using the data folder ${dataFolder}; stop it first, or set PORTAL_DATA to another folder.`
  expect(outcomes.toSorted()).toEqual([refusal, refusal, 'it started'])
  expect(drafts.size).toBe(1)
  expect(await query(running[0]!, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the lock of a killed process ends with it, though a child of it lives on', async () => {
  const hold = `
    const { openSync } = require('node:fs')
    const { spawn } = require('node:child_process')
    const { tryLock } = require(${JSON.stringify(createRequire(import.meta.url).resolve('fs-native-extensions'))})
    console.log(tryLock(openSync('portal.lock', 'a+')) ? 'locked' : 'refused')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  const killed = spawn(process.execPath, ['-e', hold], { cwd: dataFolder, stdio: ['ignore', 'pipe', 'inherit'] })
  strangers.push(killed)
  let said = ''
  for await (const piece of killed.stdout) {
    said += String(piece)
    if (/\n\d+\n/.test(said)) break
  }
  const [first, child] = said.split('\n')
  expect(first).toBe('locked')
  try {
    expect(await sentence(start())).toContain('Another portal')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await start()
    expect((await readdir(dataFolder)).toSorted()).toEqual(['logs', 'portal.lock', 'postgres', 'postgres-password'])
  } finally {
    process.kill(Number(child), 'SIGKILL')
  }
})

test('an initdb that a killed portal left at work does not stop the next start', async () => {
  const write = `
    const { mkdirSync, writeFileSync } = require('node:fs')
    console.log('writing')
    for (let file = 0; ; file += 1) {
      mkdirSync('postgres.new-left', { recursive: true })
      try { writeFileSync('postgres.new-left/' + file, '') } catch {}
    }`
  const left = spawn(process.execPath, ['-e', write], { cwd: dataFolder, stdio: ['ignore', 'pipe', 'inherit'] })
  strangers.push(left)
  expect(await sentenceAfter(left, 'writing\n', () => start())).toBe('it started')
})

test('a PostgreSQL that a killed portal left running is stopped, and what it held is kept', async () => {
  const first = await start()
  await query(first, 'create table kept (id int)')
  await stop(first)
  const reach = await prepareAddress(folder)
  const account = chooseAccount(folder)
  const left = await launchServer({
    folder,
    account,
    binaries: await locateBinaries(account),
    logFile: join(dataFolder, 'logs', 'postgres.log'),
    settings: reach.settings,
  })
  if (left === 'taken') throw new Error('the folder should be free')
  const ended = once(left, 'exit')

  const second = await start()
  expect(await ended).toEqual([0, null])
  expect(readPidFile(folder)?.pid).not.toBe(left.pid)
  expect(await query(second, 'select count(*) as rows from kept')).toEqual([{ rows: 0 }])
})

test('a process file that names a living stranger, as after a restart of a container, does not stand in the way', async () => {
  await stop(await start())
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  strangers.push(stranger)
  await writeFile(
    join(folder, 'postmaster.pid'),
    [stranger.pid, folder, 1, 5432, '.', '', '1 1', 'ready', ''].join('\n'),
  )
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBeNull()
})

test('a PostgreSQL that is killed is started again, and the pool goes on', { timeout: 100_000 }, async () => {
  const postgres = await start()
  const database = openDatabase({ connection: { ...postgres.connection }, log: silentLog })
  try {
    const read = () => database.asOwner(() => Promise.resolve('answered'))
    await query(postgres, 'create role portal_app; grant portal_app to portal')
    await database.ping()
    expect(await read()).toBe('answered')
    const killed = readPidFile(folder)?.pid ?? 0
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(isServerOf(killed, folder)).toBe(false), { timeout: 30_000, interval: 20 })
    await vi.waitFor(() => database.ping(), { timeout: 30_000, interval: 50 })
    expect(await read()).toBe('answered')
    // The lock was taken again as well.
    await vi.waitFor(async () => expect(await sentence(start())).toContain('Another portal'), { timeout: 30_000 })
  } finally {
    await database.close()
  }
})

test('a start that was interrupted while the folder was made leaves nothing behind', async () => {
  await mkdir(join(dataFolder, 'postgres.new-99999999'))
  await start()
  expect((await readdir(dataFolder)).toSorted()).toEqual(['logs', 'portal.lock', 'postgres', 'postgres-password'])
})

test('a path that is too long for a socket works', async () => {
  const long = join(root, 'x'.repeat(120))
  await mkdir(long)
  const postgres = await start(long)
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(postgres)
})

test('it runs as an unprivileged user, also where root alone may enter, and opens nothing up for it', async () => {
  await chmod(root, 0o700)
  await start()
  expect((await stat(folder)).uid).not.toBe(0)
  expect((await stat(root)).mode & 0o777).toBe(0o700)
})
