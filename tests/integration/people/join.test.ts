import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as join from '../../../contract/endpoints/family/join.ts'
import { GUARDIAN_CODE_USES } from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let admin: TestBrowser
let pupil: people.PersonPage
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  const { people: found } = await call(admin, people.list, { query: 'student' })
  const row = found.find(({ loginName }) => loginName === 'student')
  if (!row) throw new Error('the pupil is missing')
  pupil = await call(admin, people.show, { kind: row.kind, id: row.id })
})
afterAll(() => test.close())

let code: string
beforeEach(async () => {
  await run(sql`delete from login_attempt`)
  code = (await call(admin, guardianCodes.give, { pupils: [pupil.id] })).slips[0]?.guardianCode ?? ''
})

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

const proof = () => ({ code, child: pupil.realName })
const newcomer = (loginName: string) => ({
  ...proof(),
  realName: '林奶奶',
  relation: 'grandparent',
  loginName,
  newPassword: 'Kestrel-Harbour-58',
})
const shown = () => call(admin, people.show, { kind: 'pupil', id: pupil.id })

describe('a code for guardians', () => {
  it('is twelve signs on paper, and no readable code in the database', async () => {
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
    const rows = await run(sql`select c::text as stored from guardian_code c`)
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
    expect((await shown()).guardianCode).toMatchObject({ uses: 0 })
  })

  it('finds the child by the full name, in both languages, however it is typed', async () => {
    const { realName, englishName } = pupil
    for (const child of [realName, ` ${englishName.toUpperCase()} `, [...realName].join(' ')])
      expect(await ask(test.visit(), join.check, { code, child })).toMatchObject({
        code: 'ok',
        data: { realName, englishName },
      })
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await ask(test.visit(), join.check, { code: typed, child: realName })).code).toBe('ok')
  })

  it('is worth nothing with another name, at another school, after another was made, revoked, too old, or for a pupil who left', async () => {
    const wrong = await ask(test.visit(), join.check, { code, child: pupil.realName.slice(0, 1) })
    expect([wrong.code, wrong.fieldErrors?.[0]?.field]).toEqual(['join.name_differs', 'child'])
    expect((await ask(test.visit({ host: 'ginkgo.localhost' }), join.check, proof())).code).toBe('join.code_invalid')
    const before = proof()
    code = (await call(admin, guardianCodes.give, { pupils: [pupil.id] })).slips[0]?.guardianCode ?? ''
    expect((await ask(test.visit(), join.check, before)).code).toBe('join.code_invalid')
    expect((await ask(test.visit(), join.check, proof())).code).toBe('ok')
    await run(sql`update guardian_code set expires_at = now() - interval '1 second' where revoked_at is null`)
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
    code = (await call(admin, guardianCodes.give, { pupils: [pupil.id] })).slips[0]?.guardianCode ?? ''
    const { undo } = await call(admin, people.deactivate, { people: [{ kind: 'pupil', id: pupil.id }] })
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
    await call(admin, people.bringBack, { people: undo })
    expect((await ask(test.visit(), join.check, proof())).code).toBe('ok')
    await call(admin, guardianCodes.revoke, { studentId: pupil.id })
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
    expect((await shown()).guardianCode).toBeNull()
  })

  /** How long the counter that waits longest still waits, in seconds. */
  const waits = async () =>
    Number(
      (await run(sql`select coalesce(max(extract(epoch from blocked_until - now())), 0) as s from login_attempt`))[0]?.[
        's'
      ],
    )
  const pass = () => run(sql`update login_attempt set blocked_until = now()`)
  const STRANGER = { address: '198.51.100.7' }

  it('is guessed by nobody: of many wrong codes from an address each makes the next wait longer, and a right one waits too', async () => {
    const stranger = test.visit(STRANGER)
    const guess = async (at: number) => (await ask(stranger, join.check, { code: `GUESS${at}`, child: 'x' })).code
    const first: string[] = []
    for (let at = 0; at < 200; at += 1) first.push(await guess(at))
    // What is free, and what the clock gives back meanwhile.
    expect(first.filter((answer) => answer === 'join.code_invalid').length).toBeLessThan(30)
    expect(first.at(-1)).toBe('login.slow_down')
    const seconds: number[] = []
    for (let at = 0; at < 9; at += 1) {
      await pass()
      expect(await guess(at)).toBe('join.code_invalid')
      seconds.push(Math.round(await waits()))
    }
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
    expect(seconds.at(-1)).toBeGreaterThan(200)
    expect((await ask(stranger, join.check, proof())).code).toBe('login.slow_down')
    // The parents of other addresses go on, and those in the school.
    expect((await ask(test.visit(), join.check, proof())).code).toBe('ok')
  })

  it('makes guesses at the child’s name wait longer each time, from all addresses together, and ends with the twentieth', async () => {
    const wrong = async (at: number) =>
      (await ask(test.visit({ address: `198.51.100.${at + 10}` }), join.check, { code, child: `x${at}` })).code
    for (let at = 0; at < 5; at += 1) expect(await wrong(at)).toBe('join.name_differs')
    expect(await wrong(5)).toBe('login.slow_down')
    expect((await ask(test.visit(STRANGER), join.check, proof())).code).toBe('login.slow_down')
    const seconds: number[] = []
    for (let at = 6; at < 21; at += 1) {
      await pass()
      expect(await wrong(at)).toBe('join.name_differs')
      seconds.push(Math.round(await waits()))
    }
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
    expect(seconds.at(-1)).toBeGreaterThan(200)
    await pass()
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
  })
})

