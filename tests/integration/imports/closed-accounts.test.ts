import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'

let test: TestApp
let unitId: string
beforeAll(async () => {
  test = await createTestApp()
  unitId = await unitOf(test)
  await runAsOwner(test, sql`update unit set sign_in_ways = '{"userClient": true}'::jsonb where unit_id = ${unitId}`)
})
afterAll(() => test.close())

it.each([
  ['by its state', false],
  ['because a whole file has it no more', true],
])(
  'an account that an import closes %s has no session and no client any more when it is opened again',
  async (_, bulk) => {
    const loginName = bulk ? 'closing-bulk' : 'closing-state'
    const userId = await addRankedPerson(test, { loginName, userType: 2 })
    const browser = await test.signIn(loginName)
    const { envelope } = await browser.post(session.registerClient.path, { name: 'x', password: 'Campus2026' })
    const { userClientId } = z.parse(session.registerClient.response, envelope.data)
    const caller = createImportCaller(test, await test.signIn('admin'))
    if (bulk) {
      // What the file once had, under a source of its own.
      const first = await caller.preview('all.csv', `类型,姓名,工号\n教师,${loginName},${loginName}\n`, {
        source: 'hr',
      })
      await caller.apply(first.importId)
    }
    const file = bulk
      ? '类型,姓名,工号\n教师,留下的,staying-one\n'
      : `类型,姓名,工号,状态\n教师,${loginName},${loginName},离职\n`
    const { importId } = await caller.preview('state.csv', file, bulk ? { source: 'hr', mode: 'bulk' } : {})
    expect((await caller.apply(importId, true)).status).toBe('applied')
    const [closed] = await runAsOwner(test, sql`select status from user_account where user_id = ${userId}`)
    expect(closed).toEqual({ status: 0 })

    expect(
      (await caller.ask(people.bringBack, { people: [{ kind: 'account', id: userId, classId: null }] })).code,
    ).toBe('ok')
    expect((await browser.get(session.me.path)).envelope.code).toMatch(/^session\./)
    expect((await test.visit().post(session.loginUserClient.path, { userClientId })).envelope.code).toBe(
      'login.secret_invalid',
    )
  },
)
