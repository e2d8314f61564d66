import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as schoolYear from '../../../contract/endpoints/people/school-year.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as roster from '../../../contract/endpoints/people/roster.ts'
import { suggestTurn } from '../../../contract/rules/people/turn-year.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { accessOf, isSignedIn, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { pupilOf } from '../../support/schools/attendance-school.ts'

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let student: TestBrowser
/** The pupil with the account `student`, of the last grade; and one of the first. */
let pupil: { studentId: string; classId: string }
let young: typeof pupil
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  student = await test.signIn('student')
  pupil = await pupilOf(test, 'student')
  young = await pupilOf(test, '20260101')
})
afterAll(() => test.close())

const read = () => call(admin, schoolYear.read, {})

/** The usual plan for the year after the present one. */
async function planNow(): Promise<SentTo<typeof schoolYear.turn>> {
  const state = await read()
  const start = Number(state.current.endsOn?.slice(0, 4) ?? '')
  const { terms, ...days } = suggestYear(`${start}-09-01`)
  return {
    basis: state.basis,
    year: { ...days, terms: terms.map((term) => ({ ...term })) },
    ...suggestTurn(state),
    pupils: [],
    closeAccounts: true,
  }
}

/** All that a turn changes, as it is stored. */
async function everything() {
  const tables = [
    sql`select class_id, grade_id, name, english_name, head_teacher_id, position, closed_on from class_group order by class_id`,
    sql`select student_id, class_id, left_on, left_reason from student order by student_id`,
    sql`select user_id, status from user_account order by user_id`,
    sql`select unit_id, school_year, term from unit order by unit_id`,
    sql`select year_id, name from school_year order by year_id`,
    sql`select term_id from term order by term_id`,
    sql`select * from class_teacher order by class_id, user_id`,
    sql`select class_id, year_id from class_year order by class_id`,
    sql`select student_id, class_id from class_year_pupil order by student_id`,
  ]
  return Promise.all(tables.map((each) => runAsOwner(test, each)))
}

const names = (state: ResponseOf<typeof schoolYear.read>) =>
  state.classes.map(({ gradeId, name, students }) => {
    return `${state.grades.find((grade) => grade.gradeId === gradeId)?.name}${name} ${students}`
  })

async function undoLast(): Promise<string> {
  const { last } = await read()
  return (await ask(admin, schoolYear.undo, { turnId: last?.turnId ?? '' })).code
}

