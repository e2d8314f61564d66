import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { saveShare, withdrawShare } from '../../../contract/endpoints/storage/shares.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { fileVersions, removeVersion, restoreVersion } from '../../../contract/endpoints/storage/versions.ts'
import { VERSIONS_MAX } from '../../../contract/limits.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import {
  createStorageCaller,
  dataOf,
  makeFile,
  md5Of,
  sendMultipart,
  type SentFile,
  type StorageCaller,
} from '../../support/callers/storage-caller.ts'
import { readUsage, setQuotas } from '../../support/schools/storage-quotas.ts'

const DAY = 86_400_000

let portal: TestApp
let owner: StorageCaller
let pupil: StorageCaller
let staff: StorageCaller
let otherUnit: StorageCaller
let names: { owner: string; pupil: string; pupilId: string }
/** Of each test's own: a folder with one file of one content. */
let folder: string
let file: string
let first: SentFile
let number = 0

beforeAll(async () => {
  portal = await createTestApp()
  const sign = async (name: string, host = 'localhost') => createStorageCaller(await portal.signIn(name, { host }))
  owner = await sign('teacher')
  pupil = await sign('student')
  staff = await sign('staff')
  otherUnit = await sign('teacher', 'ginkgo.localhost')
  const [mine, theirs] = [await readMe(owner.browser), await readMe(pupil.browser)]
  names = { owner: mine.realName, pupil: theirs.realName, pupilId: theirs.userId }
})
afterAll(() => portal.close())
beforeEach(async () => {
  const made = await owner.browser.post(filesEndpoints.createFolder.path, { name: `folder ${++number}` })
  folder = dataOf(filesEndpoints.createFolder, made.envelope).id
  first = makeFile('plan.pdf', 5000)
  file = dataOf(storage.upload, await owner.whole(first, { folderId: folder })).id
})

const replace = (who: StorageCaller, sent: SentFile, replaces = 'name') =>
  who.whole(sent, { ...(replaces === 'name' && { folderId: folder }), replaces })
const list = async (who: StorageCaller, id = file) => (await who.browser.get(`${fileVersions.path}?id=${id}`)).envelope
const versions = async () => dataOf(fileVersions, await list(owner)).versions
const post = async (who: StorageCaller, path: string, id: string) => (await who.browser.post(path, { id })).envelope
const content = (who: StorageCaller, id: string) =>
  who.browser.request('GET', `/api/storage/files/versions/${id}/content`)
const oldest = async () => (await versions()).at(-1)?.id ?? ''
const share = (edit: boolean, id = folder, kind = 'folder') =>
  ask(owner.browser, saveShare, { id, kind, to: { kind: 'person', id: names.pupilId }, edit, until: null, tell: false })
const used = async () => (await readUsage(owner.browser)).used

