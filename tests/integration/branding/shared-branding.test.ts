import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as brandingEndpoints from '../../../contract/endpoints/units/branding.ts'
import { unitConfig, unitLogo } from '../../../contract/endpoints/units/tenant.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { deleteDueUnits } from '../../../server/modules/units/operators/delete-units.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { signInOperator } from '../../support/schools/operators.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { formOf } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

const AREA = 'area.localhost'
const GINKGO = 'ginkgo.localhost'
const HILLS = 'hills.localhost'

let test: TestApp
let operator: TestBrowser
/** Of the office, of its school, and of a school that is not of it. */
let officer: TestBrowser
let head: TestBrowser
let stranger: TestBrowser
let school: string
let office: string

beforeAll(async () => {
  test = await createTestApp()
  operator = await signInOperator(test)
  officer = await test.signIn('admin', { host: AREA })
  head = await test.signIn('admin')
  stranger = await test.signIn('admin', { host: GINKGO })
  school = await unitOf(test)
  office = await unitOf(test, AREA)
  await place(school, office)
  await place(await unitOf(test, GINKGO), null)
})
afterAll(() => test.close())

async function place(unitId: string, areaId: string | null): Promise<void> {
  expect((await ask(operator, units.saveArea, { unitId, areaId })).code).toBe('ok')
  await settleJobs(test.database)
}
const state = async (browser: TestBrowser) =>
  z.parse(brandingEndpoints.read.response, (await browser.get(brandingEndpoints.read.path)).envelope.data)
/** Publishes what is published now with changes, and waits until schools have it. */
const publish = async (browser: TestBrowser, changes: Partial<brandingEndpoints.Branding>) => {
  const { published, version } = await state(browser)
  const answer = await ask(browser, brandingEndpoints.publish, { ...published, ...changes, version })
  await settleJobs(test.database)
  return answer
}
const delivered = async (host = 'localhost') => {
  const { decorationSet, ...config } = z.parse(
    unitConfig.response,
    (await test.visit({ host }).get(unitConfig.path)).envelope.data,
  )
  return { ...config, decoration: z.parse(z.looseObject({}), JSON.parse(decorationSet ?? '{}')) }
}
const trailOf = async (browser: TestBrowser, action: string) => {
  const { envelope } = await browser.get(`${adminEvents.path}?action=${action}`)
  return z.parse(adminEvents.response, envelope.data).events
}
const upload = async (browser: TestBrowser, background: string, kind: 'logo' | 'picture') => {
  const content = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const form = formOf('picture.png', content, { kind })
  const { data } = z.parse(
    envelopeSchema,
    (await browser.request('POST', brandingEndpoints.savePicture.path, form)).json(),
  )
  return z.parse(brandingEndpoints.savePicture.response, data).picture
}
const logoOf = async (host = 'localhost') => {
  const unitId = await unitOf(test, host)
  const { statusCode, rawPayload } = await test
    .visit({ host })
    .request('GET', unitLogo.path.replace('{unitId}', unitId))
  expect(statusCode).toBe(200)
  return rawPayload
}

