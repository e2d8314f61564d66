import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as areas from '../../../contract/endpoints/units/areas.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { message } from '../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { signInOperator } from '../../support/schools/operators.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

const AREA = 'area.localhost'
const GINKGO = 'ginkgo.localhost'
const OTHER_AREA = 'hills.localhost'

let test: TestApp
let operator: TestBrowser
/** Of the school, of its office, of the office without the right, and of another office. */
let head: TestBrowser
let officer: TestBrowser
let clerk: TestBrowser
let stranger: TestBrowser
let school: string
let ginkgo: string
let office: string
let otherOffice: string
let officerId: string

beforeAll(async () => {
  test = await createTestApp()
  operator = await signInOperator(test)
  school = await unitOf(test)
  ginkgo = await unitOf(test, GINKGO)
  office = await unitOf(test, AREA)
  const made = await ask(operator, units.create, {
    unit: {
      type: 'area',
      name: '群山县教育局',
      englishName: 'Hills Education Office',
      hosts: [OTHER_AREA],
      campuses: [{ name: '办公区', englishName: 'Offices' }],
      year: suggestYear('2026-10-01'),
      themeColor: '#457CD6',
    },
    administrator: { loginName: 'head', name: '何山', englishName: '', password: 'kestrel7moss' },
  })
  otherOffice = z.parse(units.read.response, made.data).unitId
  head = await test.signIn('admin')
  officer = await test.signIn('admin', { host: AREA })
  clerk = await test.signIn('staff', { host: AREA })
  stranger = test.visit({ host: OTHER_AREA })
  await stranger.post('/api/uaa/oauth/login', { username: 'head', password: 'kestrel7moss' })
  officerId = (await readMe(officer)).userId
  for (const unitId of [school, ginkgo])
    expect((await ask(operator, units.saveArea, { unitId, areaId: office })).code).toBe('ok')
})
afterAll(() => test.close())

const schoolsOf = async (browser: TestBrowser) =>
  z.parse(areas.schools.response, (await ask(browser, areas.schools)).data)
const given = async () => z.parse(areas.given.response, (await ask(head, areas.given)).data)
const look = (browser = officer, unitId = school) => ask(browser, areas.people, { unitId, userType: '1' })
const grant = (hours = 8, userId = officerId) => ask(head, areas.grant, { userId, hours, reason: '学籍核查' })
const trail = async () => z.parse(adminEvents.response, (await ask(head, adminEvents, { kind: 'area' })).data).events

describe('the schools of an education office', () => {
  it('are those that the operator gave it, with counts', async () => {
    const found = await schoolsOf(officer)
    expect(found.map(({ unitId }) => unitId).toSorted()).toEqual([school, ginkgo].toSorted())
    const river = found.find(({ unitId }) => unitId === school)
    const [counted] = await runAsOwner(
      test,
      sql`select (select count(*)::int from student where unit_id = ${school} and class_id is not null) as pupils,
        (select count(*)::int from user_account where unit_id = ${school} and user_type = 2 and status = 1) as teachers,
        (select count(*)::int from class_group where unit_id = ${school} and closed_on is null) as classes`,
    )
    expect(river).toMatchObject({ ...counted, host: 'localhost', active: true, accessEndsAt: null })
    // The administrator has just signed in; the operator is of no school.
    expect(river?.today).toBe(1)
    expect(river?.week).toBeGreaterThanOrEqual(river?.today ?? 0)
    // Counts, and no name.
    expect(JSON.stringify(found)).not.toContain('周明远')
    expect(await schoolsOf(stranger)).toEqual([])
    const page = z.parse(units.read.response, (await ask(operator, units.read, { unitId: office })).data)
    expect(page.schools.map(({ unitId }) => unitId).toSorted()).toEqual([school, ginkgo].toSorted())
  })

  it('are schools, and an office is one', async () => {
    expect((await ask(operator, units.saveArea, { unitId: office, areaId: otherOffice })).code).toBe('units.area')
    expect((await ask(operator, units.saveArea, { unitId: school, areaId: ginkgo })).code).toBe('units.area')
    expect((await ask(operator, units.saveArea, { unitId: school, areaId: 'x' })).code).toBe('units.area')
  })

  it('show nobody without their leave', async () => {
    expect((await look()).code).toBe('area.no_access')
    expect((await ask(officer, areas.classes, { unitId: school })).code).toBe('area.no_access')
    expect(await trail()).toEqual([])
  })
})

