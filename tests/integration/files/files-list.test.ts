import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEntrySorter, type Sort } from '../../../apps/files/listing/entries.ts'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { Language } from '../../../contract/envelope.ts'
import { FOLDER_PAGE } from '../../../contract/limits.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'

type Page = ResponseOf<typeof filesEndpoints.list>
type Question = Readonly<Record<string, string | number | boolean>>

const FILES = 450
const FOLDERS = 60

let portal: TestApp
let me: StorageCaller
let full: string

beforeAll(async () => {
  portal = await createTestApp()
  me = createStorageCaller(await portal.signIn('teacher'))
  full = await makeFolder('full')
  await fill(full)
})

afterAll(() => portal.close())

const SORTS = (['name', 'size', 'date'] as const).flatMap((by) =>
  [false, true].map((descending): Sort => ({ by, descending })),
)

describe('a folder that holds more than a page', () => {
  it('is told in pages of a fixed length, with how much there is', async () => {
    const first = await ask({ folderId: full })
    expect(first.folders).toHaveLength(FOLDERS)
    expect(first.files).toHaveLength(FOLDER_PAGE - FOLDERS)
    const bytes = Array.from({ length: FILES }, (_, at) => (at * 7) % 40).reduce((sum, size) => sum + size, 0)
    expect(first.totals).toEqual({ folders: FOLDERS, files: FILES, bytes })
    const second = await ask({ folderId: full, after: String(first.next) })
    expect([second.folders.length, second.files.length]).toEqual([0, FOLDER_PAGE])
    expect(second.totals).toBeNull()
    const third = await ask({ folderId: full, after: String(second.next) })
    expect(third.files).toHaveLength(FOLDERS + FILES - 2 * FOLDER_PAGE)
    expect(third.next).toBeNull()
    expect(third.path).toEqual(first.path)
  })

  it.each(SORTS.flatMap((sort) => (['zh-CN', 'en'] as const).map((language) => ({ ...sort, language }))))(
    'comes in the order in which the page shows it: $by, descending $descending, $language',
    async ({ by, descending, language }) => {
      const pages = await askAll({ folderId: full, by, descending, language, size: 37 })
      for (const page of pages.slice(0, -1)) expect(page.folders.length + page.files.length).toBe(37)
      const all = { folders: pages.flatMap(({ folders }) => folders), files: pages.flatMap(({ files }) => files) }
      expect(new Set(all.files.map(({ id }) => id)).size).toBe(FILES)
      expect(new Set(all.folders.map(({ id }) => id)).size).toBe(FOLDERS)
      expect([...all.folders, ...all.files].map(({ id }) => id)).toEqual(sortAsPage(all, { by, descending }, language))
    },
  )

  it('is told once and whole although others come and go between the pages', async () => {
    const folderId = await makeFolder('busy')
    const names = Array.from({ length: 30 }, (_, at) => `${String(at).padStart(2, '0')}.bin`)
    const stored = new Map<string, string>()
    for (const name of names) stored.set(name, (await store(name, folderId)).id)
    const first = await ask({ folderId, size: 10 })
    // One before the page's end, its last one itself, and one after it.
    for (const name of ['03.bin', '09.bin', '15.bin']) {
      await me.change(filesEndpoints.remove, [{ id: stored.get(name) ?? '', kind: 'file' }])
    }
    for (const name of ['04a.bin', '14a.bin']) await store(name, folderId)
    const rest = await askAll({ folderId, size: 10, after: String(first.next) })
    const told = [first, ...rest].flatMap(({ files }) => files.map(({ name }) => name))
    expect(told).toEqual([...names.slice(0, 15), '14a.bin', ...names.slice(16)])
  })

  it('ends with a page that is just full', async () => {
    const folderId = await makeFolder('even')
    for (const name of ['a.bin', 'b.bin']) await store(name, folderId)
    expect((await ask({ folderId, size: 2 })).next).toBeNull()
    await makeFolder('inside', folderId)
    const first = await ask({ folderId, size: 1 })
    expect([first.folders.length, first.files.length]).toEqual([1, 0])
    expect((await ask({ folderId, size: 2, after: String(first.next) })).files.map(({ name }) => name)).toEqual([
      'a.bin',
      'b.bin',
    ])
  })
})

