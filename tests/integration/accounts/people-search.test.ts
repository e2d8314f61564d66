import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as desktopSearch from '../../../contract/endpoints/desktop/desktop-search.ts'
import type { Person } from '../../../contract/endpoints/desktop/desktop-search.ts'
import { fillPinyin } from '../../../server/modules/desktop/pinyin.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function find(browser: TestBrowser, query: string): Promise<Person[]> {
  const { envelope } = await browser.get(`${desktopSearch.people.path}?${new URLSearchParams({ query })}`)
  if (envelope.code !== 'ok') throw new Error(envelope.code)
  return z.parse(desktopSearch.people.response, envelope.data)
}
const namesOf = async (browser: TestBrowser, query: string) => (await find(browser, query)).map(({ name }) => name)

async function readRows(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return test.database.asOwner(async (tx) => (await tx.execute(query)).rows)
}

const named = z.array(z.object({ name: z.string(), pinyin: z._default(z.string(), '') }))
const readPeople = async (query: ReturnType<typeof sql>) => z.parse(named, await readRows(query))

const inRiverside = sql`unit_id = (select unit_id from unit_host where host = 'localhost')`

/** A person of a type in the demo school who is not one of the known accounts. */
async function somebody(userType: number): Promise<{ name: string; pinyin: string }> {
  const [found] = await readPeople(sql`
    select real_name as name, name_pinyin as pinyin from user_account
    where ${inRiverside} and user_type = ${userType} and login_name ~ '[0-9]' order by login_name limit 1`)
  if (!found) throw new Error('nobody')
  return found
}

/** The class teachers of the classes of a known account: its own, or its children's. */
async function classTeachers(loginName: string): Promise<string[]> {
  const rows = await readPeople(sql`
    select distinct t.real_name as name from user_account a
    left join guardian g on g.parent_id = a.user_id
    join student s on s.user_id = a.user_id or s.student_id = g.student_id
    join class_group c using (class_id) join user_account t on t.user_id = c.head_teacher_id
    where a.login_name = ${loginName} and a.unit_id = (select unit_id from unit_host where host = 'localhost')`)
  return rows.map(({ name }) => name)
}

