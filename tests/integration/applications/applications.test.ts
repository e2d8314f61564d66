import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as applicationsEndpoints from '../../../contract/endpoints/applications/applications.ts'
import { externalLoginUrl, iconGroups, myAppIcons } from '../../../contract/endpoints/desktop/desktop.ts'
import { searchIndex } from '../../../contract/endpoints/desktop/desktop-search.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { freeIconPath } from '../../../contract/rules/desktop/own-application.ts'
import { addDays, wallTime } from '../../../contract/rules/zoned-time.ts'
import { cleanUpApplications } from '../../../server/modules/applications/cleanup.ts'
import { remindOfLicences } from '../../../server/modules/applications/licence-reminders.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { formOf } from '../../support/callers/import-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { pupilOf } from '../../support/schools/attendance-school.ts'

const DAY = 86_400_000
/** Beyond the licences of the demo. */
const NOW = Date.parse('2030-03-04T02:00:00Z')
const PEOPLE = ['admin', 'teacher', 'parent', 'student', 'staff'] as const
type Person = (typeof PEOPLE)[number]

let test: TestApp
let unitId: string
const people = new Map<string, TestBrowser>()
beforeAll(async () => {
  test = await createTestApp()
  unitId = await unitOf(test)
  for (const name of PEOPLE) people.set(name, await test.signIn(name))
  people.set('elsewhere', await test.signIn('admin', { host: 'ginkgo.localhost' }))
})
afterAll(() => test.close())

function browserOf(name: Person | 'elsewhere'): TestBrowser {
  const browser = people.get(name)
  if (!browser) throw new Error(`${name} is not signed in`)
  return browser
}

const EVERYONE = { userTypes: [], roleIds: [], classIds: [], campusIds: [] }
const LINK: SentTo<typeof applicationsEndpoints.save> = {
  code: null,
  name: '选课系统',
  englishName: 'Course choice',
  group: 'ZDYYYFL-JWGL',
  icon: freeIconPath('calendar'),
  opens: { kind: 'link', url: 'https://choose.example/#/start' },
  audience: EVERYONE,
  endsOn: null,
}

async function iconsOf(by: Person) {
  const me = await readMe(browserOf(by))
  const { data } = await ask(browserOf(by), myAppIcons, { userId: me.userId, unitId: me.unitId })
  return z.parse(iconGroups, data).flatMap(({ code: group, iconVMs }) => iconVMs.map((icon) => ({ group, ...icon })))
}

/** Who has the application on the desktop; what search knows must be the same. */
async function seenBy(code: string): Promise<Person[]> {
  const seen: Person[] = []
  for (const person of PEOPLE) {
    const icon = (await iconsOf(person)).find((one) => one.code === code && one.updateStatus !== 0)
    const { data } = await ask(browserOf(person), searchIndex, {})
    const isFound = z.parse(searchIndex.response, data).some((one) => one.code === code)
    expect([person, isFound]).toEqual([person, icon !== undefined])
    if (icon) seen.push(person)
  }
  return seen
}

async function made(given: Partial<typeof LINK> = {}): Promise<string> {
  return (await call(browserOf('admin'), applicationsEndpoints.save, { ...LINK, ...given })).appCode
}

const shown = async (code: string) =>
  (await call(browserOf('admin'), applicationsEndpoints.read, {})).applications.find(
    (application) => application.code === code,
  )

