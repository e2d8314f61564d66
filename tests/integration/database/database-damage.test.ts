import { chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBundledPostgres } from '../../../server/db/embedded/postgres.ts'
import { readPidFile } from '../../../server/db/embedded/server.ts'
import { silentLog } from '../../../server/runtime/logger.ts'

let intact: string
let dataFolder: string
let folder: string

const start = (of: string) =>
  startBundledPostgres({ dataFolder: of, log: silentLog, onLost: (error) => expect.unreachable(error.message) })

beforeAll(async () => {
  intact = await mkdtemp(join(tmpdir(), 'portal-intact-'))
  const postgres = await start(intact)
  await postgres.stop()
})
afterAll(() => rm(intact, { recursive: true, force: true }))

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'portal-damaged-'))
  folder = join(dataFolder, 'postgres')
  await copyWithOwner(join(intact, 'postgres'), folder)
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const damages: readonly [string, () => Promise<void>, RegExp][] = [
  ['without its version', () => rm(join(folder, 'PG_VERSION')), /PG_VERSION is missing/],
  ['of another version', () => writeFile(join(folder, 'PG_VERSION'), '15\n'), /made by PostgreSQL 15/],
  [
    'with a broken control file',
    () => writeFile(join(folder, 'global/pg_control'), 'x'.repeat(8192)),
    /PostgreSQL says/,
  ],
  ['without a control file', () => rm(join(folder, 'global/pg_control')), /PostgreSQL says/],
  ['without its write-ahead log', () => rm(join(folder, 'pg_wal'), { recursive: true }), /PostgreSQL says/],
]

test.each(damages)('a database folder %s is refused with a sentence and kept as it is', async (_, damage, reason) => {
  await damage()
  const before = await listFiles(folder)
  const error: unknown = await start(dataFolder).catch((failure: unknown) => failure)
  expect(String(error)).toMatch(/^StartError: [^\n]+\.$/)
  expect(String(error)).toMatch(reason)
  expect(String(error)).toContain(`The database folder ${folder} cannot be opened`)
  expect(String(error)).toContain('Nothing in it was changed')
  expect(await listFiles(folder)).toEqual(before)
  expect(readPidFile(folder)).toBeUndefined()
})

/** Copies a folder so that PostgreSQL's user still owns it. */
async function copyWithOwner(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from)
  await cp(from, to, { recursive: true })
  for (const name of ['', ...(await readdir(to, { recursive: true }))]) await chown(join(to, name), uid, gid)
}

/** Every file with its content and the time of its last change, except PostgreSQL's note of its last command line. */
async function listFiles(at: string): Promise<string[]> {
  const entries = await readdir(at, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'postmaster.opts')
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  return Promise.all(
    paths.map(async (path) => `${path} ${(await stat(path)).mtimeMs} ${(await readFile(path)).toString('base64')}`),
  )
}