describe('the turn of the year', () => {
  it('is for holders of the code, and shows the own school alone', async () => {
    expect((await ask(teacher, schoolYear.read)).code).toBe('access.denied')
    expect((await ask(teacher, schoolYear.turn, await planNow())).code).toBe('access.denied')
    const ginkgo = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const theirs = await call(ginkgo, schoolYear.read, {})
    const ours = new Set((await read()).classes.map(({ classId }) => classId))
    expect(theirs.classes.some(({ classId }) => ours.has(classId))).toBe(false)
    const plan = { ...(await planNow()), basis: theirs.basis }
    expect((await ask(ginkgo, schoolYear.turn, plan)).code).toBe('year.stale')
  })

  it('writes nothing for a plan that is refused', async () => {
    const plan = await planNow()
    const state = await read()
    const [first] = plan.classes
    const [fresh] = plan.newClasses
    const gone = ({ studentId }: typeof young) => ({ studentId, into: null })
    const unknown = '018f0000-0000-7000-8000-000000000000'
    const before = await everything()
    const refused: [string, SentTo<typeof schoolYear.turn>][] = [
      ['year.stale', { ...plan, basis: 'x' }],
      ['year.stale', { ...plan, classes: plan.classes.slice(1) }],
      ['year.name_taken', { ...plan, year: { ...plan.year, name: state.current.name } }],
      ['request.invalid', { ...plan, year: { ...plan.year, endsOn: plan.year.startsOn } }],
      ['year.class_twice', { ...plan, newClasses: [fresh!, { ...fresh!, key: 'new-9' }] }],
      ['structure.gone', { ...plan, newClasses: [{ ...fresh!, gradeId: unknown }] }],
      ['structure.gone', { ...plan, newClasses: [{ ...fresh!, campusId: unknown }] }],
      ['structure.no_teacher', { ...plan, newClasses: [{ ...fresh!, headTeacherId: unknown }] }],
      ['people.gone', { ...plan, pupils: [{ studentId: unknown, into: null }] }],
      [
        'people.gone',
        {
          ...plan,
          pupils: [gone(young), gone(young)],
        },
      ],
      ['year.wrong_class', { ...plan, pupils: [{ studentId: young.studentId, into: 'new-99' }] }],
      ['request.invalid', { ...plan, classes: [{ ...first!, name: '' }, ...plan.classes.slice(1)] }],
    ]
    for (const [code, wrong] of refused) expect((await ask(admin, schoolYear.turn, wrong)).code).toBe(code)
    const early = { ...plan, year: { ...plan.year, startsOn: state.current.startsOn ?? '' } }
    expect((await ask(admin, schoolYear.turn, early)).code).toBe('year.too_early')
    expect(await everything()).toEqual(before)
  })

  it('moves classes on with their pupils, keeps what they were, and is undone without a trace', async () => {
    const head = (await readMe(teacher)).userId
    const [staying, leaving] = [pupil, young]
    const before = await read()
    expect(names(before)).toEqual(['四年级1班 32', '四年级2班 32', '七年级1班 32', '七年级2班 32'])
    const stored = await everything()
    const plan = await planNow()
    plan.pupils = [
      { studentId: staying.studentId, into: before.classes[0]?.classId ?? '' },
      { studentId: leaving.studentId, into: null },
    ]
    const other = await pupilOf(test, '20260202')
    plan.pupils.push({ studentId: other.studentId, into: 'new-1' })

    await call(admin, schoolYear.turn, plan)
    const after = await read()
    expect(names(after)).toEqual(['四年级1班 1', '四年级2班 0', '七年级1班 32', '七年级2班 31'])
    expect(after.current).toMatchObject({ name: plan.year.name, startsOn: plan.year.startsOn })
    expect(after.last).toMatchObject({
      from: before.current.name,
      to: plan.year.name,
      counts: { promoted: 2, graduatedClasses: 2, newClasses: 2, graduated: 63, left: 1, changed: 2 },
      isRecent: true,
      obstacles: [],
    })
    // Class teachers go along, and graduated classes are in no list.
    expect(after.classes[2]?.headTeacher?.userId).toBe(head)
    expect((await call(admin, structure.read, {})).classes).toHaveLength(4)
    expect(await call(admin, roster.classes, {})).toHaveLength(4)
    expect(await call(teacher, roster.classes, {})).toMatchObject([{ name: '七年级1班', own: true }])

    // A graduate's account is closed, that of the pupil who stays back is not.
    expect(await isSignedIn(test, accessOf(student))).toBe(true)
    const [graduate] = await runAsOwner(
      test,
      sql`select a.status, s.left_reason from student s join user_account a on a.user_id = s.user_id where s.left_reason = 'graduated' limit 1`,
    )
    expect(graduate).toEqual({ status: 0, left_reason: 'graduated' })
    const left = await call(admin, people.show, { kind: 'pupil', id: leaving.studentId })
    expect(left).toMatchObject({ active: false, left: { reason: 'left' } })

    // The history has every class with its head and its pupils as they were.
    const history = await runAsOwner(
      test,
      sql`select g.name || y.name as name, y.head_teacher_id, (select count(*)::int from class_year_pupil p where p.class_id = y.class_id) as pupils
        from class_year y join grade g using (grade_id) join class_group c using (class_id) order by g.position, y.name`,
    )
    expect(history.map(({ name, pupils }) => `${String(name)} ${String(pupils)}`)).toEqual(names(before))
    expect(history[0]?.['head_teacher_id']).toBe(head)

    const trail = await admin.get(`${adminEvents.path}?action=year.turn`)
    expect(z.parse(adminEvents.response, trail.envelope.data).events[0]).toMatchObject({
      target: { kind: 'year', name: plan.year.name },
      changes: { promoted: 2, graduated: 63 },
    })

    // The same plan again is another state.
    expect((await ask(admin, schoolYear.turn, plan)).code).toBe('year.stale')
    expect(await undoLast()).toBe('ok')
    expect(await everything()).toEqual(stored)
    expect((await read()).last).toBeNull()
  })

  it('is done once when two administrators confirm at once, and undone once', async () => {
    const plan = await planNow()
    const codes = await Promise.all([ask(admin, schoolYear.turn, plan), ask(admin, schoolYear.turn, plan)])
    expect(codes.map(({ code }) => code).toSorted()).toEqual(['ok', 'year.stale'])
    const { last } = await read()
    const turnId = last?.turnId ?? ''
    const undone = await Promise.all([ask(admin, schoolYear.undo, { turnId }), ask(admin, schoolYear.undo, { turnId })])
    expect(undone.map(({ code }) => code).toSorted()).toEqual(['ok', 'year.undo_gone'])
  })

  it('leaves accounts open where that is wanted', async () => {
    student = await test.signIn('student')
    await call(admin, schoolYear.turn, { ...(await planNow()), closeAccounts: false })
    expect(await isSignedIn(test, accessOf(student))).toBe(true)
    expect(await undoLast()).toBe('ok')
  })

  it('is refused for a pupil who is an administrator, to a caller who is none', async () => {
    const { userId } = await readMe(student)
    const { userId: caller } = await readMe(teacher)
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id)
        select a.unit_id, r.role_id, a.user_id from user_account a join role r on r.unit_id = a.unit_id and r.code = 'XX_SYS_' where a.user_id = ${userId}`,
    )
    await runAsOwner(
      test,
      sql`with r as (
          insert into role (unit_id, service, code, name, english_name)
          select unit_id, 'base', 'KEEP', '学籍管理', 'Registrar' from user_account where user_id = ${caller} returning unit_id, role_id),
        g as (insert into permission_grant (unit_id, code, role_id) select unit_id, 'base_people', role_id from r)
        insert into role_member (unit_id, role_id, user_id) select unit_id, role_id, ${caller} from r`,
    )
    const before = await everything()
    expect((await ask(teacher, schoolYear.turn, await planNow())).code).toBe('access.denied')
    expect(await everything()).toEqual(before)
    await runAsOwner(test, sql`delete from role_member where user_id in (${userId}, ${caller})`)
  })

  it('closes no account of who turns it, and is refused whole', async () => {
    student = await test.signIn('student')
    const { userId } = await readMe(student)
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id)
        select a.unit_id, r.role_id, a.user_id from user_account a join role r on r.unit_id = a.unit_id and r.code = 'REGISTRY' where a.user_id = ${userId}`,
    )
    const before = await everything()
    expect((await ask(student, schoolYear.turn, await planNow())).code).toBe('account.oneself')
    expect(await everything()).toEqual(before)
    await runAsOwner(test, sql`delete from role_member where user_id = ${userId}`)
  })
})

