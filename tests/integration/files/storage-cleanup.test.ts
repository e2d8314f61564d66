import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  contentPath,
  createStorageCaller,
  dataOf,
  makeFile,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { hastenJobs, readJobs } from '../../support/app/settle-jobs.ts'
import { until } from '../../support/until.ts'

const DAY = 24 * 60 * 60 * 1000
const NOTHING = { files: 0, versions: 0, uploads: 0, objects: 0, handIns: 0 }
const KEEP = { binDays: 30, uploadDays: 7 }

let portal: TestApp
let teacher: StorageCaller
let student: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
})

afterAll(() => portal.close())

describe('the cleanup job of files', () => {
  it('empties the bin after its days, with folders, and frees the bytes that no file shows', async () => {
    const [shared, own] = [makeFile('shared.bin', 100), makeFile('own.bin', 100)]
    const inside = dataOf(
      filesEndpoints.createFolder,
      (await teacher.browser.post(filesEndpoints.createFolder.path, { name: 'Old' })).envelope,
    ).id
    const mine = [await put(teacher, shared, inside), await put(teacher, own, inside)]
    const theirs = await put(student, shared)
    await teacher.change(filesEndpoints.remove, [{ id: inside, kind: 'folder' }])

    expect(await collectIn(29)).toMatchObject({ files: 0, objects: 0 })
    expect((await teacher.change(filesEndpoints.restore, [{ id: inside, kind: 'folder' }])).status).toBe(200)
    await teacher.change(filesEndpoints.remove, [{ id: inside, kind: 'folder' }])
    expect(await collectIn(31)).toMatchObject({ files: 2, objects: 1 })

    for (const { id } of mine) {
      const answer = await teacher.change(filesEndpoints.restore, [{ id, kind: 'file' }])
      expect(answer.code).toBe('files.not_found')
    }
    expect(shared.bytes.equals(await student.download(theirs.id))).toBe(true)
    expect((await collectIn(31)).files).toBe(0)
    // The bytes can come again.
    expect(own.bytes.equals(await teacher.download((await put(teacher, own)).id))).toBe(true)
  })

  it('frees many objects in a few transactions', async () => {
    await portal.database.asOwner((tx) =>
      tx.execute(sql`
        insert into storage_object (unit_id, sha256, md5, size, confirmed_at)
        select h.unit_id, md5(n::text) || md5(n::text), md5(n::text), 0, now() - interval '10 days'
        from unit_host h, generate_series(1, 1200) n where h.host = 'localhost'`),
    )
    let transactions = 0
    const asOwner: typeof portal.database.asOwner = (work, kind) => {
      transactions += 1
      return portal.database.asOwner(work, kind)
    }
    const { objects } = await cleanUpFiles({ ...portal.database, asOwner }, portal.storage, KEEP)
    expect(objects).toBe(1200)
    expect(transactions).toBeLessThan(30)
  })

  it('forgets uploads that nobody continued, and keeps the others', async () => {
    const [abandoned, active] = [makeFile('abandoned.bin', 2000, 1000), makeFile('active.bin', 2000, 1000)]
    await teacher.chunk(abandoned, 1)
    await teacher.chunk(active, 1)
    await backdate('storage_upload', 'touched_at', `md5 = '${abandoned.md5}'`, 8)
    expect((await collectIn(0)).uploads).toBe(1)
    expect(dataOf(storage.blockUploadCheck, await teacher.check(abandoned, 1)).present).toEqual([])
    expect(dataOf(storage.blockUploadCheck, await teacher.check(active, 1)).present).toEqual([1])
    await teacher.chunk(active, 2)
    expect((await teacher.merge(active)).status).toBe(200)
  })

  it('counts an upload as continued from its latest chunk on', async () => {
    const file = makeFile('continued.bin', 2000, 1000)
    await teacher.chunk(file, 1)
    await backdate('storage_upload', 'touched_at', `md5 = '${file.md5}'`, 8)
    await teacher.chunk(file, 2)
    expect((await collectIn(0)).uploads).toBe(0)
    expect((await teacher.merge(file)).status).toBe(200)
  })

  it('removes what a crash left in the store without a row, once it is a day old', async () => {
    const kept = await put(teacher, makeFile('kept.bin', 50))
    const [found] = await run('select unit_id from storage_object limit 1')
    const unitId = String(found?.['unit_id'])
    const left = Buffer.from('left')
    const whole = { unitId, uploadId: randomUUID(), size: left.length }
    await portal.storage.prepareUpload({ unitId, uploadId: randomUUID(), size: left.length })
    await portal.storage.writeWhole(whole, async (take) => take(left))
    await portal.storage.keepObject(whole, createHash('sha256').update(left).digest('hex'))
    await portal.storage.discardUpload(whole)
    expect(await collectIn(0)).toEqual(NOTHING)
    expect(await collectIn(2)).toEqual({ ...NOTHING, uploads: 1, objects: 1 })
    expect((await teacher.browser.request('GET', contentPath(kept.id))).statusCode).toBe(200)
  })

  it('never takes bytes away from an upload that brings them just now', async () => {
    const files = Array.from({ length: 8 }, (_, at) => makeFile(`race ${at}.bin`, 3000, 1000))
    for (const file of files) await teacher.store(file)
    // Unreferenced and old: exactly what is collected.
    const all = files.map(({ md5 }) => `'${md5}'`).join(', ')
    await run(
      `delete from storage_file f using storage_object o
       where o.unit_id = f.unit_id and o.sha256 = f.sha256 and o.md5 in (${all})`,
    )
    await backdate('storage_object', 'confirmed_at', `md5 in (${all})`, 2)
    for (const file of files) for (const chunk of [1, 2, 3]) await student.chunk(file, chunk)

    const [, ...stored] = await Promise.all([
      collectIn(0).then(() => collectIn(0)),
      ...files.map(async (file, at) =>
        at % 2 ? put(teacher, file) : dataOf(storage.mergeFile, await student.merge(file)),
      ),
    ])
    for (const [at, { id }] of stored.entries()) {
      const bytes = await (at % 2 ? teacher : student).download(id)
      expect(files[at]?.bytes.equals(bytes)).toBe(true)
    }
  })
})