describe('a file that is replaced', () => {
  it('keeps its id and name, and what it contained as a version', async () => {
    const second = makeFile('plan.pdf', 6000)
    const before = await used()
    expect(dataOf(storage.upload, await replace(owner, second))).toMatchObject({
      id: file,
      name: 'plan.pdf',
      size: 6000,
    })
    expect((await owner.list(folder)).files).toMatchObject([{ id: file, size: 6000, md5: second.md5 }])
    expect(second.bytes.equals(await owner.download(file))).toBe(true)
    expect(await versions()).toMatchObject([
      { id: null, number: 2, size: 6000, by: { realName: names.owner }, goneAt: null },
      { number: 1, size: 5000, by: { realName: names.owner } },
    ])
    // Both count.
    expect(await used()).toBe(before + 6000)
    const read = await content(owner, await oldest())
    expect(read.rawPayload.equals(first.bytes)).toBe(true)
    expect(read.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'application/pdf' })
  })

  it('changes nothing when the same bytes come again, as after a lost response', async () => {
    const second = makeFile('plan.pdf', 6000)
    for (const _ of [1, 2, 3]) expect(dataOf(storage.upload, await replace(owner, second)).id).toBe(file)
    expect(await versions()).toHaveLength(2)
  })

  it('is replaced by every way of uploading, and becomes a new file where its name is free', async () => {
    const chunked = makeFile('plan.pdf', 3000, 1000)
    for (const at of chunked.chunks.keys()) await owner.chunk(chunked, at + 1)
    for (const _ of [1, 2]) {
      const merged = await owner.merge(chunked, { folderId: folder, replaces: 'name' })
      expect(dataOf(storage.mergeFile, merged).id).toBe(file)
    }
    // Bytes that the owner has are not sent again.
    const known = makeFile('elsewhere.pdf', 700)
    dataOf(storage.upload, await owner.whole(known))
    const instant = await owner.browser.post(storage.secondUploadCheck.path, {
      serverid: 's',
      md5: known.md5,
      name: 'plan.pdf',
      folderId: folder,
      replaces: 'name',
    })
    expect(dataOf(storage.secondUploadCheck, instant.envelope)?.id).toBe(file)
    const small = [makeFile('plan.pdf', 80), makeFile('fresh.pdf', 90)]
    const files = small.map(({ name, bytes }) => ({
      name,
      md5: md5Of(bytes),
      size: bytes.length,
      folderId: folder,
      replaces: 'name',
    }))
    const parts = [
      ['serverid', 's'],
      ['files', JSON.stringify(files)],
    ] as const
    const batch = await sendMultipart(owner.browser, storage.uploadBatch, [
      ...parts,
      Buffer.concat(small.map(({ bytes }) => bytes)),
    ])
    const [one, two] = dataOf(storage.uploadBatch, batch).files
    expect(one).toMatchObject({ file: { id: file, size: 80 } })
    expect(two).toMatchObject({ file: { name: 'fresh.pdf' } })
    expect((await versions()).map(({ size }) => size)).toEqual([80, 700, 3000, 5000])
    expect((await owner.list(folder)).files).toHaveLength(2)
  })

  it('gets a number without that, as before', async () => {
    expect(dataOf(storage.upload, await owner.whole(makeFile('plan.pdf', 20), { folderId: folder })).name).toBe(
      'plan (2).pdf',
    )
    expect(await versions()).toHaveLength(1)
  })

  it('is replaced by its id whatever the new name, but not by another type', async () => {
    expect(dataOf(storage.upload, await replace(owner, makeFile('newer.pdf', 20), file))).toMatchObject({
      id: file,
      name: 'plan.pdf',
    })
    expect((await replace(owner, makeFile('newer.docx', 20), file)).code).toBe('files.other_type')
    expect((await replace(owner, makeFile('newer.pdf', 21), folder)).code).toBe('files.not_found')
    for (const who of [pupil, staff, otherUnit])
      expect((await replace(who, makeFile('newer.pdf', 22), file)).code).toBe('files.not_found')
    await owner.change(filesEndpoints.remove, [{ id: file, kind: 'file' }])
    expect((await replace(owner, makeFile('newer.pdf', 23), file)).code).toBe('files.not_found')
    // The name of a file in the bin is free.
    expect(dataOf(storage.upload, await replace(owner, makeFile('plan.pdf', 24))).id).not.toBe(file)
  })

  it('keeps the latest versions up to the limit', async () => {
    for (let at = 1; at <= VERSIONS_MAX + 2; at++)
      dataOf(storage.upload, await replace(owner, makeFile('plan.pdf', 100 + at)))
    const kept = await versions()
    expect(kept).toHaveLength(VERSIONS_MAX + 1)
    expect(kept.map(({ number: at }) => at)).toEqual(
      Array.from({ length: VERSIONS_MAX + 1 }, (_, at) => VERSIONS_MAX + 3 - at),
    )
  })

  it('is left as it is without room for both', async () => {
    const admin = await portal.signIn('admin')
    await setQuotas(admin, { teacher: (await used()) + 100 })
    expect((await replace(owner, makeFile('plan.pdf', 101))).code).toBe('storage.quota_person')
    expect(await versions()).toHaveLength(1)
    expect((await replace(owner, makeFile('plan.pdf', 100))).code).toBe('ok')
    await setQuotas(admin, {})
  })
})

