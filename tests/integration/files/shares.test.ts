import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import {
  createSharedFolder,
  findShareReceivers,
  listShared,
  removeShared,
  renameShared,
  restoreShared,
  saveShare,
  sharedWithMe,
  shareMarks,
  sharesOf,
  withdrawShare,
  type Share,
  type SharedEntry,
} from '../../../contract/endpoints/storage/shares.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { fileVersions } from '../../../contract/endpoints/storage/versions.ts'
import { forgetExpiredShares } from '../../../server/modules/files/sharing/shares.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'
import { ask } from '../../support/callers/call.ts'

type Receiver = { kind: 'person' | 'class' | 'grade' | 'department' | 'role'; id: string }

let portal: TestApp
/** A teacher, whose folder is shared. */
let owner: StorageCaller
/** A pupil of Grade 7 Class 2. */
let pupil: StorageCaller
/** The pupil's parent. */
let parent: StorageCaller
/** Of the general office. */
let staff: StorageCaller
let otherUnit: StorageCaller
const ids: Record<
  'owner' | 'pupil' | 'parent' | 'staff' | 'ginkgo' | 'class' | 'otherClass' | 'grade' | 'office',
  string
> = {
  owner: '',
  pupil: '',
  parent: '',
  staff: '',
  ginkgo: '',
  class: '',
  otherClass: '',
  grade: '',
  office: '',
}
/** The shared folder, one in it, and a file in that. */
let folder: string
let inner: string
let file: string
let number = 0
const bytes = makeFile('plan.pdf', 5000)

beforeAll(async () => {
  portal = await createTestApp()
  const sign = async (name: string, host?: string) =>
    createStorageCaller(await portal.signIn(name, host === undefined ? {} : { host }))
  owner = await sign('teacher')
  pupil = await sign('student')
  parent = await sign('parent')
  staff = await sign('staff')
  otherUnit = await sign('teacher', 'ginkgo.localhost')
  for (const [name, caller] of Object.entries({ owner, pupil, parent, staff, ginkgo: otherUnit }))
    ids[name as 'owner'] = (await readMe(caller.browser)).userId
  const [row] = await runAsOwner(
    portal,
    sql`select s.class_id, c.grade_id, (select o.class_id from class_group o where o.grade_id = c.grade_id and o.class_id <> c.class_id limit 1) as other,
        (select e.department_id from staff_member e where e.user_id = ${ids.staff}) as office
      from student s join class_group c using (class_id) where s.user_id = ${ids.pupil}`,
  )
  Object.assign(ids, {
    class: row?.['class_id'],
    grade: row?.['grade_id'],
    otherClass: row?.['other'],
    office: row?.['office'],
  })
})
afterAll(() => portal.close())

beforeEach(async () => {
  folder = dataOf(
    filesEndpoints.createFolder,
    await ask(owner.browser, filesEndpoints.createFolder, { name: `shared ${++number}` }),
  ).id
  inner = dataOf(
    filesEndpoints.createFolder,
    await ask(owner.browser, filesEndpoints.createFolder, { name: 'inner', parentId: folder }),
  ).id
  file = dataOf(storage.upload, await owner.whole(bytes, { folderId: inner })).id
})
afterEach(async () => {
  await runAsOwner(portal, sql`delete from storage_share`)
  await runAsOwner(portal, sql`update student set class_id = ${ids.class} where user_id = ${ids.pupil}`)
})

const codeOf = async (who: StorageCaller, endpoint: AnyEndpoint, input: object) =>
  (await ask(who.browser, endpoint, input)).code

async function share(to: Receiver, { edit = false, until = null as string | null, id = '', kind = 'folder' } = {}) {
  return dataOf(saveShare, await ask(owner.browser, saveShare, { id: id || folder, kind, to, edit, until }))
}
const download = async (who: StorageCaller, id: string, headers: Record<string, string> = {}) =>
  who.browser.request('GET', `/api/storage/shares/${id}/content`, { headers })
const shown = async (who: StorageCaller): Promise<SharedEntry[]> =>
  dataOf(sharedWithMe, await ask(who.browser, sharedWithMe)).entries
const person = (id: string): Receiver => ({ kind: 'person', id })

