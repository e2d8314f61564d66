import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveProvider } from '../../../server/modules/identity-providers/save-provider.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { accessOf, readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { begin, bind, finish, unboundId, visitProvider } from '../../support/callers/social-caller.ts'
import { type FakeOidcProvider, startFakeOidcProvider } from '../../support/fakes/fake-oidc-provider.ts'
import { addProvider, oidcForm } from '../../support/schools/social-providers.ts'
import { GINKGO, PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'

// A holder of the unit's settings may enter any provider, and so one of their own that says whatever they want. It signs in as nobody who has not bound it.

const school = useSocialSchool()
const ADMINS = { subject: 'admin-1', name: 'admin' }
let unitId: string
let theirs: FakeOidcProvider
beforeAll(async () => {
  unitId = await unitOf(school.test)
  theirs = await startFakeOidcProvider()
})
afterAll(() => theirs.close())
beforeEach(async () => {
  await runAsOwner(school.test, sql`delete from pending_binding`)
  await runAsOwner(
    school.test,
    sql`delete from sign_in_provider where provider_id not in (${school.provider}, ${school.ofGinkgo})`,
  )
  await lead(school.peer)
  school.peer.person = { ...ADMINS }
  theirs.person = { ...ADMINS }
  theirs.tamper = undefined
  await runAsOwner(
    school.test,
    sql`update user_account set email = 'admin@school.example' where login_name = 'admin' and unit_id = ${unitId}`,
  )
})

/** Saves the school's provider as another one, as its page does. */
const lead = (peer: FakeOidcProvider) =>
  school.test.database.inUnit({ unitId, userId: null }, (tx) =>
    saveProvider(tx, school.vault, unitId, { ...oidcForm(peer), providerId: school.provider }),
  )

async function comeFrom(provider: string, browser: TestBrowser = school.test.visit()) {
  const { url } = await begin(browser, provider)
  return { browser, answer: await finish(browser, await visitProvider(url)) }
}

describe('a provider that another has entered', () => {
  it.each([
    ['the subject that the administrator has elsewhere', { ...ADMINS }],
    ['the address of the administrator', { subject: 'admin@school.example', name: 'admin@school.example' }],
    ['the username of the administrator', { subject: 'admin', name: 'admin' }],
  ])('signs in as no administrator by %s', async (_, said) => {
    await school.bindTo('admin')
    const own = await addProvider(school.test.database, school.vault, oidcForm(theirs))
    theirs.person = said
    // And with every claim that could name an account.
    theirs.tamper = (token) => {
      const claims = Object(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
      return theirs.signIdToken({
        ...claims,
        email: 'admin@school.example',
        email_verified: true,
        preferred_username: 'admin',
      })
    }
    const { browser, answer } = await comeFrom(own)
    expect(answer.envelope.code).toBe('sso.unbound')
    expect(accessOf(browser)).toBe('')
  })

  it('signs in as nobody of another school, who has bound the same subject there', async () => {
    await school.bindTo('admin')
    const browser = school.test.visit(GINKGO)
    const { url, state } = await begin(browser, school.ofGinkgo)
    const seconds = Math.floor(Date.now() / 1000)
    const token = school.peer.signIdToken({
      iss: school.peer.issuer,
      aud: school.peer.clientId,
      sub: ADMINS.subject,
      nonce: new URL(url).searchParams.get('nonce'),
      iat: seconds,
      exp: seconds + 300,
    })
    const answer = await finish(browser, { state, token })
    expect(answer.envelope.code).toBe('sso.unbound')
    expect(accessOf(browser)).toBe('')
  })

  it('takes the place of one that the administrator has bound, and signs in as nobody', async () => {
    await school.bindTo('admin')
    await lead(theirs)
    expect((await comeFrom(school.provider)).answer.envelope.code).toBe('sso.unbound')
    // Nor does the first one, once it is back: who was bound binds it again.
    await lead(school.peer)
    expect((await comeFrom(school.provider)).answer.envelope.code).toBe('sso.unbound')
  })

  it('leaves nothing that waits to be bound, once the provider is another', async () => {
    await lead(theirs)
    const { browser, answer } = await comeFrom(school.provider)
    const id = unboundId(answer)
    await lead(school.peer)
    expect((await bind(browser, { id, username: 'teacher', password: PASSWORD })).envelope.code).toBe(
      'sso.binding_invalid',
    )
    const { envelope } = (await comeFrom(school.provider)).answer
    expect(envelope.code).toBe('sso.unbound')
  })

  it('signs in as nobody by an answer that comes after the provider has become another', async () => {
    await lead(theirs)
    // While it answers, the school’s own is entered again, and the administrator binds it.
    theirs.tamper = async (token) => {
      await lead(school.peer)
      await school.bindTo('admin')
      return token
    }
    const { browser, answer } = await comeFrom(school.provider)
    expect(answer.envelope.code).toBe('sso.state_invalid')
    expect(accessOf(browser)).toBe('')
    // The administrator does.
    expect((await readMe((await comeFrom(school.provider)).browser)).loginName).toBe('admin')
  })
})
