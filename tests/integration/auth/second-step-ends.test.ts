import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as adminAccess from '../../../contract/endpoints/sign-in/admin-access.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { beginSecret, codeOf, confirm, turnOnSecondStep } from '../../support/callers/second-step-caller.ts'
import { handOver, registerClient } from '../../support/callers/secret-sign-in-caller.ts'
import { accessOf, isSignedIn, readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import {
  discover,
  failure,
  listenAt,
  refresh,
  register,
  signInThere,
  type Listening,
} from '../../support/callers/third-party.ts'
import { postJson, registerPasskey, signInByPasskey } from '../../support/callers/passkey-caller.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

// What was opened by a password alone does not outlive the moment from which a password alone is not enough.

let test: TestApp
let at: Listening
beforeAll(async () => {
  test = await createTestApp()
  at = await listenAt(test)
  await runAsOwner(test, sql`update unit set sign_in_ways = '{"accessToken": true, "userClient": true}'`)
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
  await runAsOwner(test, sql`delete from second_step`)
  await runAsOwner(test, sql`delete from recovery_code`)
  await runAsOwner(test, sql`delete from passkey`)
  await runAsOwner(test, sql`update unit set admin_second_factor = false`)
})

const clientCode = async (userClientId: string) =>
  (await test.visit().post(session.loginUserClient.path, { userClientId })).envelope.code
const handedCode = async (accessToken: string) =>
  (await test.visit().post(session.relogin.path, { accessToken })).envelope.code
const devicesOf = async (browser: TestBrowser) =>
  (await runAsOwner(test, sql`select from login_device where user_id = ${(await readMe(browser)).userId}`)).length

it('a registered client ends when its owner turns the second step on', async () => {
  const teacher = await test.signIn('teacher')
  const userClientId = await registerClient(teacher)
  expect(await clientCode(userClientId)).toBe('ok')
  await turnOnSecondStep(teacher)
  expect(await clientCode(userClientId)).toBe('login.secret_invalid')
})

it('so does a handover that was not used yet', async () => {
  const teacher = await test.signIn('teacher')
  const accessToken = await handOver(teacher)
  await turnOnSecondStep(teacher)
  expect(await handedCode(accessToken)).toBe('login.secret_invalid')
})

it('so do the tokens that a third party has', async () => {
  const student = await test.signIn('student')
  const config = await discover(at.origin, await register(test))
  const outside = await test.signIn('student', { host: at.host })
  const tokens = await signInThere(config, outside, 'openid offline_access')
  await turnOnSecondStep(student)
  expect(await failure(refresh(config, tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' })
})

it('so do other sessions, and the devices that were remembered', async () => {
  const other = await test.signIn('teacher')
  const teacher = await test.signIn('teacher')
  expect(await devicesOf(teacher)).toBeGreaterThan(1)
  await turnOnSecondStep(teacher)
  expect([await isSignedIn(test, accessOf(other)), await isSignedIn(test, accessOf(teacher))]).toEqual([false, true])
  expect(await devicesOf(teacher)).toBe(0)
})

it('a session that was opened by a passkey goes on, and another authenticator ends nothing that had a code', async () => {
  const teacher = await test.signIn('teacher')
  const { passkey } = await registerPasskey(teacher)
  const byPasskey = test.visit()
  expect((await signInByPasskey(passkey, byPasskey)).envelope.code).toBe('ok')
  const { secret, recoveryCodes } = await turnOnSecondStep(teacher)
  expect(await isSignedIn(test, accessOf(byPasskey))).toBe(true)
  const proof = { name: 'x', password: DEMO_PASSWORD, otp: recoveryCodes[0] ?? '' }
  const { userClientId } = z.parse(
    session.registerClient.response,
    (await teacher.post(session.registerClient.path, proof)).envelope.data,
  )
  await runAsOwner(test, sql`update second_step set last_step = 0`)
  const next = await beginSecret(teacher, codeOf(secret))
  expect((await confirm(teacher, codeOf(next))).envelope.code).toBe('ok')
  expect([await isSignedIn(test, accessOf(byPasskey)), await clientCode(userClientId)]).toEqual([true, 'ok'])
})

it('where a school begins to ask its administrators for a second factor, their registered clients end, and no one else’s', async () => {
  const admin = await test.signIn('admin')
  const { passkey } = await registerPasskey(admin)
  const own = test.visit()
  expect((await signInByPasskey(passkey, own)).envelope.code).toBe('ok')
  const clients = [await registerClient(admin), await registerClient(await test.signIn('student'))]
  const accessToken = await handOver(admin)
  const given = { secondFactor: true, networks: [] }
  expect((await postJson(own, adminAccess.saveAdminProtection.path, given)).envelope.code).toBe('ok')
  expect(await Promise.all(clients.map(clientCode))).toEqual(['login.secret_invalid', 'ok'])
  expect(await handedCode(accessToken)).toBe('login.secret_invalid')
  // They are at work: what they have open goes on, and asks for a code where it administers.
  expect(await isSignedIn(test, accessOf(admin))).toBe(true)
})