/** What each endpoint answers to a person. */
async function tryAll(who: StorageCaller) {
  const got = await download(who, file)
  const part = await download(who, file, { range: 'bytes=0-9' })
  const target = dataOf(storage.upload, await owner.whole(makeFile('target.pdf', 50), { folderId: inner }))
  const codes = {
    list: await codeOf(who, listShared, { folderId: folder }),
    listInner: await codeOf(who, listShared, { folderId: inner }),
    download: got.statusCode === 200 && bytes.bytes.equals(got.rawPayload) ? 'ok' : got.json<{ code: string }>().code,
    range: part.statusCode === 206 && part.rawPayload.length === 10 ? 'ok' : part.json<{ code: string }>().code,
    rename: await codeOf(who, renameShared, { id: file, kind: 'file', name: `by ${++number}.pdf` }),
    renameFolder: await codeOf(who, renameShared, { id: inner, kind: 'folder', name: `inner ${number}` }),
    folder: await codeOf(who, createSharedFolder, { name: `new ${number}`, parentId: folder }),
    path: await codeOf(who, filesEndpoints.makePath, { path: `a ${number}/b`, folderId: inner }),
    whole: (await who.whole(makeFile('whole.txt.pdf', 10), { folderId: inner })).code,
    batch: dataOfBatch(await who.together([makeFile('batch.pdf', 10)], inner)),
    merged: await storeCode(who, inner),
    instant: await instantCode(who, inner),
    removeTop: await codeOf(who, removeShared, { id: folder, kind: 'folder' }),
    shareOn: await codeOf(who, saveShare, {
      id: inner,
      kind: 'folder',
      to: person(ids.staff),
      edit: false,
      until: null,
    }),
    shares: await codeOf(who, sharesOf, { id: folder, kind: 'folder' }),
    remove: await codeOf(who, removeShared, { id: inner, kind: 'folder' }),
    restore: await codeOf(who, restoreShared, { id: inner, kind: 'folder' }),
    // The endpoints of own files know no shares.
    ownList: (await who.browser.get(`/api/storage/files?folderId=${folder}`)).envelope.code,
    ownDownload: (await who.browser.request('GET', `/api/storage/files/${file}/content`)).json<{ code: string }>().code,
    ownRename: await codeOf(who, filesEndpoints.rename, { id: file, kind: 'file', name: 'x.pdf' }),
    ownRemove: await codeOf(who, filesEndpoints.remove, { entries: [{ id: file, kind: 'file' }] }),
    ownRestore: await codeOf(who, filesEndpoints.restore, { entries: [{ id: file, kind: 'file' }] }),
    ownFolder: await codeOf(who, filesEndpoints.createFolder, { name: 'x', parentId: folder }),
    // Neither what is shared nor into it: what is moved would change its owner.
    move: await codeOf(who, filesEndpoints.move, { entries: [{ id: file, kind: 'file' }] }),
    moveInside: await codeOf(who, filesEndpoints.move, { entries: [{ id: file, kind: 'file' }], folderId: folder }),
    moveFolder: await codeOf(who, filesEndpoints.move, { entries: [{ id: inner, kind: 'folder' }] }),
    moveInto: await codeOf(who, filesEndpoints.move, {
      entries: [{ id: (await ownFile(who)).id, kind: 'file' }],
      folderId: inner,
    }),
    zip: zipCode(await who.browser.request('GET', `/api/storage/files/folders/${folder}/zip`)),
    versions: await codeOf(who, fileVersions, { id: file }),
    replaceName: (await who.whole(makeFile(target.name, 20 + number), { folderId: inner, replaces: 'name' })).code,
    replaceId: (await who.whole(makeFile('other.pdf', 30 + number), { replaces: target.id })).code,
  }
  return codes
}
const ownFile = async (who: StorageCaller) => dataOf(storage.upload, await who.whole(makeFile('mine.pdf', 40)))
function zipCode({ statusCode, headers, json }: Awaited<ReturnType<typeof download>>): string {
  return statusCode === 200 && headers['content-type'] === 'application/zip' ? 'ok' : json<{ code: string }>().code
}
function dataOfBatch({ data }: { data?: unknown }): string {
  const { files } = data as { files: { failure?: { code: string } }[] }
  return files[0]?.failure?.code ?? 'ok'
}
async function storeCode(who: StorageCaller, into: string) {
  const sent = makeFile('chunks.pdf', 3000, 1000)
  for (const at of sent.chunks.keys()) await who.chunk(sent, at + 1)
  return (await who.merge(sent, { folderId: into })).code
}
async function instantCode(who: StorageCaller, into: string) {
  const sent = makeFile('own.pdf', 2000)
  dataOf(storage.upload, await who.whole(sent))
  return (await who.instant({ md5: sent.md5, name: 'copied.pdf' }, into)).code
}

