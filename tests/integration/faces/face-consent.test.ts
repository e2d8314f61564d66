import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import * as face from '../../../contract/endpoints/faces/face.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { enrolFace, enrolFaceOf, giveConsent, recordConsent } from '../../support/callers/face-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const GINKGO = { host: 'ginkgo.localhost' }

let test: TestApp
let office: TestBrowser
let teacher: TestBrowser
let parent: TestBrowser
let pupil: TestBrowser
let ids: { teacher: string; pupil: string }
beforeAll(async () => {
  test = await createTestApp()
  office = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  parent = await test.signIn('parent')
  pupil = await test.signIn('student')
  ids = { teacher: (await readMe(teacher)).userId, pupil: (await readMe(pupil)).userId }
  // The demo's parent cares for the demo's pupil, whatever else they do.
  await runAsOwner(
    test,
    sql`insert into guardian (unit_id, parent_id, student_id) select unit_id, ${(await readMe(parent)).userId}, student_id
      from student where user_id = ${ids.pupil} on conflict do nothing`,
  )
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of ['face_use', 'face_photo', 'face_consent']) {
    await runAsOwner(test, sql.raw(`delete from ${table}`))
  }
})

async function stateOf(browser: TestBrowser, userId: string) {
  return z.parse(face.consents.response, (await browser.get(`${face.consents.path}?userId=${userId}`)).envelope.data)
}

async function stateFor(administrator: TestBrowser, userId: string) {
  const { envelope } = await administrator.get(`${faceAdmin.personConsents.path}?userId=${userId}`)
  return z.parse(faceAdmin.personConsents.response, envelope.data)
}

async function usesOf(userId: string): Promise<unknown[]> {
  const found = await runAsOwner(test, sql`select kind from face_use where user_id = ${userId} order by at, use_id`)
  return found.map(({ kind }) => kind)
}

async function detailsOf(browser: TestBrowser, userId: string, { path } = face.details) {
  return (await browser.get(`${path}?userId=${userId}`)).envelope
}

describe('consent', () => {
  it('comes from the person, and without it no photo is kept', async () => {
    expect((await enrolFace(teacher, ids.teacher, { seed: 0 })).code).toBe('face.consent_missing')
    expect(await stateOf(teacher, ids.teacher)).toMatchObject({ needed: 'oneself', mayGive: true, consents: [] })
    expect((await giveConsent(office, ids.teacher)).code).toBe('access.denied')
    expect((await recordConsent(office, ids.teacher, '王芳')).code).toBe('face.consent_giver')

    expect((await giveConsent(teacher, ids.teacher)).data).toMatchObject({
      consents: [{ giver: 'oneself', language: 'zh-CN', withdrawnAt: null }],
    })
    // Agreeing again changes nothing.
    expect(z.parse(face.consents.response, (await giveConsent(teacher, ids.teacher)).data).consents).toHaveLength(1)
    const saved = await enrolFace(teacher, ids.teacher, { seed: 0 })
    expect(saved.data).toMatchObject({ userId: ids.teacher, photos: 1, firstSave: true })
    expect(await usesOf(ids.teacher)).toEqual(['consent-given', 'enrolled'])
  })

  it('for a pupil comes from a guardian’s own account, or from paper with the guardian’s name', async () => {
    expect(await stateOf(pupil, ids.pupil)).toMatchObject({ needed: 'guardian', mayGive: false })
    expect((await giveConsent(pupil, ids.pupil)).code).toBe('face.consent_giver')
    expect((await giveConsent(teacher, ids.pupil)).code).toBe('access.denied')
    expect((await enrolFace(parent, ids.pupil, { seed: 1 })).code).toBe('face.consent_missing')
    expect((await recordConsent(office, ids.pupil, '  ')).fieldErrors).toMatchObject([{ field: 'guardianName' }])

    expect((await giveConsent(parent, ids.pupil)).status).toBe(200)
    expect(await stateOf(parent, ids.pupil)).toMatchObject({
      realName: '林川',
      englishName: 'Lin Chuan',
      consents: [{ giver: 'guardian', giverName: '林致远', giverEnglishName: 'Lin Zhiyuan' }],
    })
    expect((await enrolFace(parent, ids.pupil, { seed: 1 })).data).toMatchObject({ photos: 1 })

    await parent.post(face.withdrawConsent.path, { userId: ids.pupil })
    expect((await recordConsent(office, ids.pupil, ' 李建国 ')).status).toBe(200)
    expect((await stateFor(office, ids.pupil)).consents).toMatchObject([
      { giver: 'paper', giverName: '李建国', giverEnglishName: '', withdrawnAt: null },
      {
        giver: 'guardian',
        withdrawnAt: expect.any(String),
        withdrawnByName: '林致远',
        withdrawnByEnglishName: 'Lin Zhiyuan',
      },
    ])
  })

  it('that is withdrawn takes the photos with it at once', async () => {
    await giveConsent(teacher, ids.teacher)
    await enrolFace(teacher, ids.teacher, { seed: 0 })
    const { envelope } = await teacher.post(face.withdrawConsent.path, { userId: ids.teacher })
    expect(envelope.data).toMatchObject({ photos: 0, consents: [{ withdrawnAt: expect.any(String) }] })
    expect(await runAsOwner(test, sql`select from face_photo`)).toEqual([])
    expect((await enrolFace(teacher, ids.teacher, { seed: 0 })).code).toBe('face.consent_missing')
    expect(await usesOf(ids.teacher)).toEqual(['consent-given', 'enrolled', 'consent-withdrawn', 'deleted'])
  })

  it('is for the text that is shown now', async () => {
    const form = { userId: ids.teacher, textVersion: '2020-01', language: 'en' }
    expect((await teacher.post(face.giveConsent.path, form)).envelope.code).toBe('face.consent_outdated')
  })
})

