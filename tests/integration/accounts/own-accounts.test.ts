import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createTeacherCode, linkParent, unlinkParent } from '../../../contract/endpoints/family/own-accounts.ts'
import * as linkedSchools from '../../../contract/endpoints/family/linked-schools.ts'
import { switchLogin } from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { accessOf, eventsOf, isSignedIn, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'

const GINKGO = { host: 'ginkgo.localhost' }

let test: TestApp
let teacherId: string
let parentId: string
beforeAll(async () => {
  test = await createTestApp()
  teacherId = await addRankedPerson(test, { loginName: 'own-teacher', userType: 2 })
  parentId = await addRankedPerson(test, { loginName: 'own-parent', userType: 3 })
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`update user_account set parent_id = null where user_id = ${teacherId}`)
})

async function codeOf(browser: TestBrowser): Promise<string> {
  return z.parse(createTeacherCode.response, (await ask(browser, createTeacherCode)).data).code
}

describe('a teacher’s and a parent’s account of one person', () => {
  it('are linked by a code that the parent account makes and the teacher account takes', async () => {
    const [parent, teacher] = [await test.signIn('own-parent'), await test.signIn('own-teacher')]
    const code = await codeOf(parent)
    const linked = await ask(teacher, linkParent, { code: code.toLowerCase().replaceAll('-', ' ') })
    expect(linked.data).toMatchObject([{ teacherId, parentId }])
    const { envelope } = await teacher.get(`${switchLogin.path}?userId=${parentId}`)
    expect(envelope).toMatchObject({ code: 'ok', data: { userType: 3 } })
    expect((await eventsOf(test, parentId)).includes('account-linked')).toBe(true)
    expect((await eventsOf(test, teacherId)).includes('account-linked')).toBe(true)
  })

  it('lose the sessions of the parent account by the link, and its links with other schools', async () => {
    const parent = await test.signIn('own-parent')
    const elsewhere = await test.signIn('parent', GINKGO)
    const made = z.parse(
      linkedSchools.createLinkCode.response,
      (await ask(elsewhere, linkedSchools.createLinkCode)).data,
    )
    expect((await ask(parent, linkedSchools.link, { code: made.code })).code).toBe('ok')
    const code = await codeOf(parent)
    expect((await ask(await test.signIn('own-teacher'), linkParent, { code })).code).toBe('ok')
    expect(await isSignedIn(test, accessOf(parent))).toBe(false)
    expect(await runAsOwner(test, sql`select from account_link where ${parentId} in (user_id, other_user_id)`)).toEqual(
      [],
    )
  })

  it.each([
    ['made up', () => Promise.resolve('AAAAA-BBBBB-CCCCC-DDDDD')],
    [
      'made for another school',
      async () =>
        z.parse(
          linkedSchools.createLinkCode.response,
          (await ask(await test.signIn('own-parent'), linkedSchools.createLinkCode)).data,
        ).code,
    ],
    [
      'used',
      async () => {
        const code = await codeOf(await test.signIn('own-parent'))
        await ask(await test.signIn('own-teacher'), linkParent, { code })
        await runAsOwner(test, sql`update user_account set parent_id = null where user_id = ${teacherId}`)
        return code
      },
    ],
    [
      'over',
      async () => {
        const code = await codeOf(await test.signIn('own-parent'))
        await runAsOwner(test, sql`update account_link_code set expires_at = now()`)
        return code
      },
    ],
    ['of another unit', async () => codeOf(await test.signIn('parent', GINKGO))],
  ])('are not linked by a code that is %s', async (_, make) => {
    const code = await make()
    expect((await ask(await test.signIn('own-teacher'), linkParent, { code })).code).toBe('link.code_wrong')
  })

  it('are slowed down after wrong codes', async () => {
    const teacher = await test.signIn('own-teacher')
    const codes: string[] = []
    for (let nth = 0; nth < 12; nth += 1) codes.push((await ask(teacher, linkParent, { code: `wrong${nth}` })).code)
    expect(codes.at(-1)).toMatch(/login\.slow_down|request\.rate_limited/)
  })

  it('are one of each: neither takes a second link, and the database refuses it too', async () => {
    const otherTeacher = await addRankedPerson(test, { loginName: 'own-teacher-2', userType: 2 })
    const code = await codeOf(await test.signIn('own-parent'))
    await ask(await test.signIn('own-teacher'), linkParent, { code })
    const again = await codeOf(await test.signIn('own-parent'))
    expect((await ask(await test.signIn('own-teacher-2'), linkParent, { code: again })).code).toBe('link.parent_linked')
    const otherCode = await codeOf(await test.signIn('parent'))
    expect((await ask(await test.signIn('own-teacher'), linkParent, { code: otherCode })).code).toBe(
      'link.teacher_linked',
    )
    await expect(
      runAsOwner(test, sql`update user_account set parent_id = ${parentId} where user_id = ${otherTeacher}`),
    ).rejects.toThrow()
  })

  it.each(['own-teacher', 'own-parent'])(
    'are separated by %s, and both are signed out but where it was done',
    async (name) => {
      const unitId = await unitOf(test)
      await runAsOwner(
        test,
        sql`update user_account set parent_id = ${parentId} where user_id = ${teacherId} and unit_id = ${unitId}`,
      )
      const others = [await test.signIn('own-teacher'), await test.signIn('own-parent')]
      const browser = await test.signIn(name)
      expect(await ask(browser, unlinkParent)).toMatchObject({ code: 'ok', data: [] })
      expect(await Promise.all(others.map((other) => isSignedIn(test, accessOf(other))))).toEqual([false, false])
      expect(await isSignedIn(test, accessOf(browser))).toBe(true)
      expect((await ask(browser, unlinkParent)).code).toBe('link.none')
    },
  )

  it('are nobody else’s to link: pupils and employees have no such call', async () => {
    for (const name of ['student', 'staff', 'admin'])
      for (const endpoint of [createTeacherCode, linkParent, unlinkParent])
        expect((await ask(await test.signIn(name), endpoint, { code: 'x' })).code).toBe('access.denied')
  })
})