const OWN = {
  ownList: 'files.folder_not_found',
  ownDownload: 'files.not_found',
  ownRename: 'files.not_found',
  ownRemove: 'files.not_found',
  ownRestore: 'files.not_found',
  ownFolder: 'files.folder_not_found',
  shareOn: 'files.folder_not_found',
  shares: 'files.folder_not_found',
  move: 'files.not_found',
  moveInside: 'files.folder_not_found',
  moveFolder: 'files.folder_not_found',
  moveInto: 'files.folder_not_found',
}
const NOTHING = {
  ...OWN,
  list: 'files.folder_not_found',
  listInner: 'files.folder_not_found',
  download: 'files.not_found',
  range: 'files.not_found',
  rename: 'files.not_found',
  renameFolder: 'files.folder_not_found',
  folder: 'files.folder_not_found',
  path: 'files.folder_not_found',
  whole: 'files.folder_not_found',
  batch: 'files.folder_not_found',
  merged: 'files.folder_not_found',
  instant: 'files.folder_not_found',
  removeTop: 'files.folder_not_found',
  remove: 'files.folder_not_found',
  restore: 'files.folder_not_found',
  zip: 'files.folder_not_found',
  versions: 'files.not_found',
  replaceName: 'files.folder_not_found',
  replaceId: 'files.not_found',
}
const READ = 'share.read_only'
const VIEW = {
  ...OWN,
  list: 'ok',
  listInner: 'ok',
  download: 'ok',
  range: 'ok',
  rename: READ,
  renameFolder: READ,
  folder: READ,
  path: READ,
  whole: READ,
  batch: READ,
  merged: READ,
  instant: READ,
  removeTop: READ,
  remove: READ,
  restore: READ,
  zip: 'ok',
  versions: READ,
  replaceName: READ,
  replaceId: READ,
}
const EDIT = {
  ...VIEW,
  rename: 'ok',
  renameFolder: 'ok',
  folder: 'ok',
  path: 'ok',
  whole: 'ok',
  batch: 'ok',
  merged: 'ok',
  instant: 'ok',
  removeTop: 'share.top',
  remove: 'ok',
  restore: 'ok',
  versions: 'ok',
  replaceName: 'ok',
  replaceId: 'ok',
}