describe('the undo of a turn', () => {
  it('opens no account that has become an administrator’s, for a caller who is none', async () => {
    student = await test.signIn('student')
    const { userId } = await readMe(student)
    const { userId: caller } = await readMe(teacher)
    await call(admin, schoolYear.turn, await planNow())
    const give = (code: string, to: string) =>
      runAsOwner(
        test,
        sql`insert into role_member (unit_id, role_id, user_id)
          select a.unit_id, r.role_id, a.user_id from user_account a join role r on r.unit_id = a.unit_id and r.code = ${code} where a.user_id = ${to}`,
      )
    await give('XX_SYS_', userId)
    await give('REGISTRY', caller)
    const { last } = await read()
    const before = await everything()
    expect((await ask(teacher, schoolYear.undo, { turnId: last?.turnId ?? '' })).code).toBe('access.denied')
    expect(await everything()).toEqual(before)
    await runAsOwner(test, sql`delete from role_member where user_id in (${userId}, ${caller})`)
    expect(await undoLast()).toBe('ok')
  })

  it('puts no pupil back into a class that has got a right of the administration, for a caller who lacks it', async () => {
    const { userId: caller } = await readMe(teacher)
    const { classId } = pupil
    await call(admin, schoolYear.turn, { ...(await planNow()), closeAccounts: false })
    await runAsOwner(
      test,
      sql`with r as (
          insert into role (unit_id, service, code, name, english_name)
          select unit_id, 'own', 'CLASS_UNIT', '班级设置', 'Class' from class_group where class_id = ${classId} returning unit_id, role_id),
        g as (insert into permission_grant (unit_id, code, role_id) select unit_id, 'base_unit', role_id from r),
        c as (insert into role_member (unit_id, role_id, class_id) select unit_id, role_id, ${classId} from r)
        insert into role_member (unit_id, role_id, user_id)
        select a.unit_id, k.role_id, a.user_id from user_account a join role k on k.unit_id = a.unit_id and k.code = 'REGISTRY' where a.user_id = ${caller}`,
    )
    const { last } = await read()
    const before = await everything()
    expect((await ask(teacher, schoolYear.undo, { turnId: last?.turnId ?? '' })).code).toBe('access.denied')
    expect(await everything()).toEqual(before)
    // Who has the right already may give it.
    expect(await undoLast()).toBe('ok')
    await runAsOwner(test, sql`delete from role where code = 'CLASS_UNIT'`)
    await runAsOwner(test, sql`delete from role_member where user_id = ${caller}`)
  })

  it.each([
    [
      'classes',
      async (state: ResponseOf<typeof schoolYear.read>) => {
        const [, , promoted] = state.classes
        await runAsOwner(test, sql`update class_group set name = '火箭班' where class_id = ${promoted?.classId}`)
        return () =>
          runAsOwner(test, sql`update class_group set name = ${promoted?.name} where class_id = ${promoted?.classId}`)
      },
    ],
    [
      'pupils',
      async (state: ResponseOf<typeof schoolYear.read>) => {
        const { studentId } = pupil
        await call(admin, people.bringBack, {
          people: [{ kind: 'pupil', id: studentId, classId: state.classes[2]?.classId ?? '' }],
        })
        return () => call(admin, people.deactivate, { people: [{ kind: 'pupil', id: studentId }] })
      },
    ],
    [
      'newcomers',
      async (state: ResponseOf<typeof schoolYear.read>) => {
        const { studentId, classId } = young
        const into = (id?: string) =>
          runAsOwner(test, sql`update student set class_id = ${id} where student_id = ${studentId}`)
        await into(state.classes[0]?.classId)
        return () => into(classId)
      },
    ],
    [
      'names',
      async (state: ResponseOf<typeof schoolYear.read>) => {
        const [first] = state.classes
        await runAsOwner(
          test,
          sql`insert into class_group (unit_id, grade_id, campus_id, name, english_name)
            select unit_id, grade_id, campus_id, name, 'later' from class_group where class_id = ${first?.classId}`,
        )
        return () => runAsOwner(test, sql`delete from class_group where english_name = 'later'`)
      },
    ],
  ] as const)('is refused, and says why, when something depends on it: %s', async (kind, depend) => {
    const stored = await everything()
    await call(admin, schoolYear.turn, await planNow())
    const release = await depend(await read())
    const changed = await everything()
    const { last } = await read()
    expect(last?.obstacles).toMatchObject([{ kind, count: 1, names: [expect.any(String)] }])
    expect(await undoLast()).toBe('year.in_use')
    expect(await everything()).toEqual(changed)
    await release()
    expect((await read()).last?.obstacles).toEqual([])
    expect(await undoLast()).toBe('ok')
    expect(await everything()).toEqual(stored)
  })

  it('is over after 30 days, and nothing of another school', async () => {
    await call(admin, schoolYear.turn, await planNow())
    const turnId = (await read()).last?.turnId ?? ''
    const ginkgo = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await ask(ginkgo, schoolYear.undo, { turnId })).code).toBe('year.undo_gone')
    await runAsOwner(test, sql`update year_turn set at = at - interval '31 days'`)
    expect((await read()).last).toMatchObject({ isRecent: false, obstacles: [] })
    expect(await undoLast()).toBe('year.undo_gone')
    await runAsOwner(test, sql`update year_turn set at = at + interval '31 days'`)
    expect(await undoLast()).toBe('ok')
  })

  it('takes back the last of two turns, then the one before', async () => {
    const stored = await everything()
    await call(admin, schoolYear.turn, await planNow())
    const between = await read()
    await call(admin, schoolYear.turn, await planNow())
    expect(await undoLast()).toBe('ok')
    expect(await read()).toEqual(between)
    expect(await undoLast()).toBe('ok')
    expect(await everything()).toEqual(stored)
  })
})