describe('a version', () => {
  let second: SentFile
  beforeEach(async () => {
    second = makeFile('plan.pdf', 6000)
    dataOf(storage.upload, await replace(owner, second))
  })

  it('is restored, and what was there becomes one, without more room', async () => {
    const before = await used()
    const id = await oldest()
    expect(dataOf(restoreVersion, await post(owner, restoreVersion.path, id))).toMatchObject({
      id: file,
      size: 5000,
      md5: first.md5,
    })
    expect(first.bytes.equals(await owner.download(file))).toBe(true)
    expect((await versions()).map(({ number: at, size }) => [at, size])).toEqual([
      [3, 5000],
      [2, 6000],
    ])
    expect(await used()).toBe(before)
    expect((await post(owner, restoreVersion.path, id)).code).toBe('files.version_gone')
  })

  it('is deleted for good, and its room is free', async () => {
    const before = await used()
    const id = await oldest()
    expect((await post(owner, removeVersion.path, id)).code).toBe('ok')
    expect(await versions()).toHaveLength(1)
    expect(await used()).toBe(before - 5000)
    expect((await post(owner, removeVersion.path, id)).code).toBe('files.version_gone')
    expect((await content(owner, id)).json()).toMatchObject({ code: 'files.not_found' })
  })

  it('goes with its file, and comes back with it from the bin', async () => {
    const before = await used()
    await owner.change(filesEndpoints.remove, [{ id: file, kind: 'file' }])
    const id = String(
      (await runAsOwner(portal, sql`select version_id from storage_file_version where file_id = ${file}`))[0]?.[
        'version_id'
      ],
    )
    expect((await list(owner)).code).toBe('files.not_found')
    expect((await content(owner, id)).json()).toMatchObject({ code: 'files.not_found' })
    for (const { path } of [restoreVersion, removeVersion])
      expect((await post(owner, path, id)).code).toBe('files.not_found')
    expect((await readUsage(owner.browser)).bin).toBeGreaterThanOrEqual(11_000)
    await owner.change(filesEndpoints.restore, [{ id: file, kind: 'file' }])
    expect(await versions()).toHaveLength(2)
    await owner.change(filesEndpoints.remove, [{ id: file, kind: 'file' }])
    await owner.change(filesEndpoints.purge, [{ id: file, kind: 'file' }])
    expect(await used()).toBe(before - 11_000)
  })

  it('keeps its bytes through the clean-up for its days, and frees them then', async () => {
    const clean = (days: number) =>
      cleanUpFiles(portal.database, portal.storage, { binDays: 30, uploadDays: 7, now: Date.now() + days * DAY })
    await clean(89)
    const id = await oldest()
    expect((await content(owner, id)).rawPayload.equals(first.bytes)).toBe(true)
    const gone = await clean(91)
    expect(gone.versions).toBeGreaterThan(0)
    expect(gone.objects).toBeGreaterThan(0)
    expect(await versions()).toHaveLength(1)
    expect(second.bytes.equals(await owner.download(file))).toBe(true)
  })
})

describe('versions of a shared file', () => {
  const tryAll = async (who: StorageCaller) => {
    const id = await oldest()
    return {
      list: (await list(who)).code,
      content:
        (await content(who, id)).statusCode === 200 ? 'ok' : (await content(who, id)).json<{ code: string }>().code,
      present: (await who.browser.request('GET', `/api/storage/shares/${file}/content`)).statusCode,
      replace: (await replace(who, makeFile('plan.pdf', 300 + ++number), file)).code,
      restore: (await post(who, restoreVersion.path, id)).code,
      remove: (await post(who, removeVersion.path, await oldest())).code,
    }
  }
  const NOTHING = {
    list: 'files.not_found',
    content: 'files.not_found',
    present: 404,
    replace: 'files.not_found',
    restore: 'files.version_gone',
    remove: 'files.version_gone',
  }
  const READ = 'share.read_only'
  beforeEach(async () => dataOf(storage.upload, await replace(owner, makeFile('plan.pdf', 6000))))

  it('are for those who may edit; who views sees the present content', async () => {
    for (const who of [pupil, staff, otherUnit]) expect(await tryAll(who)).toEqual(NOTHING)
    await share(false)
    expect(await tryAll(pupil)).toEqual({
      list: READ,
      content: 'files.not_found',
      present: 200,
      replace: READ,
      restore: READ,
      remove: READ,
    })
    expect(await versions()).toHaveLength(2)
    const ownerUsed = await used()
    await share(true)
    expect(await tryAll(pupil)).toEqual({
      list: 'ok',
      content: 'ok',
      present: 200,
      replace: 'ok',
      restore: 'ok',
      remove: 'ok',
    })
    const [present] = await versions()
    expect(present?.by).toMatchObject({ realName: names.pupil })
    expect(await used()).toBeLessThan(ownerUsed + 1000)
    for (const who of [staff, otherUnit]) expect(await tryAll(who)).toEqual(NOTHING)
  })

  it('of a file that is shared by itself', async () => {
    await share(true, file, 'file')
    expect((await replace(pupil, makeFile('x.pdf', 40), file)).code).toBe('ok')
    expect((await list(pupil)).code).toBe('ok')
    const [row] = await runAsOwner(portal, sql`select share_id from storage_share where file_id = ${file}`)
    await post(owner, withdrawShare.path, String(row?.['share_id']))
    expect(await tryAll(pupil)).toEqual(NOTHING)
  })
})
