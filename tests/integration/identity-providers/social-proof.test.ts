import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cleanUpIdentity } from '../../../server/modules/auth/cleanup.ts'
import { startFakeOidcProvider } from '../../support/fakes/fake-oidc-provider.ts'
import { accessOf, runAsOwner } from '../../support/callers/session-probe.ts'
import { begin, bind, finish, unboundId, visitProvider } from '../../support/callers/social-caller.ts'
import { addProvider, oidcForm } from '../../support/schools/social-providers.ts'
import { GINKGO, MADE_UP, PASSWORD, useSocialSchool } from '../../support/schools/social-school.ts'

const school = useSocialSchool()
const { bindTo, goThere } = school

describe('what comes back from a provider', () => {
  const refused = { status: 403, code: 'sso.provider_refused' }

  it('is refused when the code is made up or was used', async () => {
    const { browser, back } = await goThere()
    expect((await finish(browser, { ...back, code: 'made-up' })).envelope).toMatchObject(refused)
    const [first, second] = [await goThere(), await goThere()]
    await finish(first.browser, first.back)
    const replayed = await finish(second.browser, { ...second.back, code: first.back.code ?? '' })
    expect(replayed.envelope).toMatchObject(refused)
  })

  it('is refused when the code was made for another nonce, another challenge or another attempt', async () => {
    for (const name of ['nonce', 'code_challenge']) {
      const browser = school.test.visit()
      const changed = new URL((await begin(browser, school.provider)).url)
      changed.searchParams.set(name, MADE_UP)
      expect((await finish(browser, await visitProvider(changed.href))).envelope).toMatchObject(refused)
    }
    const [mine, theirs] = [await goThere(), await goThere()]
    expect((await finish(mine.browser, { ...mine.back, code: theirs.back.code ?? '' })).envelope).toMatchObject(refused)
  })

  it('is refused when it names no issuer or another one', async () => {
    for (const iss of ['https://evil.example', '', undefined]) {
      const { browser, back } = await goThere()
      expect(back.iss).toBe(school.peer.issuer)
      const { iss: _, ...rest } = back
      const answer = await finish(browser, { ...rest, ...(iss !== undefined && { iss }) })
      expect(answer.envelope).toMatchObject(refused)
    }
  })

  it('is refused when somebody changed the id_token, or took its signature away', async () => {
    const changeClaims = (idToken: string, change: object) => {
      const [head, body = '', signature] = idToken.split('.')
      const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
      const changed = { ...z.parse(z.record(z.string(), z.unknown()), claims), ...change }
      return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
    }
    const tampers = [
      (idToken: string) => changeClaims(idToken, { sub: 'admin' }),
      (idToken: string) => idToken.replace(/[^.]+$/, (signature) => signature.split('').toReversed().join('')),
      (idToken: string) => {
        const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
        return `${none}.${idToken.split('.')[1]}.`
      },
    ]
    for (const tamper of tampers) {
      school.peer.tamper = tamper
      const { browser, back } = await goThere()
      expect((await finish(browser, back)).envelope).toMatchObject(refused)
    }
  })

  it('may be an id_token for the state’s nonce, verified as strictly', async () => {
    await bindTo('teacher')
    const seconds = Math.floor(Date.now() / 1000)
    const right = { iss: school.peer.issuer, aud: 'portal', sub: 'teacher-1', iat: seconds, exp: seconds + 300 }
    const offer = async (claims: object, change = (token: string) => token) => {
      const browser = school.test.visit()
      const { url, state } = await begin(browser, school.provider)
      const nonce = new URL(url).searchParams.get('nonce')
      return finish(browser, { state, token: change(school.peer.signIdToken({ ...right, nonce, ...claims })) })
    }
    expect((await offer({})).envelope).toMatchObject({ status: 200, data: { userType: 2 } })
    const wrong = [
      { nonce: MADE_UP },
      { nonce: undefined },
      { iss: 'https://evil.example' },
      { aud: 'somebody-else' },
      { exp: seconds - 60 },
      { sub: undefined },
    ]
    for (const claims of wrong) expect((await offer(claims)).envelope).toMatchObject(refused)
    const unsigned = await offer({}, (token) => token.replace(/[^.]+$/, 'AAAA'))
    expect(unsigned.envelope).toMatchObject(refused)
    expect((await offer({}, () => 'no token at all')).envelope).toMatchObject(refused)
  })

  it('is nothing when the provider is down, which is said and logged without secrets', async () => {
    const gone = await startFakeOidcProvider()
    const other = await addProvider(school.test.database, school.vault, oidcForm(gone))
    const browser = school.test.visit()
    const { url } = await begin(browser, other)
    const back = await visitProvider(url)
    await gone.close()
    expect((await finish(browser, back)).envelope).toMatchObject({ status: 502, code: 'sso.provider_unreachable' })
    expect(school.test.logLines.filter((line) => line.includes(back.code ?? ' '))).toEqual([])

    const never = await addProvider(school.test.database, school.vault, {
      ...oidcForm(school.peer),
      baseUrl: 'http://127.0.0.1:1',
    })
    expect((await begin(browser, never)).answer.envelope).toMatchObject({
      status: 502,
      code: 'sso.provider_unreachable',
    })
    await runAsOwner(school.test, sql`delete from sign_in_provider where provider_id in (${other}, ${never})`)
  })
})

