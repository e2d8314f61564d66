import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as branding from '../../../contract/endpoints/units/branding.ts'
import { readFilings, saveFilings } from '../../../contract/endpoints/units/unit-settings.ts'
import { loginPictureAddress, unitConfig, unitLogo } from '../../../contract/endpoints/units/tenant.ts'
import { type Envelope, envelopeSchema } from '../../../contract/envelope.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { formOf } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import { fieldsOf } from '../../support/schools/sign-in-settings.ts'

let test: TestApp
let admin: TestBrowser
/** The administrator of another unit. */
let stranger: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  stranger = await test.signIn('admin', { host: 'ginkgo.localhost' })
})
afterAll(() => test.close())

const state = async (browser = admin) =>
  z.parse(branding.read.response, (await browser.get(branding.read.path)).envelope.data)
const history = async (browser = admin) =>
  z.parse(branding.history.response, (await browser.get(branding.history.path)).envelope.data)
/** Publishes what is published now with changes. */
const publish = async (changes: Partial<branding.Branding>, browser = admin) => {
  const { published, version } = await state(browser)
  return ask(browser, branding.publish, { ...published, ...changes, version })
}
const upload = async (content: Uint8Array | string, kind: string, browser = admin) =>
  z.parse(
    envelopeSchema,
    (await browser.request('POST', branding.savePicture.path, formOf('picture.png', content, { kind }))).json(),
  )
const pictureOf = ({ data }: Envelope) => z.parse(branding.savePicture.response, data).picture
const delivered = async (host?: string) =>
  z.parse(
    unitConfig.response,
    (await test.visit(host === undefined ? {} : { host }).get(unitConfig.path)).envelope.data,
  )