describe('an own application', () => {
  it('stands at its place on every desktop, with the names, the icon and the address that it was given', async () => {
    const code = await made()
    expect(await seenBy(code)).toEqual([...PEOPLE])
    const icons = await iconsOf('teacher')
    expect(icons.filter(({ group }) => group === 'ZDYYYFL-JWGL').at(-1)).toMatchObject({
      code,
      zname: '选课系统',
      shortName: '选课系统',
      englishShortName: 'Course choice',
      menuRoute: 'https://choose.example/#/start',
      imgPath: '/icons/apps/free-calendar.webp',
      imgGrayPath: '/icons/apps/free-calendar-gray.webp',
    })
    const front = icons.filter(({ group }) => group === 'ZDYYYFL-JWGL').map((icon) => icon.code)
    await call(browserOf('admin'), applicationsEndpoints.sort, {
      codes: [code, ...front.filter((one) => one !== code)],
    })
    expect((await iconsOf('student')).find(({ group }) => group === 'ZDYYYFL-JWGL')?.code).toBe(code)
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })

  it('is seen by those whom every part of its audience names', async () => {
    const { classId } = await pupilOf(test, 'student')
    const { classes, campuses } = await call(browserOf('admin'), applicationsEndpoints.read, {})
    const found = await runAsOwner(
      test,
      sql`select r.role_id as id from role r join unit_host h using (unit_id) where r.code = 'XX_SYS_' and h.host = 'localhost'`,
    )
    const administrators = found.map(({ id }) => String(id))
    const [own] = await runAsOwner(
      test,
      sql`select campus_id as id, (select h.login_name from user_account h where h.user_id = c.head_teacher_id) as head
        from class_group c where class_id = ${classId}`,
    )
    const ownCampus = String(own?.['id'])
    const otherCampus = campuses.map(({ campusId }) => campusId).find((id) => id !== ownCampus) ?? ''
    const otherClasses = classes.map((one) => one.classId).filter((id) => id !== classId)
    const of = (audience: Partial<typeof EVERYONE> | object) => ({ ...EVERYONE, ...audience })
    const code = await made()
    const seen = async (audience: object) => {
      await call(browserOf('admin'), applicationsEndpoints.save, { ...LINK, code, audience: of(audience) })
      return seenBy(code)
    }
    expect(await seen({ userTypes: [2] })).toEqual(['teacher'])
    expect(await seen({ userTypes: [1, 4] })).toEqual(['admin', 'student', 'staff'])
    expect(await seen({ roleIds: administrators })).toEqual(['admin'])
    expect(await seen({ roleIds: administrators, userTypes: [1] })).toEqual([])
    const family = await seen({ classIds: [classId] })
    expect(family).toContain('student')
    expect(family).not.toContain('staff')
    expect(family.includes('teacher')).toBe(own?.['head'] === 'teacher')
    expect(await seen({ classIds: [classId], userTypes: [1] })).toEqual(['student'])
    expect(await seen({ classIds: otherClasses, userTypes: [1] })).toEqual([])
    expect(await seen({ campusIds: [ownCampus], userTypes: [1] })).toEqual(['student'])
    expect(await seen({ campusIds: [otherCampus], userTypes: [1] })).toEqual([])
    expect(await seen({})).toEqual([...PEOPLE])
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })

  it('stays limited when its class is gone', async () => {
    const [row] = await runAsOwner(
      test,
      sql`insert into class_group (unit_id, grade_id, name, english_name)
        select unit_id, grade_id, '试验班', '' from grade where unit_id = ${unitId} limit 1 returning class_id as id`,
    )
    const classId = String(row?.['id'])
    const code = await made({ audience: { ...EVERYONE, classIds: [classId] } })
    await runAsOwner(test, sql`delete from class_group where class_id = ${classId}`)
    expect(await seenBy(code)).toEqual([])
    // It may keep the class that is gone; another unknown one is refused.
    const audience = { ...EVERYONE, classIds: [classId] }
    expect((await ask(browserOf('admin'), applicationsEndpoints.save, { ...LINK, code, audience })).code).toBe('ok')
    expect(await ask(browserOf('admin'), applicationsEndpoints.save, { ...LINK, audience })).toMatchObject({
      code: 'application.audience_gone',
      fieldErrors: [{ field: 'classIds' }],
    })
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })

  it('goes when it is switched off, and when it is deleted, and comes back as it was', async () => {
    const code = await made({ audience: { ...EVERYONE, userTypes: [2] } })
    await call(browserOf('admin'), applicationsEndpoints.turn, { code, on: false })
    expect((await iconsOf('teacher')).find((icon) => icon.code === code)?.updateStatus).toBe(0)
    await call(browserOf('admin'), applicationsEndpoints.turn, { code, on: true })
    expect(await seenBy(code)).toEqual(['teacher'])
    const before = await shown(code)
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
    expect(await seenBy(code)).toEqual([])
    expect(await shown(code)).toBeUndefined()
    await call(browserOf('admin'), applicationsEndpoints.bringBack, { code })
    expect(await shown(code)).toEqual(before)
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
    // After a month for good.
    await runAsOwner(test, sql`update application set removed_at = now() - interval '31 days' where code = ${code}`)
    await cleanUpApplications(test.database)
    expect((await ask(browserOf('admin'), applicationsEndpoints.bringBack, { code })).code).toBe('application.gone')
  })

  it.each([
    [{ opens: { kind: 'link', url: 'http://choose.example' } }, 'application.http', 'url'],
    [{ opens: { kind: 'link', url: 'ftp://choose.example' } }, 'request.invalid', 'opens.url'],
    [{ opens: { kind: 'link', url: 'javascript:alert(1)' } }, 'request.invalid', 'opens.url'],
    [{ opens: { kind: 'client', clientId: 'unknown' } }, 'application.no_client', 'clientId'],
    [{ opens: null }, 'request.invalid', 'opens'],
    [{ icon: '/icons/apps/own.svg' }, 'application.no_icon', 'icon'],
    [{ icon: `/api/base/application/picture/${'0'.repeat(64)}` }, 'application.no_icon', 'icon'],
    [{ icon: 'https://elsewhere.example/icon.svg' }, 'request.invalid', 'icon'],
    [{ audience: { ...EVERYONE, roleIds: ['x'] } }, 'application.audience_gone', 'roleIds'],
    [{ name: ' ' }, 'request.invalid', 'name'],
  ])('is refused with %j', async (wrong, code, field) => {
    expect(await ask(browserOf('admin'), applicationsEndpoints.save, { ...LINK, ...wrong })).toMatchObject({
      code,
      fieldErrors: [{ field }],
    })
  })
})