describe('a folder that is shared', () => {
  it('is nothing to others before', async () => {
    for (const who of [pupil, parent, staff, otherUnit]) expect(await tryAll(who)).toEqual(NOTHING)
  })

  it('to view gives its content to read, and nothing else', async () => {
    await share(person(ids.pupil))
    expect(await tryAll(pupil)).toEqual(VIEW)
    for (const who of [parent, staff, otherUnit]) expect(await tryAll(who)).toEqual(NOTHING)
  })

  it('to edit gives its content to change, but not itself, and no right to share on', async () => {
    await share(person(ids.pupil), { edit: true })
    expect(await tryAll(pupil)).toEqual(EDIT)
    for (const who of [parent, staff, otherUnit]) expect(await tryAll(who)).toEqual(NOTHING)
  })

  it('with a class reaches its pupils, and their parents to view, while they are in it', async () => {
    await share({ kind: 'class', id: ids.class }, { edit: true })
    expect(await tryAll(pupil)).toEqual(EDIT)
    expect(await tryAll(parent)).toEqual(VIEW)
    expect(await tryAll(staff)).toEqual(NOTHING)
    await runAsOwner(portal, sql`update student set class_id = ${ids.otherClass} where user_id = ${ids.pupil}`)
    for (const who of [pupil, parent]) {
      expect(await tryAll(who)).toEqual(NOTHING)
      expect(await shown(who)).toEqual([])
    }
  })

  it('with another class reaches no pupil of this one, and a closed class none at all', async () => {
    await share({ kind: 'class', id: ids.otherClass })
    expect(await tryAll(pupil)).toEqual(NOTHING)
    await share({ kind: 'class', id: ids.class })
    await runAsOwner(portal, sql`update class_group set closed_on = now() where class_id = ${ids.class}`)
    try {
      expect(await tryAll(pupil)).toEqual(NOTHING)
    } finally {
      await runAsOwner(portal, sql`update class_group set closed_on = null where class_id = ${ids.class}`)
    }
  })

  it.each(['grade', 'office'] as const)('with a %s reaches its people', async (group) => {
    const to = { kind: group === 'grade' ? 'grade' : 'department', id: ids[group] } as const
    await share(to)
    const [inside, outside] = group === 'grade' ? [pupil, staff] : [staff, pupil]
    expect(await tryAll(inside)).toEqual(VIEW)
    expect(await tryAll(outside)).toEqual(NOTHING)
  })

  it('with a role reaches those who hold it', async () => {
    const unitId = await unitOf(portal)
    const [role] = await runAsOwner(
      portal,
      sql`insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'own', ${`r${++number}`}, 'r', 'r') returning role_id`,
    )
    const id = String(role?.['role_id'])
    await share({ kind: 'role', id })
    expect(await tryAll(staff)).toEqual(NOTHING)
    await runAsOwner(
      portal,
      sql`insert into role_member (unit_id, role_id, user_id) values (${unitId}, ${id}, ${ids.staff})`,
    )
    expect(await tryAll(staff)).toEqual(VIEW)
  })

  it('gives nothing after its last day, nor after it was withdrawn, and the clean-up deletes it', async () => {
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const [made] = await share(person(ids.pupil), { edit: true, until })
    expect(made).toMatchObject({ until, edit: true })
    expect((await shown(pupil))[0]).toMatchObject({ id: folder, until })
    const age = (days: number) =>
      runAsOwner(
        portal,
        sql`update storage_share set expires_at = now() - make_interval(days => ${days}), until_on = now() - make_interval(days => ${days})`,
      )
    await age(0)
    expect(await tryAll(pupil)).toEqual(NOTHING)
    expect(await shown(pupil)).toEqual([])
    expect(await forgetExpiredShares(portal.database)).toBe(0)
    await age(8)
    expect(await forgetExpiredShares(portal.database)).toBe(1)
    const [again] = await share(person(ids.pupil))
    expect(await codeOf(owner, withdrawShare, { id: again?.id })).toBe('ok')
    expect(await tryAll(pupil)).toEqual(NOTHING)
    expect(await codeOf(owner, withdrawShare, { id: again?.id })).toBe('share.gone')
  })

  it('gives nothing while it is in the bin', async () => {
    await share(person(ids.pupil), { edit: true })
    expect(await codeOf(owner, filesEndpoints.remove, { entries: [{ id: folder, kind: 'folder' }] })).toBe('ok')
    expect(await shown(pupil)).toEqual([])
    expect((await download(pupil, file)).statusCode).toBe(404)
    expect(await codeOf(pupil, restoreShared, { id: inner, kind: 'folder' })).toBe('files.folder_not_found')
    expect(await codeOf(pupil, listShared, { folderId: folder })).toBe('files.folder_not_found')
  })

  it('shows what is added later, and only the path below it', async () => {
    await share(person(ids.pupil), { id: inner })
    dataOf(
      filesEndpoints.createFolder,
      await ask(owner.browser, filesEndpoints.createFolder, { name: 'later', parentId: inner }),
    )
    const listed = dataOf(listShared, await ask(pupil.browser, listShared, { folderId: inner }))
    expect(listed.path.map(({ id, parentId }) => [id, parentId])).toEqual([[inner, null]])
    expect(listed).toMatchObject({ edit: false, isTop: true, folders: [{ name: 'later' }], files: [{ id: file }] })
    expect(await codeOf(pupil, listShared, { folderId: folder })).toBe('files.folder_not_found')
  })

  it('keeps what is uploaded into it as a file of its owner, of whose quota it takes', async () => {
    await share(person(ids.pupil), { edit: true })
    const put = dataOf(storage.upload, await pupil.whole(makeFile('homework.pdf', 400), { folderId: folder }))
    const [row] = await runAsOwner(portal, sql`select owner_id from storage_file where file_id = ${put.id}`)
    expect(row?.['owner_id']).toBe(ids.owner)
    const before = await runAsOwner(portal, sql`select teacher_quota from unit where unit_id = ${await unitOf(portal)}`)
    await runAsOwner(portal, sql`update unit set teacher_quota = 1 where unit_id = ${await unitOf(portal)}`)
    try {
      const refused = { whole: await pupil.whole(makeFile('more.pdf', 400), { folderId: folder }) }
      expect(refused.whole.code).toBe('storage.quota_owner')
      expect(await storeCode(pupil, folder)).toBe('storage.quota_owner')
    } finally {
      await runAsOwner(
        portal,
        sql`update unit set teacher_quota = ${before[0]?.['teacher_quota']} where unit_id = ${await unitOf(portal)}`,
      )
    }
  })
})