it('collects by itself what got no chunk for as many days as the installation says', async () => {
  const jobs = { scheduled: true, poll: 100, supervise: 100 }
  const other = await createTestApp({ config: { uploadDays: 2, jobs } })
  const query = (statement: string) => other.database.asOwner(async (tx) => (await tx.execute(sql.raw(statement))).rows)
  try {
    const caller = createStorageCaller(await other.signIn('teacher'))
    const [abandoned, recent] = [makeFile('abandoned.bin', 2000, 1000), makeFile('recent.bin', 2000, 1000)]
    for (const file of [abandoned, recent]) await caller.chunk(file, 1)
    for (const [{ md5 }, days] of [
      [abandoned, 3],
      [recent, 1],
    ] as const) {
      await query(`update storage_upload set touched_at = now() - interval '${days} days' where md5 = '${md5}'`)
    }
    // The round of the start is over, and the next six hours begin, as far as the queue knows.
    await until(async () => (await readJobs(other.database, 'scheduled files')).some(({ wait }) => wait > 0))
    await hastenJobs(other.database, 'files')
    const presentOf = async (file: SentFile) => dataOf(storage.blockUploadCheck, await caller.check(file, 1)).present
    await until(async () => (await presentOf(abandoned)).length === 0)
    expect(await presentOf(recent)).toEqual([1])
  } finally {
    await other.close()
  }
})

async function put(caller: StorageCaller, file: SentFile, folderId?: string): Promise<StoredFile> {
  return dataOf(storage.upload, await caller.whole(file, { folderId }))
}

function collectIn(days: number) {
  return cleanUpFiles(portal.database, portal.storage, { ...KEEP, now: Date.now() + days * DAY })
}

async function backdate(table: string, column: string, which: string, days: number): Promise<void> {
  await run(`update ${table} set ${column} = now() - interval '${days} days' where ${which}`)
}

async function run(statement: string): Promise<Record<string, unknown>[]> {
  return portal.database.asOwner(async (tx) => (await tx.execute(sql.raw(statement))).rows)
}