describe('the dedicated application', () => {
  const dedicated = {
    ...LINK,
    name: '应用中心',
    englishName: 'Application centre',
    opens: { kind: 'dedicated' as const },
  }

  it('has the code of its page, once in a unit, and again after it was deleted', async () => {
    const { appCode } = await call(browserOf('admin'), applicationsEndpoints.save, dedicated)
    expect(appCode).toBe('app')
    expect(await shown('app')).toMatchObject({ own: true, on: true, opens: { kind: 'dedicated' } })
    expect((await iconsOf('teacher')).find(({ code }) => code === 'app')).toMatchObject({ zname: '应用中心' })
    expect(await ask(browserOf('admin'), applicationsEndpoints.save, dedicated)).toMatchObject({
      code: 'application.dedicated_taken',
      fieldErrors: [{ field: 'opens' }],
    })
    const version = (await shown('app'))?.version ?? null
    const link = { ...dedicated, code: 'app', version, opens: LINK.opens }
    expect(await ask(browserOf('admin'), applicationsEndpoints.save, link)).toMatchObject({
      fieldErrors: [{ field: 'opens' }],
    })
    await call(browserOf('admin'), applicationsEndpoints.remove, { code: 'app' })
    expect((await iconsOf('teacher')).some(({ code }) => code === 'app')).toBe(false)
    await call(browserOf('admin'), applicationsEndpoints.save, { ...dedicated, name: '学校应用' })
    expect(await shown('app')).toMatchObject({ name: '学校应用' })
    await call(browserOf('admin'), applicationsEndpoints.remove, { code: 'app' })
  })
})

describe('a third party', () => {
  const add = (clientId: string) =>
    runAsOwner(
      test,
      sql`insert into oauth_client (unit_id, client_id, name, english_name, redirect_uris, login_url)
        values (${unitId}, ${clientId}, 'n', 'n', '{https://x.example/}', ${`https://${clientId}.example/enter`})`,
    )

  it('is opened through its entry by those who see the application, and by nobody else', async () => {
    await add('library')
    expect((await ask(browserOf('student'), externalLoginUrl, { clientId: 'library' })).code).toBe('ok')
    const code = await made({
      opens: { kind: 'client', clientId: 'library' },
      audience: { ...EVERYONE, userTypes: [2] },
    })
    expect((await iconsOf('teacher')).find((icon) => icon.code === code)).toMatchObject({
      menuRoute: 'https://library.example/enter',
      ssoClientId: 'library',
    })
    expect((await ask(browserOf('teacher'), externalLoginUrl, { clientId: 'library' })).code).toBe('ok')
    expect((await ask(browserOf('student'), externalLoginUrl, { clientId: 'library' })).code).toBe('access.denied')
    await call(browserOf('admin'), applicationsEndpoints.turn, { code, on: false })
    expect((await ask(browserOf('teacher'), externalLoginUrl, { clientId: 'library' })).code).toBe('access.denied')
    await call(browserOf('admin'), applicationsEndpoints.turn, { code, on: true })
    await runAsOwner(test, sql`update oauth_client set disabled_at = now() where client_id = 'library'`)
    expect(await seenBy(code)).toEqual([])
    await runAsOwner(test, sql`delete from oauth_client where client_id = 'library'`)
    expect(await seenBy(code)).toEqual([])
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })

  it('is not opened when the licence has ended', async () => {
    await add('archive')
    const code = await made({ opens: { kind: 'client', clientId: 'archive' }, endsOn: '2020-01-31' })
    expect(await shown(code)).toMatchObject({ licence: { endsOn: '2020-01-31', state: 'expired' } })
    expect((await ask(browserOf('teacher'), externalLoginUrl, { clientId: 'archive' })).code).toBe('licence.expired')
    const icon = (await iconsOf('teacher')).find((one) => one.code === code)
    expect(icon).toMatchObject({ menuRoute: '', serverId: code })
    expect(icon).not.toHaveProperty('ssoClientId')
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })
})

