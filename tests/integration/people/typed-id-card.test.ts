import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { placesOf } from '../../support/callers/places-of.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'

// The two examples printed in GB 11643, and the first as it was written before 1999.
const CARD = '11010519491231002X'
const OLD_CARD = '110105491231002'
const OTHER_CARD = '440524188001010014'

let test: TestApp
let admin: TestBrowser
let classId: string
let gradeId: string
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  const [first] = (await call(admin, structure.read, {})).classes
  classId = first?.classId ?? ''
  gradeId = first?.gradeId ?? ''
})
afterAll(() => test.close())

const pupil = (number: string, more: Partial<SentTo<typeof people.save>> = {}): SentTo<typeof people.save> => ({
  realName: '祁填',
  englishName: '',
  number,
  loginName: '',
  sex: null,
  birthday: null,
  classId,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: null,
  phone: null,
  key: null,
  userType: 1,
  version: null,
  ...more,
})

/** What a change of a known person sends beside what is given. */
async function change(key: people.PersonKey, number: string, more: Partial<SentTo<typeof people.save>>) {
  const { version } = await call(admin, people.show, key)
  return ask(admin, people.save, pupil(number, { key, version, ...more }))
}

describe('an identity number in the form of a person', () => {
  it.each(['E12345678', '11010519491231002', '110105194912310021', '11010519491231002Y'])(
    '%s is refused at its field, and nothing is written',
    async (idCard) => {
      const answer = await ask(admin, people.save, pupil('QT000', { idCard }))
      expect(answer.code).not.toBe('ok')
      expect(answer.fieldErrors?.map(({ field }) => field)).toEqual(['idCard'])
      expect(answer.fieldErrors?.[0]?.message).toContain('15 位数字，或 18 位')
      expect((await call(admin, people.list, { query: 'QT000' })).people).toEqual([])
    },
  )

  it('is kept sealed, stays where it is left out, is replaced, and goes with null; the trail says so without it', async () => {
    const key = await call(admin, people.save, pupil('QT001', { idCard: ' 110105 19491231 002x ' }))
    expect(await call(admin, people.showIdCard, key)).toMatchObject({ idCard: CARD })
    expect(await placesOf(test, CARD)).toEqual([])

    expect((await change(key, 'QT001', { realName: '祁改' })).code).toBe('ok')
    expect(await call(admin, people.showIdCard, key)).toMatchObject({ idCard: CARD })

    const before = await call(admin, people.show, key)
    expect((await change(key, 'QT001', { idCard: OTHER_CARD })).code).toBe('ok')
    expect(await call(admin, people.showIdCard, key)).toMatchObject({ idCard: OTHER_CARD })
    // Who read the page before saves over nothing.
    const late = await ask(admin, people.save, pupil('QT001', { key, version: before.version, idCard: CARD }))
    expect(late.code).toBe('record.changed')

    expect((await change(key, 'QT001', { idCard: null })).code).toBe('ok')
    expect((await call(admin, people.show, key)).details.hasIdCard).toBe(false)
    expect(await runAsOwner(test, sql`select from person_detail where student_id = ${key.id}`)).toEqual([])

    const events = await runAsOwner(
      test,
      sql`select changes ->> 'idCard' as told from admin_event where action = 'people.save' and target_id = ${key.id} order by at`,
    )
    expect(events.map(({ told }) => told)).toEqual(['entered', null, 'entered', 'removed'])
  })

  it('of another pupil is refused, however it is written; a parent may have it', async () => {
    const owner = await call(admin, people.save, pupil('QT002', { idCard: OLD_CARD }))
    const answer = await ask(admin, people.save, pupil('QT003', { idCard: CARD }))
    expect(answer.code).toBe('people.id_card_taken')
    const { holder } = z.parse(people.idCardHolder, answer.data)
    expect(holder).toMatchObject({ ...owner, realName: '祁填', number: 'QT002', active: true })
    expect(holder.places).toHaveLength(1)
    await call(admin, people.deactivate, { people: [owner] })
    const late = z.parse(people.idCardHolder, (await ask(admin, people.save, pupil('QT003', { idCard: CARD }))).data)
    expect(late.holder).toMatchObject({ active: false, places: [] })
    expect(answer.fieldErrors).toMatchObject([{ field: 'idCard' }])
    expect(answer.fieldErrors?.[0]?.message).toContain('已经登记在另一个人名下')
    const parent = await call(
      admin,
      people.save,
      pupil('', { userType: 3, loginName: 'qitian3', classId: null, idCard: CARD }),
    )
    expect(await call(admin, people.showIdCard, parent)).toMatchObject({ idCard: CARD })
  })

  it('given for several people at once, or a username or student number, is one’s, and the others are told at the field', async () => {
    const fieldsAt = async (fields: (nth: number) => object, number = (nth: number) => `QT01${nth}`) => {
      const answers = await Promise.all(
        [0, 1, 2, 3].map((nth) =>
          ask(admin, people.save, pupil(number(nth), { loginName: `qt01${nth}`, ...fields(nth) })),
        ),
      )
      return answers.map(({ code, fieldErrors }) => fieldErrors?.[0]?.field ?? code).toSorted()
    }
    expect(await fieldsAt(() => ({ idCard: '110105199002281234' }))).toEqual(['idCard', 'idCard', 'idCard', 'ok'])
    expect(
      await fieldsAt(
        () => ({ loginName: 'qt02' }),
        (nth) => `QT02${nth}`,
      ),
    ).toEqual(['loginName', 'loginName', 'loginName', 'ok'])
    expect(
      await fieldsAt(
        (nth) => ({ loginName: `qt03${nth}` }),
        () => 'QT030',
      ),
    ).toEqual(['number', 'number', 'number', 'ok'])
  })

  it('is not taken from one whose right counts in a part of the unit, who reads none either', async () => {
    const staff = await test.signIn('staff')
    const { userId } = await readMe(staff)
    const { roleId } = await call(admin, unitRoles.save, {
      roleId: null,
      name: '学籍',
      englishName: '',
      codes: ['administration', 'base_people'],
    })
    await call(admin, unitRoles.assign, {
      roleId,
      members: [{ holder: { kind: 'person', id: userId }, scope: { kind: 'grade', id: gradeId } }],
    })
    expect((await ask(staff, people.save, pupil('QT004', { idCard: OTHER_CARD }))).code).toBe('access.part')
    expect((await ask(staff, people.save, pupil('QT004'))).code).toBe('ok')
  })
})