describe('what an education office shares of its branding', () => {
  let before: brandingEndpoints.Branding

  it('is nothing before it says so, and then is shown by its schools: what is required at once, what is offered when it is taken', async () => {
    before = (await state(head)).published
    const elsewhere = await delivered(GINKGO)
    expect(await state(head)).toMatchObject({ area: null, schools: null })
    expect(await state(officer)).toMatchObject({ area: null, schools: 1 })

    const logo = await upload(officer, '#aa0000', 'logo')
    const answer = await publish(officer, {
      logo,
      themeColor: '#2f8a5f',
      scene: 'lotus',
      motto: '一切为了孩子',
      sharing: { logo: 'required', themeColor: 'required', scene: 'offered', motto: 'offered' },
    })
    expect(answer.code).toBe('ok')
    const seen = await state(head)
    expect(seen.area).toMatchObject({
      name: '春江区教育局',
      modes: { logo: 'required', themeColor: 'required', scene: 'offered', motto: 'offered' },
      values: { logo, themeColor: '#2f8a5f', scene: 'lotus', motto: '一切为了孩子' },
    })
    // Not what it does not share.
    expect(Object.keys(seen.area?.values ?? {}).toSorted()).toEqual(
      ['logo', 'motto', 'mottoStyle', 'picture', 'scene', 'themeColor'].toSorted(),
    )
    // The school's own stays what it was, and visitors see the required parts.
    expect(seen.published).toEqual(before)
    expect((await delivered()).themeColor).toBe('#2f8a5f')
    expect((await delivered()).decoration).toMatchObject({ theme: before.scene })
    expect(await logoOf()).toEqual(await logoOf(AREA))
    expect(await delivered(GINKGO)).toEqual(elsewhere)

    expect((await publish(head, { taken: ['scene'] })).code).toBe('ok')
    expect((await delivered()).decoration).toMatchObject({ theme: 'lotus' })
    expect((await delivered()).decoration).not.toMatchObject({ loginText: { text: '一切为了孩子' } })
    expect((await state(head)).published).toEqual({ ...before, taken: ['scene'] })
  })

  it('is in the trail of both', async () => {
    expect((await trailOf(officer, 'branding.publish'))[0]?.changes).toMatchObject({
      after: { sharing: { logo: 'required', scene: 'offered' } },
    })
    const [told] = await trailOf(head, 'branding.fromArea')
    expect(told).toMatchObject({
      kind: 'area',
      actor: null,
      changes: { office: '春江区教育局', before: { themeColor: before.themeColor }, after: { themeColor: '#2f8a5f' } },
    })
    expect((await trailOf(head, 'branding.publish'))[0]?.changes).toMatchObject({ after: { taken: ['scene'] } })
  })

  it('changes with each publication of the office, also when it goes back to an earlier one', async () => {
    await publish(officer, { themeColor: '#7a3fb0', scene: 'ink' })
    expect(await delivered()).toMatchObject({ themeColor: '#7a3fb0', decoration: { theme: 'ink' } })
    // A draft is nobody's yet.
    const { published, version } = await state(officer)
    await ask(officer, brandingEndpoints.saveDraft, { branding: { ...published, themeColor: '#111111' }, version })
    await settleJobs(test.database)
    expect((await delivered()).themeColor).toBe('#7a3fb0')
    const versions = z.parse(
      brandingEndpoints.history.response,
      (await officer.get(brandingEndpoints.history.path)).envelope.data,
    )
    const earlier = versions.find(({ branding }) => branding.themeColor === '#2f8a5f')
    const now = await state(officer)
    await ask(officer, brandingEndpoints.restore, { versionId: earlier?.versionId, version: now.version })
    await settleJobs(test.database)
    expect(await delivered()).toMatchObject({ themeColor: '#2f8a5f', decoration: { theme: 'lotus' } })
    expect((await state(head)).published).toEqual({ ...before, taken: ['scene'] })
  })

  it('lets the school publish its own values, which are seen where they may be', async () => {
    await publish(head, { themeColor: '#123456', motto: '厚德', taken: [] })
    expect(await delivered()).toMatchObject({
      themeColor: '#2f8a5f',
      decoration: { theme: before.scene, loginText: { text: '厚德' } },
    })
    expect((await state(head)).published).toMatchObject({ themeColor: '#123456', motto: '厚德', logo: before.logo })
  })

  it('cannot be given by a school, or taken by an office', async () => {
    await publish(head, { sharing: { themeColor: 'required' } })
    expect((await state(head)).published.sharing).toEqual({})
    await publish(officer, { taken: ['scene'] })
    expect((await state(officer)).published.taken).toEqual([])
    const { published, version } = await state(head)
    const wrong = { ...published, sharing: { name: 'required' }, version }
    expect((await ask(head, brandingEndpoints.publish, wrong)).code).toBe('request.invalid')
  })

  it('is not seen by other schools: neither values nor pictures', async () => {
    const { published, area } = await state(officer)
    expect(area).toBeNull()
    const picture = brandingEndpoints.brandingPictureAddress(published.logo ?? '')
    expect((await head.request('GET', picture)).statusCode).toBe(200)
    expect((await stranger.request('GET', picture)).statusCode).toBe(404)
    expect((await state(stranger)).area).toBeNull()
    // A picture of the office that it does not share.
    const hidden = await upload(officer, '#00aa00', 'picture')
    expect((await officer.request('GET', brandingEndpoints.brandingPictureAddress(hidden))).statusCode).toBe(200)
    expect((await head.request('GET', brandingEndpoints.brandingPictureAddress(hidden))).statusCode).toBe(404)
  })

  it('ends when the school leaves the office: it has its own values back, and its logo', async () => {
    await place(school, null)
    expect(await delivered()).toMatchObject({ themeColor: '#123456', decoration: { theme: before.scene } })
    expect(await logoOf()).not.toEqual(await logoOf(AREA))
    expect(await state(head)).toMatchObject({ area: null, published: { themeColor: '#123456', logo: before.logo } })
    const [told] = await trailOf(head, 'branding.fromArea')
    expect(told?.changes).toMatchObject({ office: null, after: { themeColor: '#123456' } })
    await place(school, office)
    expect((await delivered()).themeColor).toBe('#2f8a5f')
  })

  it('survives the cleanup of pictures, and ends with the office', async () => {
    await runAsOwner(test, sql`update branding_picture set saved_at = now() - interval '2 days'`)
    await upload(head, '#0000aa', 'logo')
    const own = brandingEndpoints.brandingPictureAddress(before.logo ?? (await state(head)).crest)
    expect((await head.request('GET', own)).statusCode).toBe(200)

    const made = await ask(operator, units.create, {
      unit: {
        type: 'area',
        name: '群山县教育局',
        englishName: 'Hills Education Office',
        hosts: [HILLS],
        campuses: [{ name: '办公区', englishName: 'Offices' }],
        year: suggestYear('2026-10-01'),
        themeColor: '#457CD6',
      },
      administrator: { loginName: 'head', name: '何山', englishName: '', password: 'kestrel7moss' },
    })
    const hills = z.parse(units.read.response, made.data).unitId
    const other = test.visit({ host: HILLS })
    await other.post('/api/uaa/oauth/login', { username: 'head', password: 'kestrel7moss' })
    await place(school, hills)
    expect((await delivered()).themeColor).toBe('#123456')
    await publish(other, { themeColor: '#b0413e', sharing: { themeColor: 'required' } })
    expect((await delivered()).themeColor).toBe('#b0413e')
    await runAsOwner(test, sql`update unit set status = 0, delete_after = now() where unit_id = ${hills}`)
    expect(await deleteDueUnits(test.database, undefined, test.app.log, { jobs: test.app.jobs })).toBe(1)
    await settleJobs(test.database)
    expect((await delivered()).themeColor).toBe('#123456')
  })
})

describe('the language of a unit’s first page', () => {
  it('follows the browser where the branding says so', async () => {
    expect((await delivered(GINKGO)).languageFollowsBrowser).toBe(false)
    expect((await publish(stranger, { languageFollowsBrowser: true })).code).toBe('ok')
    expect((await delivered(GINKGO)).languageFollowsBrowser).toBe(true)
    expect((await state(stranger)).published.languageFollowsBrowser).toBe(true)
  })
})