describe('a built-in application', () => {
  it('gets another name, group, icon and audience, and keeps what it opens', async () => {
    const before = await shown('cnki')
    if (!before) throw new Error('the demo has it')
    const given = { name: '知网', englishName: 'CNKI', group: 'ZDYYYFL-CYYY', icon: freeIconPath('science') } as const
    await call(browserOf('admin'), applicationsEndpoints.save, {
      ...given,
      code: 'cnki',
      opens: null,
      audience: { ...EVERYONE, userTypes: [2] },
      endsOn: null,
    })
    expect((await iconsOf('teacher')).find(({ code }) => code === 'cnki')).toMatchObject({
      group: 'ZDYYYFL-CYYY',
      shortName: '知网',
      menuRoute: 'https://www.cnki.net',
      imgPath: '/icons/apps/free-science.webp',
    })
    expect(await seenBy('cnki')).toEqual(['teacher'])
    await call(browserOf('admin'), applicationsEndpoints.save, {
      code: 'cnki',
      name: before.name,
      englishName: before.englishName,
      group: before.group,
      icon: before.builtInIcon ?? '',
      opens: null,
      audience: before.audience,
      endsOn: null,
    })
    expect(await shown('cnki')).toEqual(before)
  })

  it('is not deleted, and the administration is neither switched off nor limited', async () => {
    expect((await ask(browserOf('admin'), applicationsEndpoints.remove, { code: 'files' })).code).toBe(
      'application.built_in',
    )
    expect(
      (await ask(browserOf('admin'), applicationsEndpoints.turn, { code: 'administration', on: false })).code,
    ).toBe('application.needed')
    const before = await shown('administration')
    const { name = '', englishName = '', group = null, icon = '' } = before ?? {}
    const given = { code: 'administration', name, englishName, group, icon, opens: null, endsOn: null }
    expect(
      (
        await ask(browserOf('admin'), applicationsEndpoints.save, {
          ...given,
          audience: { ...EVERYONE, userTypes: [4] },
        })
      ).code,
    ).toBe('application.needed')
    expect((await ask(browserOf('admin'), applicationsEndpoints.save, { ...given, audience: EVERYONE })).code).toBe(
      'ok',
    )
  })

  it('of a folder is listed in it', async () => {
    const { applications } = await call(browserOf('admin'), applicationsEndpoints.read, {})
    expect(applications.filter(({ folder }) => folder === 'museums').map(({ code }) => code)).toContain('palace-museum')
    // Neither modules without an icon nor pages of an application.
    expect(applications.map(({ code }) => code)).not.toContain('notice')
    expect(applications.map(({ code }) => code)).not.toContain('attendance_admin')
  })
})