describe('an identity that waits for an account', () => {
  const invalid = { status: 403, code: 'sso.binding_invalid' }
  const teacher = { username: 'teacher', password: PASSWORD }

  async function waiting() {
    const { browser, back } = await goThere()
    return { browser, id: unboundId(await finish(browser, back)) }
  }

  it('waits for its own browser and unit, ten minutes, and binds once', async () => {
    const { browser, id } = await waiting()
    expect((await bind(school.test.visit(), { id, ...teacher })).envelope).toMatchObject(invalid)
    const elsewhere = school.test.visit(GINKGO)
    elsewhere.cookies.set('portal_social', browser.cookies.get('portal_social') ?? { value: '', path: '/' })
    expect((await bind(elsewhere, { id, ...teacher })).envelope).toMatchObject(invalid)
    expect((await bind(browser, { id: MADE_UP, ...teacher })).envelope).toMatchObject(invalid)
    expect((await bind(browser, { id, ...teacher })).envelope.code).toBe('ok')
    expect((await bind(browser, { id, ...teacher })).envelope).toMatchObject(invalid)

    await runAsOwner(school.test, sql`delete from external_identity`)
    const late = await waiting()
    await runAsOwner(school.test, sql`update pending_binding set expires_at = now() - interval '1 millisecond'`)
    expect((await bind(late.browser, { id: late.id, ...teacher })).envelope).toMatchObject(invalid)
  })

  it('is not given to a second account when the first was quicker', async () => {
    const [first, second] = [await waiting(), await waiting()]
    expect((await bind(first.browser, { id: first.id, ...teacher })).envelope.code).toBe('ok')
    const taken = await bind(second.browser, { id: second.id, username: 'staff', password: PASSWORD })
    expect(taken.envelope).toMatchObject({ status: 409, code: 'sso.identity_taken' })
    expect(accessOf(second.browser)).toBe('')
  })

  it('counts wrong passwords like the login', async () => {
    const { browser, id } = await waiting()
    const wrong = () => bind(browser, { id, username: 'student', password: 'wrong' })
    const codes = []
    for (let n = 0; n < 6; n += 1) codes.push((await wrong()).envelope.code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'login.failed'), 'login.slow_down'])
    const login = await school.test.visit().post('/api/uaa/oauth/login', { username: 'student', password: PASSWORD })
    expect(login.envelope.code).toBe('login.slow_down')
  })

  it('says which field is empty', async () => {
    const { browser, id } = await waiting()
    const { envelope } = await bind(browser, { id, username: ' ', password: '' })
    expect(envelope.code).toBe('request.invalid')
    expect(envelope.fieldErrors?.map(({ field }) => field)).toEqual(['username', 'password'])
  })

  it('is collected with the attempts when its time is over', async () => {
    await waiting()
    await goThere()
    await runAsOwner(school.test, sql`update pending_binding set expires_at = now() - interval '1 second'`)
    await runAsOwner(school.test, sql`update social_attempt set expires_at = now() - interval '1 second'`)
    await cleanUpIdentity(school.test.database)
    const left = sql`select (select count(*) from pending_binding) + (select count(*) from social_attempt) as n`
    expect(await runAsOwner(school.test, left)).toEqual([{ n: 0 }])
  })
})
