import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { storedFile, type StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import {
  contentPath,
  createStorageCaller,
  dataOf,
  makeFile,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'

let portal: TestApp
let me: StorageCaller
let student: StorageCaller
let ginkgoTeacher: StorageCaller
/** A folder of each test's own. */
let home: string

beforeAll(async () => {
  portal = await createTestApp()
  me = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
  ginkgoTeacher = createStorageCaller(await portal.signIn('teacher', { host: 'ginkgo.localhost' }))
})

afterAll(() => portal.close())

beforeEach(async ({ task }) => {
  home = await makeFolder(task.id)
})

describe('folders', () => {
  it('are listed with the way to them, sorted by name', async () => {
    const b = await makeFolder('B', home)
    await makeFolder('A', home)
    const inside = await makeFolder('深一层', b)
    const listed = await me.list(home)
    expect(listed.folders.map(({ name }) => name)).toEqual(['A', 'B'])
    const { path, folderId, folders, files } = await me.list(inside)
    expect(folderId).toBe(inside)
    expect(path.map(({ id }) => id)).toEqual([home, b, inside])
    expect([folders, files]).toEqual([[], []])
  })

  it('have one name each in their place, and may have it again elsewhere', async () => {
    const a = await makeFolder('Plans', home)
    expect(await makeFolderAnswer('Plans', home)).toMatchObject({ code: 'files.name_taken', status: 409 })
    expect((await makeFolderAnswer('Plans', a)).status).toBe(200)
  })

  it('made twice at once under one name are made once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => makeFolderAnswer('Race', home)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['files.name_taken', 'files.name_taken', 'ok'])
  })

  it.each(['', '..', 'a/b', 'a\\b', '字'.repeat(256)])('are not named %j', async (name) => {
    expect((await makeFolderAnswer(name, home)).code).toBe('storage.name_invalid')
  })

  it('lie at most 20 deep', async () => {
    let folder = home
    for (let depth = 2; depth <= 20; depth++) folder = await makeFolder('deeper', folder)
    expect(await makeFolderAnswer('deeper', folder)).toMatchObject({ code: 'files.too_deep', status: 400 })
  })

  it.each(['00000000-0000-7000-8000-000000000000', 'x'])('that do not exist are not found (%s)', async (id) => {
    const { envelope } = await me.browser.get(`/api/storage/files?folderId=${id}`)
    expect(envelope).toMatchObject({ code: 'files.folder_not_found', status: 404 })
    expect((await makeFolderAnswer('in it', id)).code).toBe('files.folder_not_found')
  })
})

describe('names of files', () => {
  it('that are taken get a number, and keep their extension', async () => {
    const names = []
    for (let at = 0; at < 3; at++) names.push((await putFile(makeFile('报告.docx', 10))).name)
    expect(names).toEqual(['报告.docx', '报告 (2).docx', '报告 (3).docx'])
  })

  it('taken by several uploads at once are all different', async () => {
    const stored = await Promise.all([1, 2, 3, 4].map(() => putFile(makeFile('IMG_0001.jpg', 10))))
    expect(stored.map(({ name }) => name).toSorted()).toEqual([
      'IMG_0001 (2).jpg',
      'IMG_0001 (3).jpg',
      'IMG_0001 (4).jpg',
      'IMG_0001.jpg',
    ])
  })

  it('of the same bytes in the same folder are the same file', async () => {
    const [first, second] = [makeFile('a.bin', 10), makeFile('a.bin', 10)]
    const one = await putFile(first)
    const two = await putFile(second)
    expect(await putFile(first)).toEqual(one)
    expect(two.name).toBe('a (2).bin')
    expect(await putFile(second)).toEqual(two)
  })

  it('can be changed, though not to one that is taken, unsafe or blocked', async () => {
    const { id } = await putFile(makeFile('old.bin', 10))
    await putFile(makeFile('taken.bin', 10))
    expect((await change(filesEndpoints.rename.path, { id, kind: 'file', name: 'new 名.bin' })).status).toBe(200)
    expect((await change(filesEndpoints.rename.path, { id, kind: 'file', name: 'new 名.bin' })).status).toBe(200)
    expect((await me.list(home)).files.map(({ name }) => name)).toEqual(['new 名.bin', 'taken.bin'])
    const code = async (name: string) => (await change(filesEndpoints.rename.path, { id, kind: 'file', name })).code
    expect(await code('taken.bin')).toBe('files.name_taken')
    expect(await code('../x.bin')).toBe('storage.name_invalid')
    expect(await code('x.exe')).toBe('storage.type_blocked')
  })

  it('of folders can be changed likewise', async () => {
    const id = await makeFolder('old', home)
    await makeFolder('taken', home)
    expect((await change(filesEndpoints.rename.path, { id, kind: 'folder', name: 'new' })).status).toBe(200)
    expect((await change(filesEndpoints.rename.path, { id, kind: 'folder', name: 'taken' })).code).toBe(
      'files.name_taken',
    )
    expect((await me.list(home)).folders.map(({ name }) => name)).toEqual(['new', 'taken'])
  })
})

describe('the bin', () => {
  it('takes a file out of the list and of reach, and gives it back', async () => {
    const { id } = await putFile(makeFile('binned.bin', 10))
    expect((await me.change(filesEndpoints.remove, [{ id, kind: 'file' }])).data).toBe('success')
    expect((await me.change(filesEndpoints.remove, [{ id, kind: 'file' }])).data).toBe('success')
    expect((await me.list(home)).files).toEqual([])
    expect((await me.browser.request('GET', contentPath(id))).statusCode).toBe(404)
    expect((await change(filesEndpoints.rename.path, { id, kind: 'file', name: 'x' })).code).toBe('files.not_found')
    expect((await me.change(filesEndpoints.restore, [{ id, kind: 'file' }])).data).toBe('success')
    expect((await me.change(filesEndpoints.restore, [{ id, kind: 'file' }])).data).toBe('success')
    expect((await me.list(home)).files.map((file) => file.id)).toEqual([id])
  })

  it('takes a folder with all that is in it, and gives back what went with it', async () => {
    const outer = await makeFolder('outer', home)
    const inner = await makeFolder('inner', outer)
    const kept = await putFile(makeFile('kept.bin', 10), inner)
    const gone = await putFile(makeFile('gone before.bin', 10), inner)
    await me.change(filesEndpoints.remove, [{ id: gone.id, kind: 'file' }])
    await me.change(filesEndpoints.remove, [{ id: outer, kind: 'folder' }])

    expect((await me.list(home)).folders).toEqual([])
    expect((await me.browser.get(`/api/storage/files?folderId=${inner}`)).envelope.code).toBe('files.folder_not_found')
    expect((await me.browser.request('GET', contentPath(kept.id))).statusCode).toBe(404)
    const late = await me.whole(makeFile('late.bin', 10), { folderId: inner })
    expect(late.code).toBe('files.folder_not_found')

    await me.change(filesEndpoints.restore, [{ id: outer, kind: 'folder' }])
    expect((await me.list(outer)).folders.map(({ id }) => id)).toEqual([inner])
    expect((await me.list(inner)).files.map(({ id }) => id)).toEqual([kept.id])
  })

  it('gives back to the top what has lost its folder, and with a number what has lost its name', async () => {
    const folder = await makeFolder('going', home)
    const file = await putFile(makeFile(`orphan of ${home}.bin`, 10), folder)
    await me.change(filesEndpoints.remove, [{ id: folder, kind: 'folder' }])
    await me.change(filesEndpoints.restore, [{ id: file.id, kind: 'file' }])
    const top = await me.list()
    expect(top.files.find(({ id }) => id === file.id)).toMatchObject({ folderId: null, name: file.name })

    await makeFolder('going', home)
    await me.change(filesEndpoints.restore, [{ id: folder, kind: 'folder' }])
    expect((await me.list(home)).folders.map(({ name }) => name)).toEqual(['going', 'going (2)'])

    const first = await putFile(makeFile('same.bin', 10))
    await me.change(filesEndpoints.remove, [{ id: first.id, kind: 'file' }])
    await putFile(makeFile('same.bin', 10))
    await me.change(filesEndpoints.restore, [{ id: first.id, kind: 'file' }])
    const { files } = await me.list(home)
    expect(files.map(({ name }) => name)).toEqual(['same (2).bin', 'same.bin'])
    expect(files[0]?.id).toBe(first.id)
  })

  it('loses nothing when a folder is removed while a file arrives in it', async () => {
    const folder = await makeFolder('busy', home)
    const answers = await Promise.all([
      ...[1, 2, 3].map((at) => me.whole(makeFile(`${at}.bin`, 10), { folderId: folder })),
      me.change(filesEndpoints.remove, [{ id: folder, kind: 'folder' }]),
      ...[4, 5, 6].map((at) => me.whole(makeFile(`${at}.bin`, 10), { folderId: folder })),
    ])
    const arrived = answers.flatMap(({ data, code }) => (code === 'ok' && data !== 'success' ? [data] : []))
    await me.change(filesEndpoints.restore, [{ id: folder, kind: 'folder' }])
    expect((await me.list(folder)).files).toHaveLength(arrived.length)
  })

  it('knows nothing of what does not exist', async () => {
    const id = '00000000-0000-7000-8000-000000000000'
    for (const row of [filesEndpoints.remove, filesEndpoints.restore, filesEndpoints.move]) {
      expect((await me.change(row, [{ id, kind: 'file' }])).code).toBe('files.not_found')
      expect((await me.change(row, [{ id, kind: 'folder' }])).code).toBe('files.folder_not_found')
    }
  })
})

describe('several files and folders at once', () => {
  it('go to the bin and come back with one request each, the content of a folder into the folder', async () => {
    const folder = await makeFolder('both', home)
    const inside = await putFile(makeFile('inside.bin', 10), folder)
    const beside = await putFile(makeFile('beside.bin', 10))
    const entries = [
      { id: inside.id, kind: 'file' },
      { id: folder, kind: 'folder' },
      { id: beside.id, kind: 'file' },
    ]
    expect((await me.change(filesEndpoints.remove, entries)).data).toBe('success')
    const gone = await me.list(home)
    expect([gone.folders, gone.files]).toEqual([[], []])
    expect((await me.change(filesEndpoints.restore, entries)).data).toBe('success')
    expect((await me.list(home)).files.map(({ id }) => id)).toEqual([beside.id])
    expect((await me.list(folder)).files.map(({ id }) => id)).toEqual([inside.id])
  })

  it('stay as they are when one of them is not there', async () => {
    const file = await putFile(makeFile('stays.bin', 10))
    const missing = { id: '00000000-0000-7000-8000-000000000000', kind: 'file' }
    expect((await me.change(filesEndpoints.remove, [{ id: file.id, kind: 'file' }, missing])).code).toBe(
      'files.not_found',
    )
    expect((await me.list(home)).files.map(({ id }) => id)).toEqual([file.id])
  })

  it('are at least one and at most 200', async () => {
    const entry = { id: home, kind: 'folder' }
    for (const row of [filesEndpoints.remove, filesEndpoints.restore, filesEndpoints.move, filesEndpoints.purge]) {
      expect((await me.change(row, [])).code).toBe('request.invalid')
      expect(
        (
          await me.change(
            row,
            Array.from({ length: 201 }, () => entry),
          )
        ).code,
      ).toBe('request.invalid')
    }
  })
})

describe('a move', () => {
  it('takes files and folders into another folder and to the top, with a number where a name is taken', async () => {
    const [from, to] = [await makeFolder('from', home), await makeFolder('to', home)]
    const sub = await makeFolder('sub', from)
    const deep = await putFile(makeFile('deep.bin', 10), sub)
    const file = await putFile(makeFile('plan.bin', 10), from)
    await makeFolder('sub', to)
    await putFile(makeFile('plan.bin', 10), to)
    const entries = [
      { id: file.id, kind: 'file' },
      { id: sub, kind: 'folder' },
    ]
    const answer = await me.change(filesEndpoints.move, entries, { folderId: to })
    expect(answer.data).toEqual({
      entries: [
        { ...entries[0], name: 'plan (2).bin' },
        { ...entries[1], name: 'sub (2)' },
      ],
    })
    expect((await me.list(from)).folders).toEqual([])
    expect((await me.list(to)).files.map(({ name }) => name)).toEqual(['plan (2).bin', 'plan.bin'])
    expect((await me.list(sub)).path.map(({ id }) => id)).toEqual([home, to, sub])
    expect((await me.list(sub)).files.map(({ id }) => id)).toEqual([deep.id])
    // Again it changes nothing.
    expect((await me.change(filesEndpoints.move, entries, { folderId: to })).data).toEqual(answer.data)

    await me.change(filesEndpoints.move, [{ id: file.id, kind: 'file' }])
    expect((await me.list()).files.find(({ id }) => id === file.id)).toMatchObject({ folderId: null })
    await me.change(filesEndpoints.remove, [{ id: file.id, kind: 'file' }])
  })

  it('of a folder into itself or below is refused, and says of which, and then moves nothing', async () => {
    const outer = await makeFolder('outer', home)
    const inner = await makeFolder('inner', outer)
    const file = await putFile(makeFile('with.bin', 10))
    const entries = [
      { id: file.id, kind: 'file' },
      { id: outer, kind: 'folder' },
    ]
    for (const folderId of [outer, inner]) {
      const answer = await me.change(filesEndpoints.move, entries, { folderId })
      expect(answer).toMatchObject({ code: 'files.move_inside', fieldErrors: [{ field: 'entries.1' }] })
    }
    expect((await me.list(home)).files.map(({ id }) => id)).toEqual([file.id])
  })

  it('nests at most 20 folders, those in the bin too', async () => {
    let deep = await makeFolder('deep', home)
    for (let depth = 3; depth <= 19; depth++) deep = await makeFolder('deeper', deep)
    const [one, two] = [await makeFolder('one', home), await makeFolder('two', home)]
    expect((await me.change(filesEndpoints.move, [{ id: one, kind: 'folder' }], { folderId: deep })).status).toBe(200)
    const below = await makeFolder('below', two)
    await me.change(filesEndpoints.remove, [{ id: below, kind: 'folder' }])
    const answer = await me.change(filesEndpoints.move, [{ id: two, kind: 'folder' }], { folderId: deep })
    expect(answer).toMatchObject({ code: 'files.too_deep', fieldErrors: [{ field: 'entries.0' }] })
  })

  it('into a folder that is gone is refused, and two that cross each other make no circle', async () => {
    const [a, b] = [await makeFolder('a', home), await makeFolder('b', home)]
    await me.change(filesEndpoints.remove, [{ id: b, kind: 'folder' }])
    const gone = await me.change(filesEndpoints.move, [{ id: a, kind: 'folder' }], { folderId: b })
    expect(gone).toMatchObject({ code: 'files.folder_not_found' })
    expect(gone.fieldErrors ?? []).toEqual([])
    await me.change(filesEndpoints.restore, [{ id: b, kind: 'folder' }])
    const answers = await Promise.all([
      me.change(filesEndpoints.move, [{ id: a, kind: 'folder' }], { folderId: b }),
      me.change(filesEndpoints.move, [{ id: b, kind: 'folder' }], { folderId: a }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['files.move_inside', 'ok'])
  })
})

describe("another person's files", () => {
  it.each([
    ['of the same unit', () => student],
    ['of another unit', () => ginkgoTeacher],
  ])('%s cannot be listed, read, changed or filled', async (_, other) => {
    const file = await putFile(makeFile('mine.bin', 10))
    const caller = other()
    expect((await caller.browser.get(`/api/storage/files?folderId=${home}`)).envelope.code).toBe(
      'files.folder_not_found',
    )
    const response = await caller.browser.request('GET', contentPath(file.id))
    expect([response.statusCode, response.json()]).toMatchObject([404, { code: 'files.not_found' }])
    const [ofFile, ofFolder] = [
      { id: file.id, kind: 'file' },
      { id: home, kind: 'folder' },
    ]
    expect((await change(filesEndpoints.rename.path, { ...ofFile, name: 'theirs.bin' }, caller)).code).toBe(
      'files.not_found',
    )
    expect((await change(filesEndpoints.rename.path, { ...ofFolder, name: 'theirs' }, caller)).code).toBe(
      'files.folder_not_found',
    )
    for (const row of [filesEndpoints.remove, filesEndpoints.restore, filesEndpoints.move]) {
      expect((await caller.change(row, [ofFile])).code).toBe('files.not_found')
      expect((await caller.change(row, [ofFolder])).code).toBe('files.folder_not_found')
    }
    await caller.change(filesEndpoints.purge, [ofFile, ofFolder])
    expect((await caller.browser.get(filesEndpoints.bin.path)).envelope.data).toMatchObject({ entries: [] })
    expect((await caller.whole(makeFile('x.bin', 10), { folderId: home })).code).toBe('files.folder_not_found')
    expect((await makeFolderAnswer('theirs', home, caller)).code).toBe('files.folder_not_found')
    expect((await me.list(home)).files).toEqual([file])
  })

  it('are not reached without a session', async () => {
    const { id } = await putFile(makeFile('mine.bin', 10))
    const nobody = portal.visit()
    expect((await nobody.get('/api/storage/files')).envelope.code).toBe('session.required')
    expect((await nobody.request('GET', contentPath(id))).json()).toMatchObject({ code: 'session.required' })
  })
})

async function putFile(file: SentFile, folderId = home): Promise<StoredFile> {
  // Without what the answer says about the call.
  return storedFile.parse(dataOf(storage.upload, await me.whole(file, { folderId })))
}

async function makeFolder(name: string, parentId?: string): Promise<string> {
  return dataOf(filesEndpoints.createFolder, await makeFolderAnswer(name, parentId)).id
}

function makeFolderAnswer(name: string, parentId?: string, caller = me): Promise<Envelope> {
  return change(filesEndpoints.createFolder.path, { name, ...(parentId !== undefined && { parentId }) }, caller)
}

async function change(path: string, form: Record<string, string>, caller = me): Promise<Envelope> {
  return (await caller.browser.post(path, form)).envelope
}
