import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'
import { pupilOf } from '../../support/schools/attendance-school.ts'

let test: TestApp
const people = new Map<string, TestBrowser>()
/** The first class, whose class teacher the demo's teacher is; and the last. */
let own = ''
let other = ''
beforeAll(async () => {
  test = await createTestApp()
  for (const name of ['admin', 'teacher', 'staff', 'parent', 'student']) people.set(name, await test.signIn(name))
  people.set('area', await test.signIn('staff', { host: 'area.localhost' }))
  people.set('ginkgo', await test.signIn('staff', { host: 'ginkgo.localhost' }))
  own = (await pupilOf(test, '20260101')).classId
  other = (await pupilOf(test, 'student')).classId
})
afterAll(() => test.close())

function as(name: string): TestBrowser {
  const browser = people.get(name)
  if (!browser) throw new Error(`${name} has not signed in`)
  return browser
}

const readers = [roster.classList, roster.contacts, roster.exportClass]

describe('the list of classes', () => {
  it('has a teacher’s own classes alone', async () => {
    const found = await call(as('teacher'), roster.classes)
    expect(found).toMatchObject([
      {
        classId: own,
        name: '四年级1班',
        englishName: 'Grade 4 Class 1',
        campus: { campusId: expect.any(String), name: '河东校区', englishName: 'East Bank Campus' },
        headTeacher: { realName: '林致远', englishName: 'Lin Zhiyuan' },
        own: true,
        students: 32,
      },
    ])
    expect(found[0] && found[0].boys + found[0].girls).toBe(32)
  })

  it('has all classes of the unit for other staff, those that they head first', async () => {
    expect((await call(as('staff'), roster.classes)).map(({ name, own: heads }) => [name, heads])).toEqual([
      ['四年级1班', false],
      ['四年级2班', false],
      ['七年级1班', false],
      ['七年级2班', false],
    ])
    await runAsOwner(
      test,
      sql`update class_group set head_teacher_id = (select user_id from user_account a where a.login_name = 'staff' and a.unit_id = class_group.unit_id)
        where class_id = ${other}`,
    )
    expect((await call(as('staff'), roster.classes)).map(({ name }) => name)[0]).toBe('七年级2班')
    await runAsOwner(test, sql`update class_group set head_teacher_id = null where class_id = ${other}`)
  })
})

describe('a class', () => {
  it('names students with number, sex, birthday and guardians, and tells no telephone number', async () => {
    const found = await call(as('teacher'), roster.classList, { classId: own })
    expect(found.students).toHaveLength(32)
    expect(found.students[0]).toMatchObject({
      studentNumber: '20260101',
      realName: '林溪',
      englishName: 'Lin Xi',
      sex: 2,
      guardians: [{ realName: '林致远', englishName: 'Lin Zhiyuan', relation: 'father' }],
    })
    expect(found.students[0]?.birthday).toMatch(/^201[67]-/)
    const { response } = await as('teacher').get(`${roster.classList.path}?classId=${own}`)
    expect(response.body).not.toMatch(/\b10[0-2]\d{8}\b|parentId/)
  })

  it('says how guardians are reached to who may know, does not let the answer be kept, and logs who read it', async () => {
    const { response } = await as('teacher').get(`${roster.contacts.path}?classId=${own}`)
    expect(response.headers['cache-control']).toBe('no-store')
    const found = await call(as('teacher'), roster.contacts, { classId: own })
    expect(found.students[0]?.guardians).toMatchObject([{ realName: '林致远', phone: '10220260000' }])
    const phones = found.students.flatMap(({ guardians }) => guardians.map(({ phone }) => phone))
    expect(phones.every((phone) => phone !== null && /^1\d{10}$/.test(phone))).toBe(true)
    const line = await until(() => test.logLines.find((one) => one.includes('"class list"')) ?? null)
    expect(JSON.parse(line)).toMatchObject({ action: 'roster.contacts', classId: own, contacts: true })
    expect(line).not.toContain('10220260000')
  })

  it('is exported with numbers only for holders of both codes, and only when they are asked for', async () => {
    const phones = async (name: string, contacts: string) =>
      (await call(as(name), roster.exportClass, { classId: own, contacts })).students[0]?.guardians[0]?.phone
    expect(await phones('teacher', 'true')).toBe('10220260000')
    expect(await phones('teacher', 'false')).toBeNull()
    expect(await phones('staff', 'true')).toBeNull()
    expect(await phones('admin', 'true')).toBe('10220260000')
  })
})

