import { readFile } from 'node:fs/promises'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import * as files from '../../../contract/endpoints/storage/files.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { startBundledPostgres } from '../../../server/db/embedded/postgres.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'

let test: TestApp
beforeAll(async () => (test = await createTestApp()))
afterAll(() => test.close())
afterEach(() => emptyDisk())

/** What PostgreSQL does on a disk without room for rows of these tables, reached where it writes them. */
async function fillDisk(...tables: string[]): Promise<void> {
  await test.database.asOwner(async (tx) => {
    await tx.execute(sql`create or replace function disk_is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    for (const table of tables)
      await tx.execute(
        sql.raw(`create trigger disk_is_full before insert on ${table} for each row execute function disk_is_full()`),
      )
  })
}

async function emptyDisk(): Promise<void> {
  await test.database.asOwner((tx) => tx.execute(sql`drop function if exists disk_is_full cascade`))
}

describe('while the disk of the database is full', () => {
  it('what writes is answered with 507 in both languages, and reading goes on', async () => {
    const teacher = await test.signIn('teacher')
    await fillDisk('storage_folder')
    for (const answer of [
      await teacher.post(files.createFolder.path, { name: '新的' }),
      await teacher.post(files.makePath.path, { path: 'a/b' }),
    ]) {
      expect(answer.response.statusCode).toBe(507)
      expect(answer.envelope).toMatchObject({ status: 507, code: 'storage.disk_full' })
      expect(answer.envelope.message).toMatch(/^服务器存储空间不足.*\|\|\|The server has no space left/)
    }
    expect((await teacher.get(files.list.path)).envelope.status).toBe(200)
    await emptyDisk()
    expect((await teacher.post(files.createFolder.path, { name: '新的' })).envelope.status).toBe(200)
  })

  it('a sign-in with the right password is no guess, however often it is tried', async () => {
    const pupil = test.visit()
    await fillDisk('session')
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { envelope } = await pupil.post(session.login.path, { username: 'student', password: DEMO_PASSWORD })
      expect(envelope.code).toBe('storage.disk_full')
    }
    await emptyDisk()
    const { envelope } = await pupil.post(session.login.path, { username: 'student', password: 'wrong' })
    expect(envelope.code).toBe('login.failed')
    await test.signIn('student')
  })

  it('the room that is kept for the database is given to it before the call fails', async () => {
    const { rows } = await test.database.asOwner((tx) => tx.execute(sql`select current_database() as name`))
    const connection = { ...inject('postgres'), user: 'portal', database: String(rows[0]?.['name']) }
    const onDiskFull = vi.fn<() => Promise<void>>(async () => undefined)
    const own = openDatabase({ connection, log: silentLog, onDiskFull })
    const full = sql`do $$ begin raise exception 'full' using errcode = '53100'; end $$`
    try {
      await expect(own.transaction((tx) => tx.execute(full))).rejects.toMatchObject({ code: 'storage.disk_full' })
      await expect(own.asOwner((tx) => tx.execute(full))).rejects.toMatchObject({ code: 'storage.disk_full' })
      expect(onDiskFull).toHaveBeenCalledTimes(2)
    } finally {
      await own.close()
    }
  })
})

it.runIf(process.platform === 'linux')(
  'a start on a full disk says that nothing is damaged, and the next one with room goes on',
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portal-full-'))
    const start = () =>
      startBundledPostgres({ dataFolder, log: silentLog, onLost: (error) => expect.unreachable(error.message) })
    try {
      await (await start()).stop()
      // PostgreSQL writes it at each start.
      const written = join(dataFolder, 'postgres', 'postmaster.opts')
      await rm(written)
      await symlink('/dev/full', written)
      const error: unknown = await start().catch((failure: unknown) => failure)
      expect(String(error)).toMatch(
        /^DiskFullError: The disk of the folder .* is full, .* Its data is whole: make room there/,
      )
      expect(await readFile(join(dataFolder, 'logs', 'postgres.log'), 'utf8')).toContain('No space left on device')
      await rm(written)
      await (await start()).stop()
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  },
)