describe('the end of a page', () => {
  it.each([
    ['that is none', 'nonsense'],
    ['that is no text of ours', Buffer.from('{"kind":"file"}').toString('base64url')],
    ['that is empty', ''],
  ])('%s is refused', async (_, after) => {
    expect((await question({ folderId: full, after })).code).toBe('request.invalid')
  })

  it('of another order is refused', async () => {
    const { next } = await ask({ folderId: full, by: 'size', size: 5 })
    expect((await question({ folderId: full, by: 'date', after: String(next) })).code).toBe('request.invalid')
  })

  it('leads nowhere in the folder of another person', async () => {
    const { next } = await ask({ folderId: full, size: 5 })
    const other = await portal.signIn('student')
    const query = new URLSearchParams({ folderId: full, after: String(next) }).toString()
    expect((await other.get(`${filesEndpoints.list.path}?${query}`)).envelope.code).toBe('files.folder_not_found')
  })
})

it.each([0, FOLDER_PAGE + 1])('a page of %d is refused', async (size) => {
  expect((await question({ folderId: full, size })).code).toBe('request.invalid')
})

async function question(input: Question) {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  return (await me.browser.get(`${filesEndpoints.list.path}?${query}`)).envelope
}

async function ask(input: Question): Promise<Page> {
  return dataOf(filesEndpoints.list, await question(input))
}

async function askAll(input: Question): Promise<Page[]> {
  const pages = [await ask(input)]
  for (let next = pages[0]?.next; typeof next === 'string'; next = pages.at(-1)?.next) {
    pages.push(await ask({ ...input, after: next }))
  }
  return pages
}

function sortAsPage(all: Pick<Page, 'folders' | 'files'>, sort: Sort, language: Language): string[] {
  return createEntrySorter()(all, sort, language).map(({ id }) => id)
}

async function makeFolder(name: string, parentId?: string): Promise<string> {
  const input = { name, ...(parentId !== undefined && { parentId }) }
  return dataOf(filesEndpoints.createFolder, (await me.browser.post(filesEndpoints.createFolder.path, input)).envelope)
    .id
}

async function store(name: string, folderId: string): Promise<{ id: string }> {
  return dataOf(storage.upload, await me.whole(makeFile(name, 10), { folderId }))
}

/** Rows as uploads make them, of which many have the same size or come in the same moment. */
async function fill(folderId: string): Promise<void> {
  const { userId } = await readMe(me.browser)
  const names = sql.raw(
    `(array['第' || n || '课', 'Lesson ' || n, 'lesson ' || n || '.pdf', '重庆 ' || n, '张三' || n, 'é' || n, n || '.bin', '安全' || n])[n % 8 + 1]`,
  )
  const [owner] = await runAsOwner(portal, sql`select unit_id from user_account where user_id = ${userId}`)
  const unitId = String(owner?.['unit_id'])
  await runAsOwner(
    portal,
    sql`insert into storage_object (unit_id, sha256, md5, size)
      select ${unitId}::uuid, repeat(to_char(n, 'FM00'), 32), repeat('0', 32), n from generate_series(0, 39) n`,
  )
  await runAsOwner(
    portal,
    sql`insert into storage_file (unit_id, owner_id, folder_id, name, asked_name, sha256, size, created_at)
      select ${unitId}::uuid, ${userId}::uuid, ${folderId}::uuid, ${names}, '', repeat(to_char(n * 7 % 40, 'FM00'), 32), n * 7 % 40,
        timestamptz '2026-03-01' + (n % 50) * interval '1 second'
      from generate_series(0, ${FILES - 1}) n`,
  )
  await runAsOwner(
    portal,
    sql`insert into storage_folder (unit_id, owner_id, parent_id, name, created_at)
      select ${unitId}::uuid, ${userId}::uuid, ${folderId}::uuid, ${names}, timestamptz '2026-03-01' + (n % 7) * interval '1 second'
      from generate_series(0, ${FOLDERS - 1}) n`,
  )
}