describe('what a school lets its office see', () => {
  it('is given to a person of the office by name, noted at each look, and ended at once', async () => {
    const { office: named, people, given: before } = await given()
    expect(named).toEqual({ name: '春江区教育局', englishName: 'Chunjiang District Education Office' })
    // The administrator has the right of the section, the clerk has not.
    expect(people.map(({ userId }) => userId)).toEqual([officerId])
    expect(before).toEqual([])
    expect((await grant()).code).toBe('ok')
    const [access] = (await given()).given
    expect(access).toMatchObject({
      holds: true,
      reason: '学籍核查',
      uses: 0,
      revokedAt: null,
      person: { realName: '唐卫东', englishName: 'Tang Weidong' },
    })
    const hours = (Date.parse(access?.endsAt ?? '') - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(8)
    expect((await schoolsOf(officer)).find(({ unitId }) => unitId === school)?.accessEndsAt).toBe(access?.endsAt)

    const pupils = await look()
    expect(pupils.code).toBe('ok')
    const { total, people: shown } = z.parse(areas.people.response, pupils.data)
    expect(total).toBeGreaterThan(50)
    const keys = new Set<string>(Object(pupils.data).people.flatMap((one: object) => Object.keys(one)))
    expect([...keys].toSorted()).toEqual(['englishName', 'places', 'realName', 'userType'])
    expect(shown.every(({ userType }) => userType === 1)).toBe(true)
    const classes = z.parse(areas.classes.response, (await ask(officer, areas.classes, { unitId: school })).data)
    expect(classes.length).toBeGreaterThan(3)

    // The school sees each look, with a name, and all its administrators a banner.
    expect((await trail()).map(({ action, changes, actor }) => ({ action, changes, actor }))).toEqual([
      { action: 'area.classes', changes: { person: '唐卫东', office: '春江区教育局' }, actor: null },
      {
        action: 'area.people',
        changes: { person: '唐卫东', office: '春江区教育局', userType: '1', page: 1 },
        actor: null,
      },
    ])
    expect((await given()).given[0]).toMatchObject({ uses: 2 })
    const watching = z.parse(areas.watching.response, (await ask(head, areas.watching)).data)
    expect(watching).toMatchObject([{ person: { realName: '唐卫东' }, office: { name: '春江区教育局' } }])

    expect((await ask(head, areas.revoke, { accessId: access?.accessId })).code).toBe('ok')
    expect((await look()).code).toBe('area.no_access')
    expect((await ask(officer, areas.classes, { unitId: school })).code).toBe('area.no_access')
    expect(z.parse(areas.watching.response, (await ask(head, areas.watching)).data)).toEqual([])
    expect((await ask(head, areas.revoke, { accessId: access?.accessId })).code).toBe('area.access_gone')
    expect(await trail()).toHaveLength(2)
  })

  it('opens nothing to anybody else, and no other school', async () => {
    await grant()
    // Of the office without the right of the section, of another office, of the other school, and of the school itself.
    expect((await look(clerk)).code).toBe('access.denied')
    expect((await look(stranger)).code).toBe('area.no_school')
    expect((await ask(stranger, areas.show, { unitId: school })).code).toBe('area.no_school')
    expect((await ask(stranger, areas.classes, { unitId: school })).code).toBe('area.no_school')
    expect((await look(await test.signIn('admin', { host: GINKGO }))).code).toBe('access.denied')
    expect((await look(head)).code).toBe('access.denied')
    expect((await look(officer, ginkgo)).code).toBe('area.no_access')
    expect((await look(officer, office)).code).toBe('area.no_school')
    expect((await look(officer, 'x')).code).toBe('area.no_school')

    // Another person of the office, with the right of the section but without the school's leave.
    const { userId } = await readMe(clerk)
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type) values (${office}, 'base_area_schools', 4) on conflict do nothing`,
    )
    expect((await look(clerk)).code).toBe('area.no_access')
    expect((await given()).people.map((one) => one.userId)).toContain(userId)
    await runAsOwner(
      test,
      sql`delete from permission_grant where unit_id = ${office} and code = 'base_area_schools' and user_type = 4`,
    )
    // A person who is not of the office cannot get it.
    expect((await grant(1, userId)).code).toBe('area.person_gone')
    expect((await grant(1, (await readMe(head)).userId)).code).toBe('area.person_gone')
    expect((await grant(0)).code).toBe('request.invalid')
    expect((await grant(721)).code).toBe('request.invalid')
    const teacher = await test.signIn('teacher')
    for (const endpoint of [areas.given, areas.watching, areas.schools])
      expect((await ask(teacher, endpoint)).code).toBe('access.denied')
    expect((await ask(teacher, areas.grant, { userId: officerId, hours: 1, reason: '' })).code).toBe('access.denied')
    // Another school ends nothing here.
    const [access] = (await given()).given
    const elsewhere = await test.signIn('admin', { host: GINKGO })
    expect((await ask(elsewhere, areas.revoke, { accessId: access?.accessId })).code).toBe('area.access_gone')
    expect((await look()).code).toBe('ok')
  })

  it('is not to be had from the database by another', async () => {
    const asked = await test.database.inUnit({ unitId: otherOffice, userId: null }, async (tx) => {
      const { rows } = await tx.execute(
        sql`select portal_area_open(${school}::uuid, 'area.people', '{}', '', '') as until`,
      )
      const { rows: seen } = await tx.execute(sql`select * from area_access`)
      return { until: rows[0]?.['until'], seen }
    })
    expect(asked).toEqual({ until: null, seen: [] })
  })

  it('ends by itself, with the school out of use, with the right of the section, and with the office', async () => {
    await grant()
    expect((await look()).code).toBe('ok')
    await runAsOwner(
      test,
      sql`update area_access set granted_at = now() - interval '2 hours', ends_at = now() - interval '1 second' where revoked_at is null`,
    )
    expect((await look()).code).toBe('area.no_access')

    await ask(await test.signIn('admin', { host: GINKGO }), areas.grant, { userId: officerId, hours: 1, reason: '' })
    expect((await look(officer, ginkgo)).code).toBe('ok')
    await ask(operator, units.archive, { unitId: ginkgo })
    expect((await look(officer, ginkgo)).code).toBe('area.no_access')
    await ask(operator, units.bringBack, { unitId: ginkgo })

    await grant()
    expect((await look()).code).toBe('ok')
    const [taken] = await runAsOwner(
      test,
      sql`delete from permission_grant where unit_id = ${office} and code = 'base_area_schools' returning role_id`,
    )
    expect((await look()).code).toBe('access.denied')
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, role_id) values (${office}, 'base_area_schools', ${taken?.['role_id']})`,
    )
    expect((await look()).code).toBe('ok')
    await ask(operator, units.saveArea, { unitId: school, areaId: otherOffice })
    expect((await look()).code).toBe('area.no_school')
    expect((await look(stranger)).code).toBe('area.no_access')
    await ask(operator, units.saveArea, { unitId: school, areaId: office })
    // It does not come back with the school.
    expect((await look()).code).toBe('area.no_access')
    await ask(operator, units.saveArea, { unitId: ginkgo, areaId: null })
    const lonely = await test.signIn('admin', { host: GINKGO })
    expect((await ask(lonely, areas.grant, { userId: officerId, hours: 1, reason: '' })).code).toBe('area.no_office')
    await ask(operator, units.saveArea, { unitId: ginkgo, areaId: office })
  })
})