describe('a guardian', () => {
  it('makes an account with it, signs in, and has the child; the school sees who came', async () => {
    expect(await ask(test.visit(), join.create, newcomer('lin.nainai'))).toMatchObject({
      code: 'ok',
      data: { loginName: 'lin.nainai' },
    })
    const own = test.visit()
    const { envelope } = await own.post(session.login.path, { username: 'lin.nainai', password: 'Kestrel-Harbour-58' })
    expect(envelope).toMatchObject({ code: 'ok', data: { userType: 3 } })
    const page = await shown()
    expect(page.guardianCode).toMatchObject({ uses: 1 })
    // Whether they may agree to faces is for the school to say.
    expect(page.guardians.find(({ loginName }) => loginName === 'lin.nainai')).toMatchObject({
      realName: '林奶奶',
      relation: 'grandparent',
      mayConsent: false,
    })
    expect((await ask(own, join.redeem, { ...proof(), relation: 'other' })).code).toBe('join.already')
    expect((await shown()).guardianCode).toMatchObject({ uses: 1 })
  })

  it('is told at the field what is wrong with the account, and the code is not used up by it', async () => {
    const refusedAt = async (more: object) =>
      (await ask(test.visit(), join.create, { ...newcomer('lin.yeye'), ...more })).fieldErrors?.[0]?.field
    expect(await refusedAt({ loginName: 'TEACHER' })).toBe('loginName')
    expect(await refusedAt({ loginName: '林 爷爷' })).toBe('loginName')
    expect(await refusedAt({ newPassword: 'short' })).toBe('newPassword')
    expect(await refusedAt({ newPassword: 'lin.yeye' })).toBe('newPassword')
    expect((await shown()).guardianCode).toMatchObject({ uses: 0 })
  })

  it('adds the child to an account that is there; others than guardians do not', async () => {
    await run(sql`delete from guardian g using user_account a where a.user_id = g.parent_id and a.login_name = 'parent'
      and g.student_id = ${pupil.id}`)
    const parent = await test.signIn('parent')
    expect((await ask(parent, join.redeem, { ...proof(), relation: 'mother' })).code).toBe('ok')
    expect((await shown()).guardians.map(({ loginName }) => loginName)).toContain('parent')
    for (const name of ['teacher', 'student'])
      expect((await ask(await test.signIn(name), join.redeem, { ...proof(), relation: 'mother' })).code).toBe(
        'access.denied',
      )
  })

  it('is one of four at most, also when several come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: GUARDIAN_CODE_USES + 2 }, (_, at) =>
        ask(test.visit(), join.create, newcomer(`guardian${at}`)),
      ),
    )
    expect(answers.filter((answer) => answer.code === 'ok')).toHaveLength(GUARDIAN_CODE_USES)
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
    expect((await shown()).guardianCode).toBeNull()
    const [row] = await run(sql`select count(*)::int as made from user_account where login_name like 'guardian_'`)
    expect(row?.['made']).toBe(GUARDIAN_CODE_USES)
  })
})