describe('a file that is shared', () => {
  it('is read and, for editing, renamed, but not removed', async () => {
    await share(person(ids.pupil), { id: file, kind: 'file' })
    expect(await shown(pupil)).toMatchObject([{ id: file, kind: 'file', size: 5000, edit: false }])
    expect((await download(pupil, file)).statusCode).toBe(200)
    expect(await codeOf(pupil, renameShared, { id: file, kind: 'file', name: 'n.pdf' })).toBe(READ)
    await share(person(ids.pupil), { id: file, kind: 'file', edit: true })
    expect(await codeOf(pupil, renameShared, { id: file, kind: 'file', name: 'n.pdf' })).toBe('ok')
    expect(await codeOf(pupil, removeShared, { id: file, kind: 'file' })).toBe('share.top')
    expect(await codeOf(pupil, listShared, { folderId: inner })).toBe('files.folder_not_found')
    expect(await codeOf(pupil, listShared, { folderId: file })).toBe('files.folder_not_found')
  })
})

describe('shares', () => {
  it('of one receiver are one, which changes', async () => {
    await share(person(ids.pupil))
    const shares: Share[] = await share(person(ids.pupil), { edit: true })
    expect(shares).toMatchObject([{ edit: true, until: null, to: { kind: 'person', id: ids.pupil, userType: 1 } }])
    expect(dataOf(sharesOf, await ask(owner.browser, sharesOf, { id: folder, kind: 'folder' }))).toEqual(shares)
  })

  it('through several ways are one thing with the strongest right', async () => {
    await share(person(ids.pupil))
    await share({ kind: 'class', id: ids.class }, { edit: true })
    expect(await shown(pupil)).toMatchObject([{ id: folder, edit: true, owner: { realName: '林致远' } }])
    expect(await tryAll(pupil)).toEqual(EDIT)
  })

  it('mark the rows of the owner', async () => {
    await share(person(ids.pupil), { id: inner })
    expect(dataOf(shareMarks, await ask(owner.browser, shareMarks, { folderId: folder })).ids).toEqual([inner])
    expect(dataOf(shareMarks, await ask(owner.browser, shareMarks)).ids).toEqual([])
    await share(person(ids.pupil))
    expect(dataOf(shareMarks, await ask(owner.browser, shareMarks)).ids).toEqual([folder])
    expect(dataOf(shareMarks, await ask(pupil.browser, shareMarks, { folderId: folder })).ids).toEqual([])
  })

  it('are listed page by page', async () => {
    await share(person(ids.pupil))
    await share(person(ids.pupil), { id: inner })
    await share(person(ids.pupil), { id: file, kind: 'file' })
    const first = dataOf(sharedWithMe, await ask(pupil.browser, sharedWithMe, { size: 2 }))
    expect([first.total, first.entries.map(({ id }) => id)]).toEqual([3, [file, inner]])
    const second = dataOf(sharedWithMe, await ask(pupil.browser, sharedWithMe, { size: 2, after: first.next }))
    expect([second.total, second.next, second.entries.map(({ id }) => id)]).toEqual([null, null, [folder]])
    expect(await codeOf(pupil, sharedWithMe, { after: 'x' })).toBe('request.invalid')
  })

  it.each([
    ['until a past day', () => ({ until: '2020-01-01' }), 'share.past'],
    ['with oneself', () => ({ to: person(ids.owner) }), 'share.receiver'],
    ['with a person of another unit', () => ({ to: person(ids.ginkgo) }), 'share.receiver'],
    ['with a class by the kind of a person', () => ({ to: person(ids.class) }), 'share.receiver'],
    ['with what is no identifier', () => ({ to: person('x') }), 'share.receiver'],
    ['of what is not there', () => ({ id: ids.class }), 'files.folder_not_found'],
    ['of a folder as a file', () => ({ kind: 'file' }), 'files.not_found'],
  ])('are refused %s', async (_, changes, code) => {
    const input = { id: folder, kind: 'folder', to: person(ids.pupil), edit: false, until: null, ...changes() }
    expect(await codeOf(owner, saveShare, input)).toBe(code)
  })
})