describe('the first desktop of a type', () => {
  it('is seen by those who have not arranged their own', async () => {
    const codes = async (person: Person) =>
      (await iconsOf(person)).filter(({ group }) => group === 'ZDYYYFL-XSCZ').map(({ code }) => code)
    const before = await codes('student')
    const groups = [{ code: 'ZDYYYFL-XSCZ' as const, codes: ['weather', 'geogebra', ...before.toReversed()] }]
    await call(browserOf('admin'), applicationsEndpoints.saveDefault, { userType: 1, groups })
    expect(await codes('student')).toEqual(['geogebra', ...before.toReversed()])
    expect(await codes('parent')).not.toContain('geogebra')

    await call(browserOf('admin'), applicationsEndpoints.saveDefault, { userType: 2, groups })
    const first = await codes('teacher')
    expect(first[0]).toBe('weather')
    const own = [{ code: 'ZDYYYFL-XSCZ', codes: ['phet'] }]
    expect(
      (
        await ask(
          browserOf('teacher'),
          { ...applicationsEndpoints.saveDefault, path: '/api/base/desktop/order' },
          { groups: own },
        )
      ).code,
    ).toBe('ok')
    expect((await codes('teacher'))[0]).toBe('phet')
    await ask(browserOf('teacher'), { ...applicationsEndpoints.saveDefault, path: '/api/base/desktop/order/reset' }, {})
    expect(await codes('teacher')).toEqual(first)

    for (const userType of [1, 2] as const)
      await call(browserOf('admin'), applicationsEndpoints.saveDefault, { userType, groups: null })
    expect(await codes('student')).toEqual(before)
  })
})

describe('a picture', () => {
  const upload = async (content: Uint8Array | string, by: Person = 'admin') =>
    z.parse(
      envelopeSchema,
      (
        await browserOf(by).request('POST', applicationsEndpoints.uploadPicture.path, formOf('icon.png', content))
      ).json(),
    )
  const photo = () => sharp({ create: { width: 900, height: 600, channels: 3, background: '#8a2be2' } })

  it('becomes a small icon with a grey and a cartoon form, whatever its name says it is', async () => {
    for (const bytes of [
      await photo().png().toBuffer(),
      await photo().jpeg().toBuffer(),
      await photo().webp().toBuffer(),
    ]) {
      const { code, data } = await upload(bytes)
      expect(code).toBe('ok')
      const { icon } = z.parse(applicationsEndpoints.uploadPicture.response, data)
      const response = await browserOf('student').request('GET', icon)
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('image/svg+xml'),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      expect(response.body).toContain('<view id="gray"')
      expect(response.body).toContain('<view id="cartoon"')
      expect(response.body.length).toBeLessThan(40_000)
      const drawn = await sharp(Buffer.from(response.body)).metadata()
      expect(drawn.format).toBe('svg')

      const own = await made({ icon })
      expect((await iconsOf('student')).find((one) => one.code === own)).toMatchObject({
        imgPath: icon,
        imgGrayPath: `${icon}#gray`,
        imgCartoonPath: `${icon}#cartoon`,
      })
      await call(browserOf('admin'), applicationsEndpoints.remove, { code: own })
    }
  })

  it('is refused unless it is a PNG, JPEG or WebP of a sensible size', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    expect((await upload(svg)).code).toBe('picture.type')
    expect((await upload('GIF89a')).code).toBe('picture.type')
    const cut = (await photo().png().toBuffer()).subarray(0, 200)
    expect((await upload(cut)).code).toBe('picture.unreadable')
    // What it says of its size is enough: nothing is unpacked.
    const bomb = Buffer.from(await photo().png().toBuffer())
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    expect((await upload(bomb)).code).toBe('application.picture_size')
    expect((await upload(await photo().png().toBuffer(), 'teacher')).code).toBe('access.denied')
  })

  it('goes when no application has it', async () => {
    const { data } = await upload(await photo().tint('#00ff00').png().toBuffer())
    const { icon } = z.parse(applicationsEndpoints.uploadPicture.response, data)
    const get = async () => (await browserOf('admin').request('GET', icon)).statusCode
    await cleanUpApplications(test.database)
    expect(await get()).toBe(200)
    await runAsOwner(test, sql`update application_picture set added_at = now() - interval '2 days'`)
    await cleanUpApplications(test.database)
    expect(await get()).toBe(404)
  })
})