describe('a guardian whom the school has entered', () => {
  const ENTERED = '欧阳建国'
  let guardianId: string
  beforeEach(async () => {
    await run(sql`delete from user_account where login_name in ('ouyang.import', 'ouyang.own')`)
    const [made] = await run(sql`
      insert into user_account (unit_id, user_type, login_name, real_name, name_pinyin)
      select s.unit_id, 3, 'ouyang.import', ${ENTERED}, 'ou yang jian guo' from student s where s.student_id = ${pupil.id} returning user_id`)
    guardianId = String(made?.['user_id'])
    await run(sql`
      insert into guardian (unit_id, parent_id, student_id, relation, may_consent) select s.unit_id, ${guardianId}, s.student_id, 'father', true from student s where s.student_id = ${pupil.id}`)
  })
  const offered = async () => {
    const { code: answer, data } = await ask(test.visit(), join.check, proof())
    expect(answer).toBe('ok')
    return z.parse(join.check.response, data).guardians
  }
  const claim = (more: object = {}) =>
    ask(test.visit(), join.create, {
      ...newcomer('ouyang.own'),
      realName: ENTERED,
      relation: 'father',
      guardianId,
      ...more,
    })

  it('is offered by the beginning of the name as long as nobody uses the account', async () => {
    expect(await offered()).toContainEqual({ userId: guardianId, name: '欧**' })
    expect(JSON.stringify(await offered())).not.toContain('建国')
    const uses = [
      sql`insert into credential (unit_id, user_id, password_hash, is_first) select unit_id, user_id, 'x', false from user_account where user_id = ${guardianId}`,
      sql`insert into sign_in_event (unit_id, user_id, kind, address, user_agent) select unit_id, user_id, 'signed-in', '', '' from user_account where user_id = ${guardianId}`,
      sql`update user_account set status = 0 where user_id = ${guardianId}`,
      sql`update user_account set parent_id = ${guardianId} where login_name = 'staff' and unit_id = (select unit_id from unit_host where host = 'localhost')`,
    ]
    const undo = [
      sql`delete from credential where user_id = ${guardianId}`,
      sql`delete from sign_in_event where user_id = ${guardianId}`,
      sql`update user_account set status = 1 where user_id = ${guardianId}`,
      sql`update user_account set parent_id = null where parent_id = ${guardianId}`,
    ]
    for (const [at, use] of uses.entries()) {
      await run(use)
      expect(await offered()).not.toContainEqual({ userId: guardianId, name: '欧**' })
      expect((await claim()).fieldErrors?.[0]?.field).toBe('realName')
      await run(undo[at] ?? sql`select`)
    }
  })

  it('takes the account over with the full name, keeps its children, and may agree to faces once the school says so', async () => {
    const wrong = await claim({ realName: '欧阳' })
    expect([wrong.code, wrong.fieldErrors?.[0]?.field]).toEqual(['join.guardian_differs', 'realName'])
    expect((await claim({ guardianId: crypto.randomUUID() })).code).toBe('join.guardian_differs')
    expect((await claim({ loginName: 'TEACHER' })).fieldErrors?.[0]?.field).toBe('loginName')
    const before = (await shown()).guardians.length
    expect(await claim()).toMatchObject({ code: 'ok', data: { loginName: 'ouyang.own' } })
    const own = test.visit()
    const signedIn = await own.post(session.login.path, { username: 'ouyang.own', password: 'Kestrel-Harbour-58' })
    expect(signedIn.envelope).toMatchObject({ code: 'ok', data: { userType: 3 } })
    const page = await shown()
    expect(page.guardians).toHaveLength(before)
    expect(page.guardians.find(({ userId }) => userId === guardianId)).toMatchObject({
      loginName: 'ouyang.own',
      relation: 'father',
      mayConsent: false,
    })
    expect(await offered()).not.toContainEqual({ userId: guardianId, name: '欧**' })

    const rights = { studentId: pupil.id, parentId: guardianId, mayConsent: true, isEmergencyContact: true }
    await call(admin, people.saveGuardian, rights)
    expect((await shown()).guardians.find(({ userId }) => userId === guardianId)).toMatchObject({
      mayConsent: true,
      isEmergencyContact: true,
    })
    expect((await ask(own, people.saveGuardian, rights)).code).toBe('access.denied')
    expect((await ask(admin, people.saveGuardian, { ...rights, parentId: crypto.randomUUID() })).code).toBe(
      'people.gone',
    )
    const foreign = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await ask(foreign, people.saveGuardian, rights)).code).toBe('people.gone')
  })

  it('is not given to a right name that was asked for before the code had to wait, and is answered after', async () => {
    for (let at = 0; at < 4; at += 1) expect((await claim({ realName: `x${at}` })).code).toBe('join.guardian_differs')
    const asked = await test.database.asOwner(async (tx) => {
      await tx.execute(sql`select from guardian_code where revoked_at is null for update`)
      const answer = claim()
      await until(
        async () =>
          (await run(sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
            .length > 0,
      )
      await tx.execute(sql`update login_attempt set blocked_until = now() + interval '1 minute'`)
      return { answer }
    })
    expect((await asked.answer).code).toBe('login.slow_down')
    await run(sql`update login_attempt set blocked_until = now()`)
    expect((await claim()).code).toBe('ok')
  })

  it('is taken over once, also by two at once, and wrong names end the code', async () => {
    const answers = await Promise.all([claim(), claim({ loginName: 'ouyang.two' })])
    expect(answers.filter((answer) => answer.code === 'ok')).toHaveLength(1)
    for (let at = 0; at < 20; at += 1) {
      await claim({ realName: `x${at}` })
      await run(sql`delete from login_attempt`)
    }
    expect((await ask(test.visit(), join.check, proof())).code).toBe('join.code_invalid')
  })
})