describe('pupils and parents', () => {
  async function ownFolder(who: StorageCaller) {
    return dataOf(
      filesEndpoints.createFolder,
      await ask(who.browser, filesEndpoints.createFolder, { name: `own ${++number}` }),
    ).id
  }
  const give = async (who: StorageCaller, id: string, to: Receiver) =>
    codeOf(who, saveShare, { id, kind: 'folder', to, edit: false, until: null })

  it('share with the teachers of their own classes alone, unless the unit grants more', async () => {
    const [head] = await runAsOwner(
      portal,
      sql`select head_teacher_id as id, (select real_name from user_account where user_id = head_teacher_id) as name from class_group where class_id = ${ids.class}`,
    )
    for (const who of [pupil, parent]) {
      const id = await ownFolder(who)
      expect(await give(who, id, person(String(head?.['id'])))).toBe('ok')
      for (const to of [
        person(ids.staff),
        { kind: 'class', id: ids.class },
        { kind: 'department', id: ids.office },
      ] as const)
        expect(await give(who, id, to)).toBe('share.receiver')
      const search = async (query: string) =>
        dataOf(findShareReceivers, await ask(who.browser, findShareReceivers, { query })).map((one) => one.id)
      expect(await search(String(head?.['name']))).toEqual([head?.['id']])
      expect(await search('陈佩珊')).toEqual([])
      expect(await search('7')).toEqual([])
    }
    const unitId = await unitOf(portal)
    await runAsOwner(
      portal,
      sql`insert into permission_grant (unit_id, code, user_type) values (${unitId}, 'files_share_all', 1)`,
    )
    try {
      expect(await give(pupil, await ownFolder(pupil), person(ids.staff))).toBe('ok')
    } finally {
      await runAsOwner(
        portal,
        sql`delete from permission_grant where unit_id = ${unitId} and code = 'files_share_all' and user_type = 1`,
      )
    }
  })

  it('are refused without the permission, and so are teachers', async () => {
    await share(person(ids.pupil))
    const taken = await runAsOwner(
      portal,
      sql`delete from permission_grant where code = 'files_share' returning unit_id, code, user_type`,
    )
    try {
      expect(
        await codeOf(owner, saveShare, { id: folder, kind: 'folder', to: person(ids.pupil), edit: true, until: null }),
      ).toBe('access.denied')
      expect(await codeOf(owner, findShareReceivers, { query: 'x' })).toBe('access.denied')
      // What is shared stays so.
      expect(await shown(pupil)).toHaveLength(1)
    } finally {
      for (const row of taken)
        await runAsOwner(
          portal,
          sql`insert into permission_grant (unit_id, code, user_type) values (${row['unit_id']}, ${row['code']}, ${row['user_type']})`,
        )
    }
  })
})

describe('a search for receivers', () => {
  it.each([
    ['七年级2班', 'class'],
    ['校务办公室', 'department'],
    ['Lin Chuan', 'person'],
    ['七年级', 'grade'],
  ])('finds %s', async (query, kind) => {
    const [first] = dataOf(findShareReceivers, await ask(owner.browser, findShareReceivers, { query }))
    expect(first?.kind).toBe(kind)
  })
})

describe('the database itself', () => {
  const asPupil = async <T>(work: (tx: Parameters<Parameters<TestApp['database']['inUnit']>[1]>[0]) => Promise<T>) =>
    portal.database.inUnit({ unitId: await unitOf(portal), userId: ids.pupil }, work)

  it('shows a person no share of others', async () => {
    await share(person(ids.staff))
    expect((await asPupil((tx) => tx.execute(sql`select 1 from storage_share`))).rows).toHaveLength(0)
    expect(
      (await asPupil((tx) => tx.execute(sql`select * from portal_shared_entry(${folder}::uuid)`))).rows,
    ).toHaveLength(0)
    await share({ kind: 'class', id: ids.class })
    expect((await asPupil((tx) => tx.execute(sql`select 1 from storage_share`))).rows).toHaveLength(1)
    expect((await asPupil((tx) => tx.execute(sql`delete from storage_share`))).rowCount).toBe(0)
    expect((await asPupil((tx) => tx.execute(sql`update storage_share set may_edit = true`))).rowCount).toBe(0)
  })

  it.each([
    ["of another's folder", () => sql`(${ids.owner}, ${folder}, ${ids.pupil})`],
    ["of another's folder as one's own", () => sql`(${ids.pupil}, ${folder}, ${ids.staff})`],
  ])('refuses a share %s', async (_, values) => {
    const unitId = await unitOf(portal)
    const adding = asPupil((tx) =>
      tx.execute(sql`insert into storage_share (unit_id, owner_id, folder_id, user_id, may_edit)
        select ${unitId}::uuid, v.o::uuid, v.f::uuid, v.u::uuid, true from (values ${values()}) v (o, f, u)`),
    )
    await expect(adding).rejects.toThrow()
  })

  it('refuses to change the receiver of a share', async () => {
    await share(person(ids.staff))
    const changing = portal.database.inUnit({ unitId: await unitOf(portal), userId: ids.owner }, (tx) =>
      tx.execute(sql`update storage_share set user_id = ${ids.pupil}`),
    )
    await expect(changing).rejects.toThrow()
  })
})