describe('messages to several schools', () => {
  const TEXT = {
    title: '暑期安全提示',
    englishTitle: 'Summer safety',
    text: '请各校转告家长。',
    englishText: '',
    importance: 3,
    url: null,
    kind: 'message',
    dueOn: null,
    sendAt: null,
  }

  it('are counted, sent with the office as sender, seen as counts, and taken back by the office alone', async () => {
    const counted = await ask(officer, areas.count, { unitIds: [school, ginkgo].join(','), userTypes: '2' })
    const counts = z.parse(areas.count.response, counted.data)
    const expected = counts.reduce((sum, { recipients }) => sum + recipients, 0)
    expect(counts.map(({ recipients }) => recipients > 10)).toEqual([true, true])
    const sent = await ask(officer, areas.sendMessage, { ...TEXT, unitIds: [school, ginkgo], userTypes: [2] })
    expect(sent).toMatchObject({ code: 'ok', data: { recipients: expected } })
    const { areaPublicationId } = z.parse(areas.sendMessage.response, sent.data)
    await settleJobs(test.database)

    const teacher = await test.signIn('teacher')
    const [got] = z.parse(z.array(message), (await ask(teacher, messages.unread)).data)
    expect(got).toMatchObject({
      importance: 3,
      titled: true,
      sender: { name: '春江区教育局', englishName: 'Chunjiang District Education Office' },
    })
    expect(got?.messageMeno).toContain('暑期安全提示')
    await teacher.post('/api/base/desktop/message_update_statusby_id', { desktopMessageId: got?.id ?? '' })
    const shown = z.parse(
      areas.showMessage.response,
      (await ask(officer, areas.showMessage, { areaPublicationId })).data,
    )
    expect(shown.schools).toHaveLength(2)
    expect(shown.schools.find(({ unitId }) => unitId === school)).toMatchObject({ state: 'sent', read: 1 })
    const listed = z.parse(areas.messages.response, (await ask(officer, areas.messages)).data)
    expect(listed).toMatchObject({ total: 1, messages: [{ areaPublicationId }] })

    // The school sees it among its messages, and can change nothing.
    const { publications: own } = z.parse(publications.list.response, (await ask(head, publications.list)).data)
    const here = own.find(({ title }) => title === TEXT.title)
    expect(here).toMatchObject({ author: null, office: { name: '春江区教育局' } })
    const publicationId = here?.publicationId ?? ''
    for (const endpoint of [publications.cancel, publications.recall, publications.remind])
      expect((await ask(head, endpoint, { publicationId })).code).toBe('publication.of_office')
    expect((await ask(head, publications.show, { publicationId })).code).toBe('ok')

    expect((await ask(stranger, areas.showMessage, { areaPublicationId })).code).toBe('publication.gone')
    expect((await ask(stranger, areas.recallMessage, { areaPublicationId })).code).toBe('publication.gone')
    expect(await ask(officer, areas.recallMessage, { areaPublicationId })).toMatchObject({
      code: 'ok',
      data: { recalled: expected - 1 },
    })
    expect((await ask(officer, areas.recallMessage, { areaPublicationId })).code).toBe('publication.not_sent')
    const another = await test.signIn('teacher', { host: GINKGO })
    const left = z.parse(z.array(message), (await ask(another, messages.unread)).data)
    expect(left.map(({ messageMeno }) => messageMeno).join('\n')).not.toContain(TEXT.title)
  })

  it('go to no school of another office', async () => {
    const send = (browser: TestBrowser, unitIds: string[]) =>
      ask(browser, areas.sendMessage, { ...TEXT, unitIds, userTypes: [2] })
    expect((await send(stranger, [school])).code).toBe('area.no_school')
    expect((await send(officer, [school, otherOffice])).code).toBe('area.no_school')
    expect((await ask(stranger, areas.count, { unitIds: school, userTypes: '2' })).code).toBe('area.no_school')
    expect((await send(clerk, [school])).code).toBe('access.denied')
    const { total } = z.parse(areas.messages.response, (await ask(officer, areas.messages)).data)
    expect(total).toBe(1)
  })

  it('sent again under the id of one whose answer was lost are sent once, and the id of another is refused', async () => {
    const newId = randomUUID()
    const send = (browser: TestBrowser, unitId: string, id = newId) =>
      ask(browser, areas.sendMessage, { ...TEXT, title: '再次提示', unitIds: [unitId], userTypes: [2], newId: id })
    const answers = await Promise.all([send(officer, school), send(officer, school)])
    for (const { code, data } of answers) {
      expect(code).toBe('ok')
      expect(data).toMatchObject({ areaPublicationId: newId })
    }
    expect(answers[0]?.data).toEqual(answers[1]?.data)
    expect((await send(officer, school)).data).toEqual(answers[0]?.data)
    const rows = await runAsOwner(
      test,
      sql`
      select count(*)::int as made, (select count(*)::int from area_publication where title = '再次提示') as sent
      from publication where area_publication_id = ${newId}::uuid`,
    )
    expect(rows).toEqual([{ made: 1, sent: 1 }])
    const { unitId: elsewhere } = await readMe(stranger)
    await runAsOwner(test, sql`update area_publication set author_id = null where area_publication_id = ${newId}::uuid`)
    expect((await send(officer, school)).code).toBe('request.invalid')
    await runAsOwner(
      test,
      sql`update area_publication set unit_id = ${elsewhere}::uuid where area_publication_id = ${newId}::uuid`,
    )
    expect((await send(officer, school)).code).toBe('request.invalid')
    await runAsOwner(test, sql`delete from publication where area_publication_id = ${newId}::uuid`)
    await runAsOwner(test, sql`delete from area_publication where area_publication_id = ${newId}::uuid`)
  })

  it('are to-dos with a last day too, and how many have done them is counted', async () => {
    const send = (changes: object) =>
      ask(officer, areas.sendMessage, { ...TEXT, unitIds: [school, ginkgo], userTypes: [2], ...changes })
    const TODO = { kind: 'todo', title: '填报学籍', dueOn: '2090-06-30' }
    expect(await send({ ...TODO, dueOn: '2020-01-01' })).toMatchObject({
      code: 'publication.past',
      fieldErrors: [{ field: 'dueOn' }],
    })
    const { areaPublicationId } = z.parse(areas.sendMessage.response, (await send(TODO)).data)
    await settleJobs(test.database)
    const [got] = await runAsOwner(
      test,
      sql`select t.todo_id as id, t.title, t.due_on::text as due from todo t join user_account a using (user_id)
        where a.unit_id = ${school} and a.login_name = 'teacher' and t.title like '填报学籍%'`,
    )
    expect(got).toMatchObject({ due: '2090-06-30' })
    await runAsOwner(test, sql`update todo set closed_at = now() where todo_id = ${got?.['id']}`)
    const shown = z.parse(
      areas.showMessage.response,
      (await ask(officer, areas.showMessage, { areaPublicationId })).data,
    )
    expect(shown).toMatchObject({ kind: 'todo', dueOn: '2090-06-30', text: '' })
    expect(shown.schools.find(({ unitId }) => unitId === school)).toMatchObject({ state: 'sent', read: 1 })
    expect((await ask(officer, areas.recallMessage, { areaPublicationId })).code).toBe('ok')
    const [left] = await runAsOwner(test, sql`select count(*)::int as n from todo where title like '填报学籍%'`)
    expect(left).toEqual({ n: 1 })
  })

  it('wait for their time, and none goes out once they were cancelled', async () => {
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const send = (changes: object) =>
      ask(officer, areas.sendMessage, {
        ...TEXT,
        title: '定时通知',
        unitIds: [school, ginkgo],
        userTypes: [2],
        ...changes,
      })
    expect(await send({ sendAt: '2020-01-01T00:00:00Z' })).toMatchObject({
      code: 'publication.past',
      fieldErrors: [{ field: 'sendAt' }],
    })
    const idOf = (answer: Envelope) => z.parse(areas.sendMessage.response, answer.data).areaPublicationId
    const [goes, stays] = [idOf(await send({ sendAt })), idOf(await send({ sendAt, title: '取消的通知' }))]
    await settleJobs(test.database)
    const show = async (areaPublicationId: string) =>
      z.parse(areas.showMessage.response, (await ask(officer, areas.showMessage, { areaPublicationId })).data)
    expect((await show(goes)).schools.map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])
    expect(Date.parse((await show(goes)).sentAt)).toBe(Math.floor(Date.parse(sendAt) / 1000) * 1000)
    expect((await ask(officer, areas.recallMessage, { areaPublicationId: stays })).data).toEqual({ recalled: 0 })
    // The time comes.
    await runAsOwner(
      test,
      sql`update publication set send_at = now() where area_publication_id is not null and state = 'scheduled'`,
    )
    await hastenJobs(test.database)
    await settleJobs(test.database)
    expect((await show(goes)).schools.map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect((await show(stays)).schools.map(({ state, recipients }) => [state, recipients])).toEqual([
      ['recalled', 0],
      ['recalled', 0],
    ])
    const [sent] = await runAsOwner(
      test,
      sql`select count(*) filter (where body like '%定时通知%')::int as goes, count(*) filter (where body like '%取消的通知%')::int as stays from message`,
    )
    expect(sent).toEqual({ goes: 2, stays: 0 })
  })

  it('do not go out once their author may not write to schools any more, or the school is of the office no more', async () => {
    const sendTo = async (unitId: string) => {
      const answer = await ask(officer, areas.sendMessage, {
        ...TEXT,
        title: '过期的通知',
        unitIds: [unitId],
        userTypes: [2],
        sendAt: new Date(Date.now() + 3_600_000).toISOString(),
      })
      return z.parse(areas.sendMessage.response, answer.data).areaPublicationId
    }
    const letTimeCome = async (areaPublicationId: string) => {
      await runAsOwner(
        test,
        sql`update publication set send_at = now() where area_publication_id = ${areaPublicationId}`,
      )
      await hastenJobs(test.database)
      await settleJobs(test.database)
    }
    const closed = await sendTo(school)
    await runAsOwner(test, sql`update user_account set status = 0 where user_id = ${officerId}`)
    await letTimeCome(closed)
    await runAsOwner(test, sql`update user_account set status = 1 where user_id = ${officerId}`)
    const left = await sendTo(ginkgo)
    await runAsOwner(test, sql`update unit set area_id = null where unit_id = ${ginkgo}`)
    await letTimeCome(left)
    await runAsOwner(test, sql`update unit set area_id = ${office} where unit_id = ${ginkgo}`)

    const show = async (areaPublicationId: string) =>
      z.parse(areas.showMessage.response, (await ask(officer, areas.showMessage, { areaPublicationId })).data).schools
    for (const areaPublicationId of [closed, left]) {
      expect(await show(areaPublicationId)).toMatchObject([{ state: 'stopped', recipients: 0 }])
      expect((await ask(officer, areas.recallMessage, { areaPublicationId })).data).toEqual({ recalled: 0 })
      expect(await show(areaPublicationId)).toMatchObject([{ state: 'recalled' }])
    }
    const [sent] = await runAsOwner(test, sql`select count(*)::int as n from message where body like '%过期的通知%'`)
    expect(sent).toEqual({ n: 0 })
  })
})