describe('a face', () => {
  it('is kept sealed, five photos at most, and shown to those who decide about it', async () => {
    await giveConsent(teacher, ids.teacher)
    for (const scale of [0.62, 0.6, 0.58, 0.56, 0.54, 0.52]) await enrolFace(teacher, ids.teacher, { seed: 0, scale })
    const stored = await runAsOwner(test, sql`select sealed_picture, sealed_descriptor from face_photo`)
    expect(stored).toHaveLength(5)
    for (const { sealed_picture, sealed_descriptor } of stored) {
      expect(z.instanceof(Buffer).parse(sealed_picture).subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
      expect(z.instanceof(Buffer).parse(sealed_descriptor)).toHaveLength(512 + 28)
    }
    expect(await usesOf(ids.teacher)).toEqual(['consent-given', ...Array(5).fill('enrolled'), 'replaced', 'enrolled'])

    const shown = z.parse(face.details.response, (await detailsOf(teacher, ids.teacher)).data)
    expect(Buffer.from(shown.faceImage ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(shown).toMatchObject({ photos: 5, userId: ids.teacher, registerTime: expect.any(String) })
    expect((await detailsOf(office, ids.teacher, faceAdmin.personDetails)).status).toBe(200)
    expect((await usesOf(ids.teacher)).slice(-2)).toEqual(['shown', 'shown'])
    for (const stranger of [parent, pupil]) {
      expect((await detailsOf(stranger, ids.teacher)).code).toBe('access.denied')
      expect((await enrolFace(stranger, ids.teacher, { seed: 0 })).code).toBe('access.denied')
      expect((await stranger.post(face.removeFaces.path, { userId: ids.teacher })).envelope.code).toBe('access.denied')
    }
    for (const userId of ['x', '018f0000-0000-7000-8000-000000000000'])
      expect((await detailsOf(office, userId, faceAdmin.personDetails)).code).toBe('access.denied')
  })

  it('is not somebody else’s, and is told what would be better', async () => {
    await giveConsent(teacher, ids.teacher)
    expect((await enrolFace(teacher, ids.teacher, { seed: 0, turn: 0.7 })).code).toBe('face.not_straight')
    await enrolFace(teacher, ids.teacher, { seed: 0 })
    expect((await enrolFace(teacher, ids.teacher, { seed: 3 })).code).toBe('face.not_same')
    expect(await usesOf(ids.teacher)).toEqual(['consent-given', 'enrolled', 'refused'])
    const { envelope } = await teacher.post(face.enrol.path, {
      userId: ids.teacher,
      faceImage: 'bm8gcGljdHVyZQ==',
    })
    expect(envelope.code).toBe('face.unreadable')
  })

  it('is removed by its person, and the line about it stays', async () => {
    await giveConsent(teacher, ids.teacher)
    await enrolFace(teacher, ids.teacher, { seed: 0 })
    const { envelope } = await teacher.post(face.removeFaces.path, { userId: ids.teacher })
    expect(envelope.data).toEqual({ removed: 1 })
    expect((await detailsOf(teacher, ids.teacher)).data).toMatchObject({ faceImage: null, registerTime: null })
    expect((await stateOf(teacher, ids.teacher)).consents).toMatchObject([{ withdrawnAt: null }])
    expect(await usesOf(ids.teacher)).toEqual(['consent-given', 'enrolled', 'deleted'])
  })

  it('is another unit’s business nowhere', async () => {
    await giveConsent(teacher, ids.teacher)
    await enrolFace(teacher, ids.teacher, { seed: 0 })
    const stranger = await test.signIn('admin', GINKGO)
    expect((await detailsOf(stranger, ids.teacher)).code).toBe('access.denied')
    expect((await detailsOf(stranger, ids.teacher, faceAdmin.personDetails)).code).toBe('access.denied')
    const other = { unitId: await unitOf(test, 'ginkgo.localhost'), userId: null }
    for (const table of ['face_photo', 'face_consent', 'face_use'])
      expect((await test.database.inUnit(other, (tx) => tx.execute(sql.raw(`select from ${table}`)))).rows).toEqual([])
  })
})

describe('an administrator', () => {
  it('lists who has a face, and exports what happened without any picture', async () => {
    await giveConsent(teacher, ids.teacher)
    await enrolFace(teacher, ids.teacher, { seed: 0 })
    const list = async (query = '') => (await office.get(`${faceAdmin.people.path}?${query}`)).envelope.data
    expect(await list()).toMatchObject({
      total: 1,
      people: [
        {
          userId: ids.teacher,
          englishName: 'Lin Zhiyuan',
          loginName: 'teacher',
          photos: 1,
          consent: { giver: 'oneself' },
        },
      ],
    })
    expect(await list('name=TEACH')).toMatchObject({ total: 1 })
    await runAsOwner(test, sql`update user_account set english_name = 'Rain Lin' where user_id = ${ids.teacher}`)
    expect(await list('name=rain')).toMatchObject({ total: 1, people: [{ englishName: 'Rain Lin' }] })
    expect(await list('name=nobody')).toEqual({ total: 0, people: [] })
    expect(await list('page=2')).toMatchObject({ total: 1, people: [] })
    expect((await teacher.get(faceAdmin.people.path)).envelope.code).toBe('access.denied')

    await runAsOwner(test, sql`update user_account set real_name = '=1+1,"x"' where user_id = ${ids.teacher}`)
    const csv = await office.request('GET', faceAdmin.audit.path)
    expect(csv.headers).toMatchObject({ 'content-disposition': 'attachment; filename="face-audit.csv"' })
    const [head, given, enrolled, end] = csv.body.split('\r\n')
    expect(head).toBe('\uFEFFat,kind,userId,realName,loginName,actorId,actorName,detail,address')
    expect(given).toContain(`consent-given,${ids.teacher},"'=1+1,""x""",teacher,`)
    expect(enrolled).toContain(',enrolled,')
    expect(end).toBe('')
    const json = await office.request('GET', `${faceAdmin.audit.path}?format=json`)
    expect(json.json()).toMatchObject([{ kind: 'consent-given' }, { kind: 'enrolled' }, { kind: 'exported' }])
    expect((await office.request('GET', `${faceAdmin.audit.path}?format=json&to=2020-01-01`)).json()).toEqual([])
    expect((await office.get(`${faceAdmin.audit.path}?from=2026-02-31`)).envelope.code).toBe('request.invalid')
    expect((await teacher.get(faceAdmin.audit.path)).envelope.code).toBe('access.denied')
  })

  it('finds whoever has no face yet, by name, pinyin or login name, thirty on a page', async () => {
    const list = async (query: string) =>
      z.parse(faceAdmin.candidates.response, (await office.get(`${faceAdmin.candidates.path}?${query}`)).envelope.data)
    const me = (await readMe(parent)).userId
    const all = await list('')
    expect(all.total).toBeGreaterThan(30)
    expect(all.people).toHaveLength(30)
    expect((await list(`page=${Math.ceil(all.total / 30)}`)).people).toHaveLength(all.total % 30 || 30)
    const [one] = (await list('name=PARENT')).people.filter((person) => person.userId === me)
    expect(one).toMatchObject({ englishName: 'Lin Zhiyuan', loginName: 'parent', userType: 3, consent: null })
    const pinyin = await runAsOwner(test, sql`select name_letters from user_account where user_id = ${me}`)
    const letters = z.object({ name_letters: z.string() }).parse(pinyin[0]).name_letters
    for (const name of [one?.realName ?? '', letters])
      expect((await list(`name=${encodeURIComponent(name)}`)).people.map(({ userId }) => userId)).toContain(me)

    await giveConsent(parent, me)
    expect((await list('name=parent')).people).toContainEqual(
      expect.objectContaining({ userId: me, consent: { giver: 'oneself', givenAt: expect.any(String) } }),
    )
    await enrolFace(parent, me, { seed: 0 })
    expect(await list('')).toMatchObject({ total: all.total - 1 })
    expect((await list('name=parent')).people.map(({ userId }) => userId)).not.toContain(me)
    expect((await teacher.get(faceAdmin.candidates.path)).envelope.code).toBe('access.denied')
  })

  it('looks after the face of another, which leaves a trail, and not as if it were an own one', async () => {
    await giveConsent(teacher, ids.teacher)
    expect((await enrolFace(office, ids.teacher, { seed: 0 })).code).toBe('access.denied')
    expect((await detailsOf(office, ids.teacher)).code).toBe('access.denied')
    for (const endpoint of [face.removeFaces, face.withdrawConsent])
      expect((await office.post(endpoint.path, { userId: ids.teacher })).envelope.code).toBe('access.denied')
    expect((await enrolFaceOf(teacher, ids.teacher, { seed: 0 })).code).toBe('access.denied')

    await runAsOwner(test, sql`delete from admin_event`)
    expect((await enrolFaceOf(office, ids.teacher, { seed: 0 })).data).toMatchObject({ photos: 1 })
    const change = async ({ path }: { path: string }) => (await office.post(path, { userId: ids.teacher })).envelope
    expect((await change(faceAdmin.removePersonFaces)).data).toEqual({ removed: 1 })
    expect((await change(faceAdmin.withdrawPersonConsent)).data).toMatchObject({
      mayGive: false,
      consents: [{ withdrawnAt: expect.any(String) }],
    })
    expect(
      await runAsOwner(test, sql`select action, target_kind, target_id from admin_event order by at, event_id`),
    ).toEqual(
      ['face.enrolPerson', 'face.removePerson', 'face.withdrawPersonConsent'].map((action) => ({
        action,
        target_kind: 'person',
        target_id: ids.teacher,
      })),
    )
  })

  it('cannot change what is written down, nor can the application', async () => {
    await giveConsent(teacher, ids.teacher)
    const scope = { unitId: await unitOf(test), userId: null }
    for (const statement of [
      sql`update face_use set detail = 'x'`,
      sql`delete from face_use`,
      sql`delete from face_consent`,
      sql`update face_consent set given_at = now()`,
    ])
      await expect(test.database.inUnit(scope, (tx) => tx.execute(statement))).rejects.toThrow()
  })
})