const painted = (width: number, height: number, background = '#2f8a5f') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A black PNG with a bit for each pixel: small and quick to make, whatever its size. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe('a unit’s branding', () => {
  it('is told to every visitor once it is published, and can be put back as a new publication', async () => {
    const { published: before } = await state()
    const [publicBefore, elsewhere] = [await delivered(), await delivered('ginkgo.localhost')]
    const wanted: branding.Branding = {
      ...before,
      name: '河畔新校',
      englishName: 'New Riverside',
      footer: '新的页脚',
      link: '',
      icp: '浙ICP备12345678号-1',
      police: '',
      helpShown: true,
      helpUrl: 'https://help.example',
      themeColor: '#2f8a5f',
      scene: 'lotus',
      motto: '厚德博学',
      mottoStyle: { color: '#aa0000', fontSize: '20px', fontFamily: 'KaiTi' },
    }
    expect(await publish(wanted)).toMatchObject({ code: 'ok', data: { published: wanted, draft: null } })
    const now = await delivered()
    expect(now).toMatchObject({
      unitName: '河畔新校',
      unitEnName: 'New Riverside',
      footer: '新的页脚',
      link: null,
      themeColor: '#2f8a5f',
    })
    expect(JSON.parse(now.decorationSet ?? '')).toMatchObject({
      theme: 'lotus',
      loginText: { text: '厚德博学', color: '#aa0000', fontSize: '20px', fontFamily: 'KaiTi' },
      footerMsg: { helpCenterUrl: 'https://help.example', baList: [{ baContent: '浙ICP备12345678号-1' }] },
    })
    expect(await delivered('ginkgo.localhost')).toEqual(elsewhere)

    // What was there before the first publication is a version too.
    const [made, first] = await history()
    expect([made?.number, first?.number, first?.by]).toEqual([2, 1, null])
    expect(made?.by?.realName).toBeTruthy()
    const { version } = await state()
    expect(await ask(admin, branding.restore, { versionId: first?.versionId, version })).toMatchObject({
      code: 'ok',
      data: { published: before },
    })
    expect((await history())[0]).toMatchObject({ number: 3, restored: 1, branding: before })
    expect(await delivered()).toMatchObject({ unitName: publicBefore.unitName, footer: publicBefore.footer })
    expect(await history(stranger)).toEqual([])
    expect(
      await ask(stranger, branding.restore, { versionId: made?.versionId, version: (await state(stranger)).version }),
    ).toMatchObject({ code: 'branding.no_version' })
  })

  it('is drafted in common, and the later of two administrators is told and loses nothing', async () => {
    const other = await test.signIn('admin')
    const { published, version } = await state()
    const mine = { ...published, motto: '先写的' }
    const saved = await ask(admin, branding.saveDraft, { branding: mine, version })
    expect(saved).toMatchObject({ code: 'ok', data: { draft: { branding: mine }, published } })
    expect(await state(other)).toEqual(saved.data)
    expect((await delivered()).decorationSet).not.toContain('先写的')

    const late = { branding: { ...published, motto: '后写的' }, version }
    expect(await ask(other, branding.saveDraft, late)).toMatchObject({ code: 'record.changed' })
    expect(await ask(other, branding.publish, { ...late.branding, version })).toMatchObject({
      code: 'record.changed',
    })
    expect(await ask(other, branding.discardDraft, { version })).toMatchObject({ code: 'record.changed' })
    expect((await state()).draft?.branding.motto).toBe('先写的')

    // Two at the same moment: one is told.
    const { version: known } = await state()
    const both = await Promise.all(
      [admin, other].map((browser, at) =>
        ask(browser, branding.saveDraft, { branding: { ...mine, motto: `同时 ${at}` }, version: known }),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual(['ok', 'record.changed'])
    const { version: last } = await state()
    expect(await ask(admin, branding.discardDraft, { version: last })).toMatchObject({
      code: 'ok',
      data: { draft: null },
    })
    expect(await ask(admin, branding.discardDraft, { version: (await state()).version })).toMatchObject({
      code: 'branding.no_draft',
    })
  })

  it('keeps a draft that is not finished, and publishes none', async () => {
    const { published, version } = await state()
    const unfinished = { ...published, name: '', link: 'http:/' }
    const { data } = await ask(admin, branding.saveDraft, { branding: unfinished, version })
    const { draft, version: now } = z.parse(branding.read.response, data)
    expect(draft?.branding).toEqual(unfinished)
    const refused = await ask(admin, branding.publish, { ...unfinished, version: now })
    expect(new Set(fieldsOf(refused).slice(1))).toEqual(new Set(['name', 'link']))
    await ask(admin, branding.discardDraft, { version: now })
  })

  it('keeps what administrators do not edit', async () => {
    const installer = 'https://downloads.example/setup.exe'
    await runAsOwner(
      test,
      sql`update unit set decoration_set = decoration_set || ${JSON.stringify({ clientDownloads: { installer } })}::jsonb where english_name = 'Riverside School'`,
    )
    await publish({ motto: '厚德' })
    expect((await delivered()).clientDownloads).toEqual({ installer })
  })

  it('refuses what no page should show, field by field, and publishes none of it', async () => {
    const { published } = await state()
    const refused = await publish({
      footer: 'x',
      link: 'http://school.example',
      helpUrl: 'javascript:alert(1)',
      themeColor: '#12',
    })
    expect(new Set(fieldsOf(refused).slice(1))).toEqual(new Set(['helpUrl', 'link', 'themeColor']))
    expect(refused.fieldErrors?.find(({ field }) => field === 'link')?.message).toContain('https://')
    expect((await state()).published).toEqual(published)
  })

  it('leaves in the trail what changed, before and after', async () => {
    const { published } = await state()
    await publish({ motto: '知行合一' })
    const { envelope } = await admin.get(`${adminEvents.path}?action=${branding.publish.name}&size=1`)
    expect(z.parse(adminEvents.response, envelope.data).events[0]?.changes).toEqual({
      before: { motto: published.motto },
      after: { motto: '知行合一' },
    })
  })

  it('is for those who may set the unit', async () => {
    const teacher = await test.signIn('teacher')
    const { published, version } = await state()
    expect(await ask(teacher, branding.publish, { ...published, version })).toMatchObject({ code: 'access.denied' })
    expect(await upload(await painted(8, 8).png().toBuffer(), 'logo', teacher)).toMatchObject({ code: 'access.denied' })
    expect((await test.visit().get(branding.read.path)).envelope.code).toBe('session.required')
  })
})

describe('a picture of a branding', () => {
  it('is encoded anew, and visitors see it once it is published', async () => {
    const photo = await painted(3000, 2000)
      .withExif({ IFD0: { Copyright: 'private' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('private')).toBe(true)
    const logo = pictureOf(await upload(await painted(900, 900, '#aa0000').webp().toBuffer(), 'logo'))
    const picture = pictureOf(await upload(photo, 'picture'))

    const own = await admin.request('GET', branding.brandingPictureAddress(picture))
    expect(await sharp(own.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1920, height: 1280 })
    expect(own.rawPayload.includes('private')).toBe(false)
    expect((await test.visit().request('GET', loginPictureAddress(picture))).statusCode).toBe(404)
    const refused = await test.visit().request('GET', branding.brandingPictureAddress(picture))
    expect(z.parse(envelopeSchema, refused.json()).code).toBe('session.required')
    expect((await stranger.request('GET', branding.brandingPictureAddress(picture))).statusCode).toBe(404)

    expect(await publish({ logo, picture })).toMatchObject({ code: 'ok' })
    const seen = await test.visit().request('GET', loginPictureAddress(picture))
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(JSON.parse((await delivered()).decorationSet ?? '')).toMatchObject({ loginPicture: picture })
    const { unitId } = await delivered()
    const crest = await test.visit().request('GET', unitLogo.path.replace('{unitId}', unitId))
    expect(await sharp(crest.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512 })
    expect(
      (await test.visit({ host: 'ginkgo.localhost' }).request('GET', loginPictureAddress(picture))).statusCode,
    ).toBe(404)

    // The logo of before was kept with the version.
    const [, before] = await history()
    expect(
      await ask(admin, branding.restore, { versionId: before?.versionId, version: (await state()).version }),
    ).toMatchObject({ code: 'ok' })
    expect((await state()).published).toMatchObject({ logo: before?.branding.logo, picture: null })
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'branding.picture_format'],
    ['a text that ends in .png', 'not a picture at all', 'branding.picture_format'],
    ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'branding.picture_format'],
    ['nine megabytes', Buffer.alloc(8_400_000, 1), 'branding.picture_size'],
  ])('is refused: %s', async (_, content, code) => {
    expect(await upload(content, 'logo')).toMatchObject({ code })
  })

  it('is refused with more pixels than a page needs', async () => {
    expect(await upload(emptyPng(8000, 5001), 'picture')).toMatchObject({ code: 'branding.picture_size' })
  })

  it('must be one of the unit’s own', async () => {
    const theirs = pictureOf(await upload(await painted(9, 9, '#123456').png().toBuffer(), 'picture', stranger))
    expect(await publish({ picture: theirs })).toMatchObject({
      fieldErrors: [{ field: 'picture' }],
      code: 'branding.picture_gone',
    })
    expect(await publish({ logo: theirs })).toMatchObject({ fieldErrors: [{ field: 'logo' }] })
  })

  it('is deleted once nothing uses it any more', async () => {
    const used = pictureOf(await upload(await painted(9, 9, '#00aa00').png().toBuffer(), 'picture'))
    const unused = pictureOf(await upload(await painted(9, 9, '#aaaa00').png().toBuffer(), 'picture'))
    await publish({ picture: used })
    await runAsOwner(
      test,
      sql`update branding_picture set saved_at = now() - interval '2 days' where unit_id = ${await unitOf(test)}::uuid`,
    )
    await upload(await painted(9, 9, '#00aaaa').png().toBuffer(), 'picture')
    const statusOf = async (id: string) => (await admin.request('GET', branding.brandingPictureAddress(id))).statusCode
    expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 404])
  })
})

it('a draft leaves what the filings page has published since as it is, unless it changed that itself', async () => {
  const saveIcp = async (text: string) => {
    const now = z.parse(readFilings.response, (await admin.get(readFilings.path)).envelope.data)
    const filings = [{ text, link: '', picture: '', pictureShown: false }]
    expect((await ask(admin, saveFilings, { shown: true, filings, version: now.version })).code).toBe('ok')
  }
  await saveIcp('春ICP备11111111号')
  const begun = await state()
  await ask(admin, branding.saveDraft, { branding: { ...begun.published, motto: '草稿' }, version: begun.version })
  await saveIcp('春ICP备22222222号')
  const { draft, version } = await state()
  expect(draft?.branding).toMatchObject({ motto: '草稿', icp: '春ICP备22222222号' })
  await ask(admin, branding.publish, { ...draft?.branding, version })
  expect((await state()).published).toMatchObject({ motto: '草稿', icp: '春ICP备22222222号' })

  const again = await state()
  await ask(admin, branding.saveDraft, {
    branding: { ...again.published, icp: '春ICP备33333333号' },
    version: again.version,
  })
  await saveIcp('春ICP备44444444号')
  expect((await state()).draft?.branding.icp).toBe('春ICP备33333333号')
})