describe('who may read', () => {
  it('a teacher of another class is refused, as for one that does not exist', async () => {
    for (const row of readers) {
      expect((await ask(as('teacher'), row, { classId: other })).code).toBe('access.denied')
      expect((await ask(as('teacher'), row, { classId: 'none' })).code).toBe('access.denied')
    }
    expect((await ask(as('staff'), roster.classList, { classId: 'none' })).code).toBe('roster.class_gone')
  })

  it('a head of the class is refused with the next call once another is its head', async () => {
    const [before] = await runAsOwner(
      test,
      sql`select head_teacher_id as id from class_group where class_id = ${other}`,
    )
    const { userId } = await readMe(as('teacher'))
    const setHead = (id: unknown) =>
      runAsOwner(test, sql`update class_group set head_teacher_id = ${id}::uuid where class_id = ${other}`)
    const answered = async () => {
      const answers: string[] = []
      for (const row of readers.slice(0, 2)) answers.push((await ask(as('teacher'), row, { classId: other })).code)
      const listed = await call(as('teacher'), roster.classes)
      return [...answers, listed.some((one) => one.classId === other)]
    }
    await setHead(userId)
    expect((await answered()).at(0)).toBe('ok')
    expect((await answered()).at(-1)).toBe(true)
    await setHead(before?.['id'] ?? null)
    expect(await answered()).toEqual(['access.denied', 'access.denied', false])
  })

  it.each(['parent', 'student', 'area'])('%s is refused everything', async (name) => {
    expect((await ask(as(name), roster.classes)).code).toBe('access.denied')
    for (const row of readers) expect((await ask(as(name), row, { classId: own })).code).toBe('access.denied')
    expect((await ask(as(name), roster.saveColumns, { columns: [] })).code).toBe('access.denied')
  })

  it('numbers are for holders of their code alone', async () => {
    expect((await ask(as('staff'), roster.contacts, { classId: own })).code).toBe('access.denied')
    expect((await ask(as('admin'), roster.contacts, { classId: own })).code).toBe('ok')
  })

  it('a class of another school is not there', async () => {
    expect((await ask(as('ginkgo'), roster.classList, { classId: own })).code).toBe('roster.class_gone')
  })
})

describe('columns', () => {
  it('are kept for the person on all devices, in their order', async () => {
    expect((await call(as('teacher'), roster.classList, { classId: own })).columns).toBeNull()
    const columns = ['guardians', 'number']
    expect((await ask(as('teacher'), roster.saveColumns, { columns })).code).toBe('ok')
    people.set('teacher', await test.signIn('teacher'))
    expect((await call(as('teacher'), roster.classList, { classId: own })).columns).toEqual(columns)
    expect((await call(as('staff'), roster.classList, { classId: own })).columns).toBeNull()
    await runAsOwner(test, sql`update roster_view set columns = '["gone"]'`)
    expect((await call(as('teacher'), roster.classList, { classId: own })).columns).toBeNull()
  })

  it.each([[['number', 'number']], [['phone']], ['number']])('are refused when they are %j', async (columns) => {
    expect((await ask(as('teacher'), roster.saveColumns, { columns })).code).toBe('request.invalid')
  })
})

it('a number that breaks the rule is not stored', async () => {
  const wrong = runAsOwner(test, sql`update guardian_contact set phone = '12'`)
  await expect(wrong).rejects.toThrow()
})
