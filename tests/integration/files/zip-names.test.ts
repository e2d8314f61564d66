import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handInFiles, saveHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, type StorageCaller } from '../../support/callers/storage-caller.ts'
import { unzip, type Entries } from '../../support/samples/mutated-files.ts'

// Uploaded and stored under the names that people gave, and downloaded in archives that each system can unpack.

/** 255 characters, of three bytes each but for the ending. */
const LONG = `${'作'.repeat(250)}.docx`
const NAMES = [
  'aux.md',
  'NUL',
  'COM1.docx',
  'Plan.pdf',
  'plan.PDF',
  'ends with a dot.',
  LONG,
  `${'作'.repeat(249)}文.docx`,
]

let portal: TestApp
let teacher: StorageCaller
let pupil: StorageCaller
beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
  pupil = createStorageCaller(await portal.signIn('student'))
})
afterAll(() => portal.close())

const put = async (who: StorageCaller, name: string, fields = {}) =>
  dataOf(storage.upload, await who.whole({ name, bytes: Buffer.from(name) }, fields)).id
const json = (input: object) => ({ payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } })

/** The entries of an archive, once all of them were written to this machine's disk, which has names of at most 255 bytes. */
async function unpack(path: string): Promise<Entries> {
  const entries = await unzip((await teacher.browser.request('GET', path)).rawPayload)
  const folder = await mkdtemp(join(tmpdir(), 'portal-unpacked-'))
  for (const [name, content] of entries) {
    await mkdir(join(folder, name.endsWith('/') ? name : dirname(name)), { recursive: true })
    if (!name.endsWith('/')) await writeFile(join(folder, name), content, { flag: 'wx' })
  }
  await rm(folder, { recursive: true })
  return entries
}

/** What a system could not create, of a path: a device's name, an ending that Windows drops, or too many bytes. */
const refusedParts = (path: string) =>
  path
    .split('/')
    .filter(
      (part) =>
        /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i.test(part) || /[. ]$/.test(part) || Buffer.byteLength(part) > 255,
    )

describe('names that only some systems have', () => {
  it('come out of the archive of a folder, also of a folder in it', async () => {
    const made = await teacher.browser.post(createFolder.path, { name: 'con' })
    const { id } = dataOf(createFolder, made.envelope)
    const inner = dataOf(
      createFolder,
      (await teacher.browser.post(createFolder.path, { name: 'prn', parentId: id })).envelope,
    )
    for (const name of NAMES) await put(teacher, name, { folderId: inner.id })
    const entries = await unpack(`/api/storage/files/folders/${id}/zip`)
    const paths = [...entries.keys()]
    expect(paths.slice(0, 2)).toEqual(['_con/', '_con/_prn/'])
    expect(paths).toHaveLength(NAMES.length + 2)
    expect(paths.flatMap(refusedParts)).toEqual([])
    expect(new Set(paths.map((path) => path.toUpperCase())).size).toBe(paths.length)
    expect(paths).toEqual(expect.arrayContaining(['_con/_prn/_aux.md', '_con/_prn/_NUL', '_con/_prn/_COM1.docx']))
    // Each has the content of the file that it stands for.
    expect([...entries.values()].map(String).filter(Boolean).toSorted()).toEqual(NAMES.toSorted())
  })

  it('come out of the archive of a hand-in, whose names have the pupil before them', async () => {
    const { userId } = await readMe(pupil.browser)
    const [row] = await runAsOwner(
      portal,
      sql`update class_group c set head_teacher_id = ${(await readMe(teacher.browser)).userId}
        from student s where s.class_id = c.class_id and s.user_id = ${userId} returning c.class_id as id`,
    )
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    const asked = {
      id: null,
      classId: row?.['id'],
      title: '作'.repeat(60),
      text: '',
      dueAt,
      maxFiles: 10,
      maxBytes: 5000,
    }
    const { id } = dataOf(saveHandIn, (await teacher.browser.post(saveHandIn.path, {}, json(asked))).envelope)
    const fileIds: string[] = []
    for (const name of NAMES) fileIds.push(await put(pupil, name))
    dataOf(handInFiles, (await pupil.browser.post(handInFiles.path, {}, json({ id, fileIds }))).envelope)
    const entries = await unpack(`/api/storage/hand-ins/${id}/zip`)
    const paths = [...entries.keys()]
    expect(paths).toHaveLength(NAMES.length)
    expect(paths.flatMap(refusedParts)).toEqual([])
    expect(new Set(paths.map((path) => path.toUpperCase())).size).toBe(paths.length)
    expect(paths.filter((path) => path.endsWith('.docx'))).toHaveLength(3)
    expect([...entries.values()].map(String).toSorted()).toEqual(NAMES.toSorted())
  })
})