describe('who gives codes', () => {
  it('is the class teacher of the class for its pupils, and nobody for others', async () => {
    const teacher = await test.signIn('teacher')
    const [own] = await run(sql`
      select c.class_id, (select array_agg(s.student_id::text) from student s where s.class_id = c.class_id) as pupils from class_group c
      join user_account a on a.user_id = c.head_teacher_id where a.login_name = 'teacher' and c.closed_on is null
      and c.unit_id = (select unit_id from unit_host where host = 'localhost') limit 1`)
    const ids = z.parse(z.array(z.string()), own?.['pupils'])
    const { code: answer, data } = await ask(teacher, guardianCodes.giveOwn, {
      classId: own?.['class_id'],
      pupils: ids.slice(0, 2),
    })
    expect(answer).toBe('ok')
    expect(z.parse(guardianCodes.giveOwn.response, data).slips).toHaveLength(2)
    const [other] = await run(sql`
      select student_id from student where class_id <> ${own?.['class_id']} and unit_id = (select unit_id from unit_host where host = 'localhost') limit 1`)
    for (const pupils of [[String(other?.['student_id'])], [crypto.randomUUID()]])
      expect((await ask(teacher, guardianCodes.giveOwn, { classId: own?.['class_id'], pupils })).code).toBe(
        'access.denied',
      )
    expect((await ask(teacher, guardianCodes.give, { pupils: ids.slice(0, 1) })).code).toBe('access.denied')
    const { people: teachers } = await call(admin, people.list, { userType: '2', size: 1 })
    expect((await ask(admin, guardianCodes.give, { pupils: [teachers[0]?.id] })).code).toBe('people.gone')
  })
})