describe('the people of a school that lets its office in', () => {
  it('are searched by what is shown alone: names, and neither numbers nor login names', async () => {
    await ask(operator, units.saveArea, { unitId: school, areaId: office })
    expect((await grant()).code).toBe('ok')
    const rows = await runAsOwner(
      test,
      sql`select s.real_name as name, s.student_number as word, '1' as type from student s
          where s.unit_id = ${school} and s.class_id is not null and s.student_number <> ''
        union all select a.real_name, a.login_name, a.user_type::text from user_account a
          where a.unit_id = ${school} and a.status = 1 and a.login_name ~ '\\d' and a.user_type > 1
        union all select a.real_name, m.staff_number, a.user_type::text from staff_member m join user_account a using (user_id)
          where a.unit_id = ${school} and a.status = 1 and m.staff_number <> ''`,
    )
    expect(rows.length).toBeGreaterThan(20)
    const find = async (query: string, userType: string) => {
      const { code, data } = await ask(officer, areas.people, { unitId: school, query, userType })
      expect(code).toBe('ok')
      return z.parse(areas.people.response, data)
    }
    for (const type of ['1', '2', '3', '4'])
      for (const { word } of rows.filter((row) => row['type'] === type).slice(0, 4))
        expect([word, (await find(String(word), type)).total]).toEqual([word, 0])
    const [pupil] = rows
    const found = await find(String(pupil?.['name']), String(pupil?.['type']))
    expect(found.people.map(({ realName }) => realName)).toContain(pupil?.['name'])
  })
})