describe('the licences', () => {
  const reminders = () =>
    runAsOwner(
      test,
      sql`select m.body, m.importance, m.open_way as way, m.content, array_agg(a.login_name) as "to"
        from message m join message_recipient r using (message_id) join user_account a using (user_id)
        where m.unit_id = ${unitId} and m.module = 'administration' group by m.message_id order by m.sent_at, m.message_id`,
    )
  const remind = (at: number) => test.database.asOwner((tx) => remindOfLicences(tx, at))

  it('remind administrators 90, 30 and 7 days before their end, each once', async () => {
    // Those of the demo are not of this test.
    await remind(NOW)
    const before = (await reminders()).length
    const today = wallTime(NOW, 'Asia/Shanghai').date
    const code = await made({ endsOn: addDays(today, 95) })
    await remind(NOW)
    expect(await reminders()).toHaveLength(before)
    for (const [days, left, importance] of [
      [5, 90, 3],
      [65, 30, 4],
      [88, 7, 5],
    ] as const) {
      await remind(NOW + days * DAY + DAY)
      await remind(NOW + days * DAY + DAY)
      const sent = await reminders()
      expect(sent.at(-1)).toMatchObject({
        body: expect.stringContaining(`${left}天`),
        importance,
        way: 1,
        to: ['admin'],
      })
      expect(sent.at(-1)?.['content']).toMatchObject([{ code, name: '选课系统' }])
    }
    expect(await reminders()).toHaveLength(before + 3)
    await remind(NOW + 100 * DAY)
    expect(await reminders()).toHaveLength(before + 3)

    // In the reader's language.
    await runAsOwner(
      test,
      sql`update user_account set language = 'en' where unit_id = ${unitId} and login_name = 'admin'`,
    )
    await call(browserOf('admin'), applicationsEndpoints.save, { ...LINK, code, endsOn: addDays(today, 200) })
    await remind(NOW + 195 * DAY)
    expect((await reminders()).at(-1)).toMatchObject({
      body: expect.stringMatching(/^The licence of .* ends within \d+ days$/),
      to: ['admin'],
    })
    await runAsOwner(
      test,
      sql`update user_account set language = 'zh-CN' where unit_id = ${unitId} and login_name = 'admin'`,
    )
    const after = (await reminders()).length

    // Renewed, it is reminded of again; of several at once the last alone.
    await call(browserOf('admin'), applicationsEndpoints.save, { ...LINK, code, endsOn: addDays(today, 300) })
    await remind(NOW + 296 * DAY)
    expect(await reminders()).toHaveLength(after + 1)
    // Not when it is deleted.
    await call(browserOf('admin'), applicationsEndpoints.save, { ...LINK, code, endsOn: addDays(today, 400) })
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
    await remind(NOW + 396 * DAY)
    expect(await reminders()).toHaveLength(after + 1)
  })

  it('are read-only after their end for the days of grace, and then the address is not given out', async () => {
    const code = await made({ endsOn: addDays(wallTime(Date.now(), 'Asia/Shanghai').date, -2) })
    expect(await shown(code)).toMatchObject({ licence: { state: 'read-only' } })
    const addressOf = async () => (await iconsOf('teacher')).find((one) => one.code === code)?.menuRoute
    expect(await addressOf()).toBe('https://choose.example/#/start')
    await runAsOwner(test, sql`update licence set ends_at = now() - interval '40 days' where server_id = ${code}`)
    expect(await addressOf()).toBe('')
    expect(await shown(code)).toMatchObject({ licence: { state: 'expired' } })
    await call(browserOf('admin'), applicationsEndpoints.save, { ...LINK, code })
    expect(await addressOf()).toBe('https://choose.example/#/start')
    expect(await shown(code)).toMatchObject({ licence: null })
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })
})

describe('another unit', () => {
  it('neither sees nor changes them', async () => {
    const code = await made()
    const elsewhere = await ask(browserOf('elsewhere'), applicationsEndpoints.read, {})
    expect(JSON.stringify(elsewhere.data)).not.toContain(code)
    for (const [endpoint, input] of [
      [applicationsEndpoints.save, { ...LINK, code }],
      [applicationsEndpoints.turn, { code, on: false }],
      [applicationsEndpoints.sort, { codes: [code] }],
      [applicationsEndpoints.remove, { code }],
      [applicationsEndpoints.bringBack, { code }],
    ] as const)
      expect((await ask(browserOf('elsewhere'), endpoint, input)).code).toBe('application.gone')
    expect(await shown(code)).toMatchObject({ on: true })
    await call(browserOf('admin'), applicationsEndpoints.remove, { code })
  })
})