it('bytes that others have are not given by their MD5', async () => {
  const code = await codeOf(pupil, storage.secondUploadCheck, { serverid: 'base', md5: bytes.md5, name: 'x.pdf' })
  const envelope = await pupil.instant({ md5: bytes.md5, name: 'x.pdf' })
  expect([code, envelope.data]).toEqual(['ok', null])
})

describe('the message about a share', () => {
  const toldOf = async () =>
    (
      await runAsOwner(
        portal,
        sql`select r.user_id, m.body, m.url from message_recipient r join message m using (message_id)
          where m.module = 'files' and m.body like ${`%shared ${number}%`} order by r.user_id`,
      )
    ).map((row) => ({ user: String(row['user_id']), body: String(row['body']), url: String(row['url']) }))

  it('goes once to the person, in their language, and names who shared what', async () => {
    await runAsOwner(portal, sql`update user_account set language = 'en' where user_id = ${ids.staff}`)
    await share(person(ids.pupil), { edit: true })
    await share(person(ids.staff))
    // A change of the share is no news.
    await share(person(ids.pupil))
    const told = await toldOf()
    expect(told).toHaveLength(2)
    const [row] = await runAsOwner(
      portal,
      sql`select real_name, english_name from user_account where user_id = ${ids.owner}`,
    )
    expect(told.find(({ user }) => user === ids.pupil)).toMatchObject({
      body: `${String(row?.['real_name'])}与你共享了“shared ${number}”，你可以修改。`,
      url: `/pages/files/pc_files_spm/index.html#/shared/${folder}`,
    })
    expect(told.find(({ user }) => user === ids.staff)?.body).toBe(
      `${String(row?.['english_name'] || row?.['real_name'])} shared “shared ${number}” with you.`,
    )
    await runAsOwner(portal, sql`update user_account set language = 'zh-CN' where user_id = ${ids.staff}`)
  })

  it('is left out where that is asked for', async () => {
    await ask(owner.browser, saveShare, {
      id: folder,
      kind: 'folder',
      to: person(ids.pupil),
      edit: false,
      until: null,
      tell: false,
    })
    expect(await toldOf()).toEqual([])
  })

  it.each([
    ['class', () => ids.class, ['pupil', 'parent']],
    ['grade', () => ids.grade, ['pupil', 'parent']],
    ['department', () => ids.office, ['staff']],
  ] as const)('of a %s goes once to each of its people, and not to the one who shares', async (kind, id, names) => {
    await share({ kind, id: id() })
    const told = (await toldOf()).map(({ user }) => user)
    for (const name of names) expect(told).toContain(ids[name])
    expect(new Set(told).size).toBe(told.length)
    expect(told).not.toContain(ids.owner)
    expect(told).not.toContain(ids.ginkgo)
  })

  it('of a role goes to those who hold it', async () => {
    const [role] = await runAsOwner(
      portal,
      sql`insert into role (unit_id, code, name, english_name, service) values (${await unitOf(portal)}, ${`told${number}`}, 'told', 'told', 'own') returning role_id`,
    )
    const roleId = String(role?.['role_id'])
    await runAsOwner(
      portal,
      sql`insert into role_member (unit_id, role_id, user_id) values (${await unitOf(portal)}, ${roleId}, ${ids.staff})`,
    )
    await share({ kind: 'role', id: roleId })
    expect((await toldOf()).map(({ user }) => user)).toEqual([ids.staff])
  })
})
