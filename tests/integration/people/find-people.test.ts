import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as desktopSearch from '../../../contract/endpoints/desktop/desktop-search.ts'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { findShareReceivers } from '../../../contract/endpoints/storage/shares.ts'
import { findReceivers } from '../../../server/modules/messages/audience.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

const NOBODY = {
  key: null,
  userType: 2,
  realName: '',
  englishName: '',
  number: '',
  loginName: '',
  sex: null,
  birthday: null,
  classId: null,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: null,
  phone: null,
}

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  for (const [number, realName, englishName] of [
    ['T7001', '买买提·艾力', ''],
    ['T7002', 'Anna Müller', 'Zoë Ørsted'],
    ['ｔ7003', '\u2FBC晓明', ''],
  ] as const) {
    const input = { ...NOBODY, realName, englishName, number, loginName: number }
    expect((await ask(admin, people.save, input)).code).toBe('ok')
  }
})
afterAll(() => test.close())

const get = async (path: string, input: Record<string, string>) => {
  const { envelope } = await admin.get(`${path}?${new URLSearchParams(input).toString()}`)
  if (envelope.code !== 'ok') throw new Error(`${path}: ${envelope.code}`)
  return JSON.stringify(envelope.data)
}

/** Every search of people: what it answers, as text. */
const SEARCHES: Readonly<Record<string, (query: string) => Promise<string>>> = {
  'the list of people': (query) => get(people.list.path, { query }),
  'the desktop': (query) => get(desktopSearch.people.path, { query }),
  'who may get a role': (query) => get(unitRoles.find.path, { query }),
  'who gets a share': (query) => get(findShareReceivers.path, { query }),
  'who gets a message': async (query) => {
    const unitId = await unitOf(test)
    const [user] = await runAsOwner(
      test,
      sql`select user_id as id from user_account where login_name = 'admin' and unit_id = ${unitId}`,
    )
    return JSON.stringify(
      await test.database.inUnit({ unitId, userId: String(user?.['id']) }, (tx) => findReceivers(tx, null, query)),
    )
  },
  'who may give a face': async (query) => get(faceAdmin.candidates.path, { name: query }),
  'cards of attendance': (query) => get(attendanceAdmin.cards.path, { name: query }),
}

describe.each(Object.keys(SEARCHES))('%s', (name) => {
  const search = async (query: string) => (await SEARCHES[name]?.(query)) ?? ''

  it.each([
    ['买买提·艾力', ['买买提艾力', '买买提•艾力', '买买提 艾力', '艾力', 'maimaitiaili', 'MaiMaiTi Ai Li', 'mmtal']],
    ['Anna Müller', ['Müller', 'muller', 'Mueller', 'MUELLER', 'Mu\u0308ller', 'anna muller', 'Ｍüller']],
    ['\u2FBC晓明', ['高晓明', '\u2FBC晓明', 'gaoxiaoming', 'gxm']],
  ])('finds %s by each of %j', async (person, queries) => {
    const missed = []
    for (const query of queries) if (!(await search(query)).includes(person)) missed.push(query)
    expect(missed).toEqual([])
  })
})

it('the list of people finds a number and a login name in full width and in any case', async () => {
  for (const query of ['t7003', 'Ｔ7003', 'T７００３']) expect(await get(people.list.path, { query })).toContain('晓明')
  expect(await get(people.list.path, { query: 'zoe orsted' })).toContain('Anna Müller')
})

it('a login name signs in in full width, in any case and with invisible characters, and belongs to one account', async () => {
  const [teacher] = await runAsOwner(
    test,
    sql`select login_name as name from user_account where user_type = 2 and login_name = 'teacher' and unit_id = ${await unitOf(test)}`,
  )
  expect(teacher).toBeDefined()
  for (const name of ['ｔｅａｃｈｅｒ', 'TEACHER', '\u200Bteacher ', 'Ｔeacher'])
    expect(await test.signIn(name)).toBeDefined()
  const input = { ...NOBODY, realName: '甲', number: 'T7009', loginName: 'ＴＥＡＣＨＥＲ' }
  expect(await ask(admin, people.save, input)).toMatchObject({
    fieldErrors: [{ field: 'loginName' }],
  })
})