describe('years edited without a turn', () => {
  const list = () => call(admin, schoolYear.listYears, {})
  const planOf = ({ present }: schoolYear.Years): SentTo<typeof schoolYear.saveYear> => {
    const { yearId: _, version, ...edited } = present
    return { year: edited, version }
  }
  const fieldOf = async (given: SentTo<typeof schoolYear.saveYear>) => {
    const { code, fieldErrors } = await ask(admin, schoolYear.saveYear, given)
    return [code, fieldErrors?.[0]?.field]
  }

  it('the present year has its name and days, and its terms theirs, which keep their identifiers', async () => {
    const before = await list()
    const plan = planOf(before)
    const [first, second] = plan.year.terms
    if (!first || !second) throw new Error('the demo has two terms')
    // The names change places, which are unique in a year.
    const terms = [
      { ...first, name: second.name, endsOn: '2027-01-15' },
      { ...second, name: first.name, startsOn: '2027-01-16' },
    ].map((one, at) => ({
      ...one,
      startsOn: at === 0 ? plan.year.startsOn : `${plan.year.endsOn.slice(0, 4)}-01-16`,
      endsOn: at === 0 ? `${plan.year.endsOn.slice(0, 4)}-01-15` : plan.year.endsOn,
    }))
    const after = await call(admin, schoolYear.saveYear, { ...plan, year: { ...plan.year, name: '新学年', terms } })
    expect(after.present).toMatchObject({ yearId: before.present.yearId, name: '新学年' })
    expect(after.present.terms.map(({ termId }) => termId)).toEqual([first.termId, second.termId])
    expect(after.present.terms.map(({ name }) => name)).toEqual([second.name, first.name])
    expect(await list()).toEqual(after)
    expect((await read()).current).toMatchObject({ name: '新学年' })
    const { events } = await call(admin, adminEvents, { action: 'year.save' })
    expect(events[0]).toMatchObject({ changes: { before: { name: before.present.name }, after: { name: '新学年' } } })
    // One term less, and back.
    const one = await call(admin, schoolYear.saveYear, {
      version: after.present.version,
      year: { ...plan.year, terms: [first] },
    })
    expect(one.present.terms).toHaveLength(1)
    await call(admin, schoolYear.saveYear, {
      version: one.present.version,
      year: { ...plan.year, terms: [first, { ...second, termId: null }] },
    })
    expect((await list()).present).toMatchObject({ name: before.present.name, startsOn: before.present.startsOn })
  })

  it('refuses an order or days that overlap, a name that is taken, and another year than the present one', async () => {
    const now = await list()
    const plan = planOf(now)
    const [first] = plan.year.terms
    if (!first) throw new Error('no term')
    const start = Number(plan.year.startsOn.slice(0, 4))
    await runAsOwner(
      test,
      sql`insert into school_year (unit_id, name, starts_on, ends_on) select unit_id, '去年', ${`${start - 1}-09-01`}::date, ${`${start}-08-31`}::date
        from unit_host where host = 'localhost'`,
    )
    expect(await fieldOf({ ...plan, year: { ...plan.year, name: '去年' } })).toEqual(['year.name_taken', 'name'])
    const early = `${start}-08-20`
    const terms = plan.year.terms.map((one, at) => (at === 0 ? { ...one, startsOn: early } : one))
    expect(await fieldOf({ ...plan, year: { ...plan.year, startsOn: early, terms } })).toEqual([
      'year.overlaps',
      'startsOn',
    ])
    expect(await fieldOf({ ...plan, year: { ...plan.year, endsOn: plan.year.startsOn } })).toEqual([
      'request.invalid',
      'year.endsOn',
    ])
    const ofNoYear = plan.year.terms.map((one) => ({ ...one, termId: randomUUID() }))
    expect((await ask(admin, schoolYear.saveYear, { ...plan, year: { ...plan.year, terms: ofNoYear } })).code).toBe(
      'year.stale',
    )
    expect((await ask(teacher, schoolYear.saveYear, plan)).code).toBe('access.denied')
    expect(await list()).toMatchObject({ present: now.present })
  })

  it('gives another year another name alone', async () => {
    const { present, others } = await list()
    const other = others.find(({ name }) => name === '去年')
    if (!other?.yearId) throw new Error('no other year')
    expect((await ask(admin, schoolYear.renameYear, { yearId: other.yearId, name: present.name })).code).toBe(
      'year.name_taken',
    )
    expect((await ask(admin, schoolYear.renameYear, { yearId: present.yearId ?? '', name: '别的' })).code).toBe(
      'year.stale',
    )
    const after = await call(admin, schoolYear.renameYear, { yearId: other.yearId, name: '上一学年' })
    expect(after.others.find(({ yearId }) => yearId === other.yearId)).toEqual({ ...other, name: '上一学年' })
    await runAsOwner(test, sql`delete from school_year where year_id = ${other.yearId}`)
  })

  it('brings the new name back when the turn after it is undone', async () => {
    const { present } = await list()
    await call(admin, schoolYear.turn, await planNow())
    const { others } = await list()
    const last = others.find(({ yearId }) => yearId === present.yearId)
    await call(admin, schoolYear.renameYear, { yearId: last?.yearId ?? '', name: '改名的学年' })
    expect(await undoLast()).toBe('ok')
    expect((await read()).current.name).toBe('改名的学年')
    const plan = planOf(await list())
    await call(admin, schoolYear.saveYear, { ...plan, year: { ...plan.year, name: present.name } })
  })
})

describe('the classes of a pupil by year', () => {
  it('are on the person’s page, the present one first, with the class teacher of then', async () => {
    const { name } = (await list()).present
    const before = await call(admin, people.show, { kind: 'pupil', id: young.studentId })
    expect(before.history).toMatchObject([{ yearId: null, year: name }])
    await call(admin, schoolYear.turn, await planNow())
    const { history } = await call(admin, people.show, { kind: 'pupil', id: young.studentId })
    expect(history).toHaveLength(2)
    expect(history[0]).toMatchObject({ yearId: null })
    expect(history[1]).toMatchObject({
      year: name,
      class: before.history[0]?.class,
      headTeacher: before.history[0]?.headTeacher,
    })
    expect(history[0]?.class).not.toEqual(history[1]?.class)
    expect(await undoLast()).toBe('ok')
  })
  const list = () => call(admin, schoolYear.listYears, {})
})
