import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { removeOwnPicture } from '../../../contract/endpoints/account.ts'
import { base64Image } from '../../../contract/endpoints/storage/storage.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { makePng } from '../../support/samples/make-png.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, type StorageCaller } from '../../support/callers/storage-caller.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const DAY = 24 * 60 * 60 * 1000

let portal: TestApp
let teacher: StorageCaller
let student: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  teacher = createStorageCaller(await portal.signIn('teacher'))
  student = createStorageCaller(await portal.signIn('student'))
})
afterEach(async () => {
  for (const { browser } of [teacher, student]) await browser.post(removeOwnPicture.path)
})
afterAll(() => portal.close())

describe('a person’s own picture', () => {
  it('is where the session says, kept by the browser only as long as the server agrees', async () => {
    expect(await readMe(teacher.browser)).toMatchObject({ userImgPath: null, avatar: null })
    const picture = makePng(500, 400)
    const stored = dataOf(base64Image, await save(teacher.browser, picture))
    expect(stored).toMatchObject({ id: sha256Of(picture), size: picture.length, type: 'image/png', folderId: null })

    const { userId, userImgPath, avatar } = await readMe(teacher.browser)
    expect(userImgPath).toBe(`/api/storage/show/user/${userId}?v=${sha256Of(picture).slice(0, 16)}`)
    expect(avatar).toBe(userImgPath)
    const shown = await teacher.browser.request('GET', String(userImgPath))
    expect(shown.statusCode).toBe(200)
    expect(picture.equals(shown.rawPayload)).toBe(true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const again = await teacher.browser.request('GET', String(userImgPath), {
      headers: { 'if-none-match': String(shown.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is none of their files', async () => {
    const before = await teacher.list()
    const picture = makePng(20, 20)
    const { id } = dataOf(base64Image, await save(teacher.browser, picture))
    expect(await teacher.list()).toEqual(before)
    // Having it is no file of these bytes either.
    const md5 = createHash('md5').update(picture).digest('hex')
    expect((await teacher.instant({ md5, name: 'mine.png' })).data).toBeNull()
    expect((await teacher.browser.request('GET', `/api/storage/files/${id}/content`)).statusCode).toBe(404)
  })

  it('is there for nobody else', async () => {
    dataOf(base64Image, await save(student.browser, makePng(20, 20)))
    // A person with a picture of their own still may not read another's.
    dataOf(base64Image, await save(teacher.browser, makePng(20, 20)))
    const address = String((await readMe(student.browser)).userImgPath)
    const refused = await teacher.browser.get(address)
    expect(refused.response.statusCode).toBe(404)
    expect(refused.envelope.code).toBe('request.not_found')
    expect((await portal.visit().get(address)).envelope.code).toBe('session.required')
    const admin = await portal.signIn('admin')
    expect((await admin.get(address)).envelope.code).toBe('request.not_found')
    const elsewhere = await portal.signIn('student', { host: 'ginkgo.localhost' })
    expect((await elsewhere.get(address)).envelope.code).toBe('request.not_found')
    expect((await student.browser.request('GET', address)).statusCode).toBe(200)
  })

  it('takes the place of the one before, whose bytes go at once', async () => {
    const [first, second] = [makePng(20, 20), makePng(20, 20)]
    await save(teacher.browser, first)
    const before = String((await readMe(teacher.browser)).userImgPath)
    await save(teacher.browser, second)
    const { userImgPath } = await readMe(teacher.browser)
    expect(userImgPath).not.toBe(before)
    expect(second.equals((await teacher.browser.request('GET', String(userImgPath))).rawPayload)).toBe(true)
    expect(await isKept(first)).toBe(false)
    // The same one again stays.
    await save(teacher.browser, second)
    expect(await isKept(second)).toBe(true)
  })

  it('is deleted for good, and may come again', async () => {
    const picture = makePng(20, 20)
    await save(teacher.browser, picture)
    const address = String((await readMe(teacher.browser)).userImgPath)
    expect(await isKept(picture)).toBe(true)
    expect((await teacher.browser.post(removeOwnPicture.path)).envelope.status).toBe(200)
    expect((await readMe(teacher.browser)).userImgPath).toBeNull()
    expect((await teacher.browser.request('GET', address)).statusCode).toBe(404)
    expect(await isKept(picture)).toBe(false)
    expect((await teacher.browser.post(removeOwnPicture.path)).envelope.status).toBe(200)

    await save(teacher.browser, picture)
    expect(picture.equals((await teacher.browser.request('GET', address)).rawPayload)).toBe(true)
  })

  it('goes without what others, or files, show of the same bytes', async () => {
    const picture = makePng(20, 20)
    await save(teacher.browser, picture)
    await save(student.browser, picture)
    await teacher.browser.post(removeOwnPicture.path)
    const { userImgPath } = await readMe(student.browser)
    expect(picture.equals((await student.browser.request('GET', String(userImgPath))).rawPayload)).toBe(true)
    const file = dataOf(base64Image, await save(teacher.browser, picture, { purpose: '' }))
    await student.browser.post(removeOwnPicture.path)
    expect(picture.equals(await teacher.download(file.id))).toBe(true)
  })

  it('is kept by the cleanup job, and goes with the account', async () => {
    const picture = makePng(20, 20)
    await save(teacher.browser, picture)
    await collectIn(40)
    expect(await isKept(picture)).toBe(true)

    const userId = randomUUID()
    await runAsOwner(
      portal,
      sql`insert into user_account (user_id, unit_id, login_name, real_name, user_type)
        select ${userId}, unit_id, 'leaving', '离开', 4 from account_picture`,
    )
    await runAsOwner(portal, sql`update account_picture set user_id = ${userId}`)
    await runAsOwner(portal, sql`delete from user_account where user_id = ${userId}`)
    expect(await runAsOwner(portal, sql`select from account_picture`)).toEqual([])
    await collectIn(2)
    expect(await isKept(picture)).toBe(false)
  })

  it.each<[string, { picture?: Buffer; fields?: Record<string, string> }, string]>([
    ['of too many pixels', { picture: makePng(501, 20) }, 'account.picture_size'],
    [
      'of too many bytes',
      { picture: Buffer.concat([makePng(9, 9), Buffer.alloc(1024 * 1024)]) },
      'account.picture_size',
    ],
    [
      'that moves',
      { picture: Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1'), fields: { type: 'gif' } },
      'picture.type',
    ],
    ['that only begins as one', { picture: makePng(9, 9).subarray(0, 16) }, 'picture.type'],
    ['of another type than it says', { fields: { type: 'jpg' } }, 'storage.base64_invalid'],
    ['that is a program', { picture: Buffer.from(`MZ${'\0'.repeat(100)}`, 'latin1') }, 'storage.base64_invalid'],
    ['without content', { fields: { base64Str: '' } }, 'storage.base64_empty'],
    ['without a name', { fields: { fileName: ' ' } }, 'storage.base64_name_empty'],
    ['with a name that leads out', { fields: { fileName: '../x' } }, 'storage.name_invalid'],
    ['for another purpose', { fields: { purpose: 'unit' } }, 'request.invalid'],
  ])('%s is refused, and the one before stays', async (_, { picture = makePng(20, 20), fields = {} }, code) => {
    const before = makePng(20, 20)
    await save(teacher.browser, before)
    const refused = await save(teacher.browser, picture, fields)
    expect(refused.code).toBe(code)
    expect(refused.message).toMatch(/^.+\|\|\|.+$/)
    const { userImgPath } = await readMe(teacher.browser)
    expect(before.equals((await teacher.browser.request('GET', String(userImgPath))).rawPayload)).toBe(true)
  })
})

async function save(browser: TestBrowser, picture: Buffer, fields: Record<string, string> = {}): Promise<Envelope> {
  const { purpose = 'account', ...others } = fields
  const form = { serverid: 'base', fileName: 'portrait', type: 'png', base64Str: picture.toString('base64'), ...others }
  return (await browser.post(base64Image.path, { ...form, ...(purpose && { purpose }) })).envelope
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Whether these bytes are still on the disk. */
async function isKept(bytes: Buffer): Promise<boolean> {
  const names = await portal.files.names('objects')
  return names.some((name) => name.endsWith(sha256Of(bytes)))
}

function collectIn(days: number) {
  return cleanUpFiles(portal.database, portal.storage, { binDays: 30, uploadDays: 7, now: Date.now() + days * DAY })
}