describe('people', () => {
  it('are found by a teacher by name, by pinyin and by initials, with what they are and where, and no way to reach them', async () => {
    const teacher = await test.signIn('teacher')
    for (const type of [1, 2, 3, 4]) {
      const { name, pinyin } = await somebody(type)
      const initials = pinyin.replaceAll(/(\S)\S*\s*/g, '$1')
      expect(await namesOf(teacher, name)).toContain(name)
      expect((await namesOf(teacher, pinyin.replaceAll(' ', '')))[0]).toBe(name)
      expect((await namesOf(teacher, pinyin))[0]).toBe(name)
      expect((await namesOf(teacher, pinyin.toUpperCase()))[0]).toBe(name)
      const byInitials = await find(teacher, initials)
      expect(byInitials.length).toBeGreaterThan(0)
      for (const one of byInitials) expect(one.pinyin.join(' ')).toBeTruthy()
      const [found] = await find(teacher, name)
      expect(found).toMatchObject({ name, userType: type, pinyin: pinyin.split(' ') })
      expect(found?.places.length).toBeGreaterThan(0)
      expect(Object.keys(found ?? {}).toSorted()).toEqual([
        'attendanceGroup',
        'englishName',
        'id',
        'mayWrite',
        'name',
        'pinyin',
        'places',
        'studentId',
        'userType',
      ])
    }
  })

  it('come with the group of attendance in which the caller sees them, and with the school’s record of a pupil', async () => {
    const [own, foreign, parent, staff] = await readRows(sql`
      with head as (select class_id, unit_id from class_group where head_teacher_id =
        (select user_id from user_account where login_name = 'teacher' and ${inRiverside}))
      (select s.real_name as name, s.student_id as id, s.class_id as "group" from student s join head using (class_id) order by s.student_number limit 1)
      union all
      (select s.real_name, s.student_id, s.class_id from student s join head using (unit_id) where s.class_id <> head.class_id
        and s.real_name not in (select real_name from student where class_id = head.class_id) order by s.student_number limit 1)
      union all (select real_name, user_id, null from user_account where login_name = 'parent' and ${inRiverside})
      union all (select real_name, user_id, null from user_account where login_name = 'staff' and ${inRiverside})`)
    const seenBy = async (browser: TestBrowser, person: Record<string, unknown> | undefined) =>
      (await find(browser, String(person?.['name']))).find(
        ({ id, studentId }) => studentId === person?.['id'] || id === person?.['id'],
      )
    const teacher = await test.signIn('teacher')
    const admin = await test.signIn('admin')
    expect(await seenBy(teacher, own)).toMatchObject({ studentId: own?.['id'], attendanceGroup: own?.['group'] })
    expect(await seenBy(teacher, foreign)).toMatchObject({ studentId: foreign?.['id'], attendanceGroup: null })
    expect(await seenBy(teacher, staff)).toMatchObject({ studentId: null, attendanceGroup: null })
    expect(await seenBy(admin, foreign)).toMatchObject({ attendanceGroup: foreign?.['group'] })
    expect(await seenBy(admin, staff)).toMatchObject({ attendanceGroup: 'staff' })
    expect(await seenBy(admin, parent)).toMatchObject({ studentId: null, attendanceGroup: null })
  })

  it('come best first and at most twenty at once', async () => {
    const staff = await test.signIn('staff')
    const found = await find(staff, 'l')
    expect(found).toHaveLength(20)
    expect(found.filter(({ pinyin }) => !pinyin[0]?.startsWith('l'))).toEqual([])
  })

  it('include pupils without an account, once', async () => {
    const teacher = await test.signIn('teacher')
    const [pupil] = await readPeople(
      sql`select real_name as name from student where ${inRiverside} and user_id is null order by student_number limit 1`,
    )
    expect((await find(teacher, pupil?.name ?? '')).filter(({ name }) => name === pupil?.name)).toHaveLength(1)
  })

  it('are for pupils and parents the class teachers of their own and their children’s classes, and nobody else', async () => {
    const everybody = await readPeople(
      sql`select real_name as name from user_account where ${inRiverside} union select real_name from student where ${inRiverside}`,
    )
    // One letter that many names have, and some surnames: what may be seen must be the same few whatever is asked.
    const queries = ['a', 'i', 'n', 'wang', '李', '张', '王', ...everybody.slice(0, 40).map(({ name }) => name)]
    for (const loginName of ['student', 'parent']) {
      const browser = await test.signIn(loginName)
      const expected = await classTeachers(loginName)
      expect(expected.length).toBeGreaterThan(0)
      const seen = new Set<string>()
      for (const query of queries) for (const name of await namesOf(browser, query)) seen.add(name)
      expect([...seen].filter((name) => !expected.includes(name))).toEqual([])
      for (const name of expected) expect(await namesOf(browser, name)).toEqual([name])
    }
  })

  it('of another unit, of a closed account, and oneself are never found', async () => {
    const teacher = await test.signIn('teacher')
    const [elsewhere] = await readPeople(sql`
      select real_name as name from user_account where not (${inRiverside})
        and real_name not in (select real_name from user_account where ${inRiverside}) limit 1`)
    expect(await namesOf(teacher, elsewhere?.name ?? '')).toEqual([])
    const [self] = await readPeople(
      sql`select real_name as name from user_account where ${inRiverside} and login_name = 'teacher'`,
    )
    const parentToo = (await find(teacher, self?.name ?? '')).filter(({ userType }) => userType !== 3)
    expect(parentToo).toEqual([])
    const { name } = await somebody(4)
    await readRows(sql`update user_account set status = 0 where ${inRiverside} and real_name = ${name}`)
    expect(await namesOf(teacher, name)).toEqual([])
    await readRows(sql`update user_account set status = 1 where ${inRiverside} and real_name = ${name}`)
  })

  it('who are renamed or added are found by their new pinyin once the cleanup job has run, and by their characters at once', async () => {
    const teacher = await test.signIn('teacher')
    const { name } = await somebody(2)
    await readRows(sql`update user_account set real_name = '曾吕布' where ${inRiverside} and real_name = ${name}`)
    expect(await namesOf(teacher, '吕布')).toEqual(['曾吕布'])
    expect(await namesOf(teacher, 'zenglv')).toEqual([])
    expect(await fillPinyin(test.database)).toBe(1)
    expect(await namesOf(teacher, 'zenglv')).toEqual(['曾吕布'])
    expect(await namesOf(teacher, 'zlb')).toContain('曾吕布')
  })

  it('are not given to who types faster than anybody', async () => {
    const staff = await test.signIn('staff', { address: '192.0.2.77' })
    const codes = new Set<string>()
    for (let at = 0; !codes.has('request.rate_limited'); at += 1)
      codes.add((await staff.get(`${desktopSearch.people.path}?query=x${at}`)).envelope.code)
    expect([...codes]).toEqual(['ok', 'request.rate_limited'])
    // The next person at the same address is not concerned.
    expect(await namesOf(await test.signIn('admin', { address: '192.0.2.77' }), 'li')).not.toEqual([])
  })

  it('are found in a unit of twenty thousand too', async () => {
    await readRows(sql`
      insert into user_account (unit_id, login_name, real_name, user_type, name_pinyin)
      select u.unit_id, 'many' || at, '测' || at, 1, 'ce ' || rtrim(regexp_replace(at::text, '(.)', '\\1 ', 'g')) from unit_host u, generate_series(1, 20000) as at where u.host = 'ginkgo.localhost'`)
    const teacher = await test.signIn('teacher', { host: 'ginkgo.localhost' })
    await find(teacher, 'ce1')
    expect(await find(teacher, 'ce19')).toHaveLength(20)
    expect((await find(teacher, '测20000')).map(({ name }) => name)).toEqual(['测20000'])
  })
})

describe('the search index', () => {
  it('gives the syllables of the names of one’s own applications, character by character', async () => {
    const student = await test.signIn('student')
    const { envelope } = await student.get(desktopSearch.searchIndex.path)
    const index = z.parse(desktopSearch.searchIndex.response, envelope.data)
    expect(index.find(({ code }) => code === 'national-library')?.shortName).toEqual([
      'guo',
      'jia',
      'tu',
      'shu',
      'guan',
    ])
    expect(index.find(({ code }) => code === 'geogebra')?.name.slice(0, 10)).toEqual([...'geogebra', '', 'dong'])
    expect(index.map(({ code }) => code)).not.toContain('fire-safety')
  })
})
