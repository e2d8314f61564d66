import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ownApplications, revokeApplication, type OwnApplication } from '../../../contract/endpoints/account.ts'
import { loginUserClient } from '../../../contract/endpoints/sign-in/session.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { registerClient } from '../../support/callers/secret-sign-in-caller.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const list = async (browser: TestBrowser) =>
  z.parse(ownApplications.response, (await browser.get(ownApplications.path)).envelope.data)

const revoke = async (browser: TestBrowser, { kind, id }: Pick<OwnApplication, 'kind' | 'id'>) =>
  (await browser.post(revokeApplication.path, { kind, id })).envelope.code

async function allowThirdParty(loginName: string): Promise<void> {
  await test.database.asOwner(async (tx) => {
    await tx.execute(sql`insert into oauth_client (unit_id, client_id, name, english_name, redirect_uris)
      select unit_id, 'library', '图书馆', 'Library', array['https://library.example/back'] from unit on conflict do nothing`)
    await tx.execute(sql`insert into oauth_consent (unit_id, user_id, client_id, scopes)
      select unit_id, user_id, 'library', array['openid'] from user_account where login_name = ${loginName}`)
    await tx.execute(sql`insert into oauth_artifact (id_hash, unit_id, user_id, client_id, model, payload, expires_at)
      select sha256(user_id::text::bytea), unit_id, user_id, 'library', 'Grant', '{}', now() + interval '1 day'
      from user_account where login_name = ${loginName}`)
  })
}

const countGrants = async () => {
  const { rows } = await test.database.asOwner((tx) =>
    tx.execute(sql`select count(*) as grants from oauth_artifact where model = 'Grant'`),
  )
  return rows[0]?.['grants']
}

describe('applications that may use an account', () => {
  it('are the person’s own registered clients and third parties', async () => {
    const teacher = await test.signIn('teacher')
    await registerClient(teacher, 'Station at the gate')
    await allowThirdParty('teacher')
    const listed = await list(teacher)
    expect(listed.map(({ kind, name, englishName }) => [kind, name, englishName])).toEqual([
      ['client', 'Station at the gate', 'Station at the gate'],
      ['third-party', '图书馆', 'Library'],
    ])
    expect(await list(await test.signIn('student'))).toEqual([])
  })

  it('lose what they were given at once, and once', async () => {
    const teacher = await test.signIn('teacher')
    const secret = await registerClient(teacher, 'Tablet')
    const tablet = (await list(teacher)).find(({ name }) => name === 'Tablet')
    const library = (await list(teacher)).find(({ kind }) => kind === 'third-party')
    if (!tablet || !library) throw new Error('not listed')
    const before = Number(await countGrants())
    expect([await revoke(teacher, tablet), await revoke(teacher, library)]).toEqual(['ok', 'ok'])
    expect((await test.visit().post(loginUserClient.path, { userClientId: secret })).envelope.code).toBe(
      'login.secret_invalid',
    )
    // The demo schools each have a teacher of that name; only this one's grant went.
    expect(Number(await countGrants())).toBe(before - 1)
    expect([await revoke(teacher, tablet), await revoke(teacher, library)]).toEqual([
      'account.application_gone',
      'account.application_gone',
    ])
  })

  it('of somebody else answer as if they were not there, and go on', async () => {
    const student = await test.signIn('student')
    const secret = await registerClient(student, 'Phone')
    const [phone] = await list(student)
    if (!phone) throw new Error('not listed')
    const stranger = await test.signIn('teacher', { host: 'ginkgo.localhost' })
    expect(await revoke(await test.signIn('teacher'), phone)).toBe('account.application_gone')
    expect(await revoke(stranger, phone)).toBe('account.application_gone')
    expect(await revoke(student, { kind: 'client', id: 'no-uuid' })).toBe('account.application_gone')
    expect((await test.visit().post(loginUserClient.path, { userClientId: secret })).envelope.code).toBe('ok')
  })
})
