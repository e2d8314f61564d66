import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as joinEndpoints from '../../../contract/endpoints/family/join.ts'
import { exportPeople } from '../../../contract/endpoints/people/imports.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

// A guardian without a phone, or with one that is another's username, is recorded and comes by the guardian code of a child.

const SHEET = [
  '姓名,学号,年级,班级,监护人1姓名,监护人1关系,监护人1手机,监护人2姓名,监护人2关系,监护人2手机',
  '缪一,870001,八年级,87班,缪父,父亲,,缪母,母亲,13811870001',
  '缪二,870002,八年级,87班,缪父,父亲,,缪祖母,祖母,13811870001',
  '',
].join('\n')
const PASSWORD = 'Kestrel-Harbour-58'

let test: TestApp
let admin: TestBrowser
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  caller = createImportCaller(test, admin)
  const { importId, counts } = await caller.preview('without.csv', SHEET)
  expect(counts).toMatchObject({ new: { people: 2, parents: 4 }, error: { people: 0 } })
  await caller.apply(importId)
})
afterAll(() => test.close())

async function show(kind: 'pupil' | 'account', id = '') {
  const { envelope } = await admin.get(`${people.show.path}?kind=${kind}&id=${id}`)
  return z.parse(people.show.response, envelope.data)
}

async function find(name: string) {
  const { envelope } = await admin.get(`${people.list.path}?query=${encodeURIComponent(name)}&state=all`)
  return z.parse(people.list.response, envelope.data).people.filter(({ realName }) => realName === name)
}

async function give(name: string) {
  const keys = (await find(name)).map(({ kind, id }) => ({ kind, id }))
  const { data } = await ask(admin, people.firstPasswords, { people: keys, onlyNew: true })
  return z.parse(people.firstPasswords.response, data)
}

const join = (code: string, guardianId: string, realName: string, loginName: string, child = '缪一') =>
  ask(test.visit(), joinEndpoints.create, {
    code,
    child,
    guardianId,
    realName,
    relation: 'father',
    loginName,
    newPassword: PASSWORD,
  })

describe('a guardian without a phone of their own', () => {
  it('is recorded without a username: in the list, on the pages of the child and the guardian, and in the export', async () => {
    const recorded = [...(await find('缪父')), ...(await find('缪祖母'))]
    expect(recorded.map(({ loginName, password }) => [loginName, password])).toEqual([
      ['', 'none'],
      ['', 'none'],
      ['', 'none'],
    ])
    expect((await find('缪母')).map(({ loginName }) => loginName)).toEqual(['13811870001'])
    const [pupil] = await find('缪一')
    expect((await show('pupil', pupil?.id)).guardians.map(({ loginName }) => loginName).toSorted()).toEqual([
      '',
      '13811870001',
    ])
    const file = (await caller.file(`${exportPeople.path}?format=people.csv`)).toString()
    expect(file).toContain('缪父')
    expect(file).not.toMatch(/\bp[0-9a-f]{12}\b/)
  })

  it('signs in with nothing that is typed', async () => {
    for (const username of ['', ' ', '\u200B', '缪父'])
      expect((await test.visit().post(session.login.path, { username, password: PASSWORD })).envelope.code).not.toBe(
        'ok',
      )
  })

  it('changes nothing when the export is imported again, in each form', async () => {
    // One with more than the row of a child says has a row of the own.
    const [grandmother] = await find('缪祖母')
    await runAsOwner(test, sql`update user_account set email = 'nai@example.org' where user_id = ${grandmother?.id}`)
    for (const [format, name] of [
      ['people.csv', 'again.csv'],
      ['xlsx', 'again.xlsx'],
      ['oneroster', 'again.zip'],
    ] as const) {
      const { counts } = await caller.preview(name, await caller.file(`${exportPeople.path}?format=${format}`))
      expect([format, counts]).toMatchObject([
        format,
        {
          new: { people: 0, parents: 0, guardians: 0 },
          changed: { people: 0, parents: 0, guardians: 0 },
          ambiguous: { people: 0, guardians: 0 },
          error: { people: 0, guardians: 0 },
        },
      ])
    }
    expect((await caller.preview('again.csv', SHEET)).counts).toMatchObject({
      new: { parents: 0, guardians: 0 },
      changed: { parents: 0, guardians: 0 },
    })
  })

  it('is saved by the form as it is, and a new one is not made so', async () => {
    const [person] = await find('缪祖母')
    const page = await show('account', person?.id)
    const save = (given: object) =>
      ask(admin, people.save, {
        userType: 3,
        realName: '缪祖母',
        englishName: 'Granny',
        number: '',
        loginName: '',
        sex: null,
        birthday: null,
        classId: null,
        departmentId: null,
        positionTitle: '',
        englishPositionTitle: '',
        email: page.email,
        phone: page.phone,
        ...given,
      })
    expect((await save({ key: { kind: 'account', id: page.id }, version: page.version })).code).toBe('ok')
    expect((await save({ key: null, version: null, phone: null, email: null })).fieldErrors?.[0]?.field).toBe(
      'loginName',
    )
  })

  it('gets the guardian code of a child in place of a password, the same one as the other parent, and no credential', async () => {
    const keys = [...(await find('缪父')), ...(await find('缪祖母')), ...(await find('缪母'))]
    const { data } = await ask(admin, people.firstPasswords, {
      people: keys.map(({ kind, id }) => ({ kind, id })),
      onlyNew: true,
    })
    const { slips, codes } = z.parse(people.firstPasswords.response, data)
    expect(slips.map(({ loginName }) => loginName)).toEqual(['13811870001'])
    expect(new Set(codes.map(({ kind, realName }) => `${kind} ${realName}`))).toEqual(
      new Set(['pupil 缪一', 'pupil 缪二']),
    )
    expect(codes).toHaveLength(2)
    expect((await find('缪父')).map(({ password }) => password)).toEqual(['none', 'none'])
  })

  it('takes the account over with the code and the full name, under a username of their choice', async () => {
    const fathers = (await find('缪父')).map(({ id }) => id)
    const { codes } = await give('缪父')
    const code = codes.find(({ realName }) => realName === '缪一')?.guardianCode ?? ''
    const { data } = await ask(test.visit(), joinEndpoints.check, { code, child: '缪一' })
    const offered = z.parse(joinEndpoints.check.response, data).guardians
    const father = offered.find(({ userId }) => fathers.includes(userId))
    expect(father?.name).toBe('缪**')
    expect((await join(code, father?.userId ?? '', '缪叔', 'miao-fu')).code).not.toBe('ok')
    expect((await join(code, father?.userId ?? '', '缪父', '')).code).not.toBe('ok')
    expect((await join(code, father?.userId ?? '', '缪父', 'miao-fu')).code).toBe('ok')
    expect(
      (await test.visit().post(session.login.path, { username: 'miao-fu', password: PASSWORD })).envelope.code,
    ).toBe('ok')
    expect(new Set((await find('缪父')).map(({ loginName }) => loginName))).toEqual(new Set(['', 'miao-fu']))
    expect((await caller.preview('again.csv', SHEET)).counts).toMatchObject({
      new: { parents: 0, guardians: 0 },
      changed: { parents: 0, guardians: 0 },
    })
  })
})
