import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createVault, type Vault } from '../../../server/runtime/vault.ts'
import { type TestApp, createTestApp } from '../app/app.ts'
import { startFakeOidcProvider, type FakeOidcProvider } from '../fakes/fake-oidc-provider.ts'
import { runAsOwner } from '../callers/session-probe.ts'
import { type Back, begin, bind, finish, unboundId, visitProvider } from '../callers/social-caller.ts'
import { addProvider, oidcForm } from './social-providers.ts'
import type { TestBrowser } from '../browser/test-browser.ts'

/** The password of every account of the demo. */
export const PASSWORD = 'Campus2026'
export const GINKGO = { host: 'ginkgo.localhost' }
/** Has the form of a secret, but is unknown. */
export const MADE_UP = 'x'.repeat(43)

/** The demo school with the OpenID peer as a provider of two of its units. */
export interface SocialSchool {
  readonly test: TestApp
  readonly vault: Vault
  readonly peer: FakeOidcProvider
  /** The provider's id in the demo school, and in Ginkgo. */
  readonly provider: string
  readonly ofGinkgo: string
  /** A browser that has been at the provider and comes back. */
  goThere(browser?: TestBrowser, returnTo?: string): Promise<{ browser: TestBrowser; url: string; back: Back }>
  /** A browser in which the peer's person was bound to an account, and is signed in. Throws when that is refused. */
  bindTo(username: string): Promise<TestBrowser>
  /** No account bound or slowed down, all accounts open, and the provider as it was. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Starts school and peer for one test file: call in `beforeAll`, and `close` in `afterAll`. */
export async function createSocialSchool(): Promise<SocialSchool> {
  const vault = createVault(Buffer.alloc(32, 7))
  const test = await createTestApp({ vault })
  const peer = await startFakeOidcProvider()
  const provider = await addProvider(test.database, vault, oidcForm(peer))
  const ofGinkgo = await addProvider(test.database, vault, oidcForm(peer), GINKGO.host)

  async function goThere(browser = test.visit(), returnTo?: string) {
    const { url } = await begin(browser, provider, returnTo)
    return { browser, url, back: await visitProvider(url) }
  }

  return {
    test,
    vault,
    peer,
    provider,
    ofGinkgo,
    goThere,
    async bindTo(username) {
      const { browser, back } = await goThere()
      const id = unboundId(await finish(browser, back))
      const { envelope } = await bind(browser, { id, username, password: PASSWORD })
      if (envelope.status !== 200) throw new Error(`nobody was bound to ${username}: ${envelope.code}`)
      return browser
    },
    async reset() {
      await runAsOwner(test, sql`with rates as (delete from rate_limit) delete from login_attempt`)
      await runAsOwner(test, sql`delete from external_identity`)
      await runAsOwner(test, sql`update user_account set status = 1`)
      peer.person = { subject: 'teacher-1', name: '王老师' }
      peer.tamper = undefined
      peer.document = undefined
      peer.signedInAt = undefined
    },
    async close() {
      await peer.close()
      await test.close()
    },
  }
}

/** Starts school and peer before the tests of a file, sets them back before each, and closes them at the end. */
export function useSocialSchool(): Omit<SocialSchool, 'reset' | 'close'> {
  let school: SocialSchool
  beforeAll(async () => {
    school = await createSocialSchool()
  })
  afterAll(() => school.close())
  beforeEach(() => school.reset())
  return {
    get test() {
      return school.test
    },
    get vault() {
      return school.vault
    },
    get peer() {
      return school.peer
    },
    get provider() {
      return school.provider
    },
    get ofGinkgo() {
      return school.ofGinkgo
    },
    goThere: (browser, returnTo) => school.goThere(browser, returnTo),
    bindTo: (username) => school.bindTo(username),
  }
}
