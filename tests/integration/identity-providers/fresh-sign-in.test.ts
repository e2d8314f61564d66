import { beforeAll, describe, expect, it } from 'vitest'
import {
  begin as beginRequest,
  discover,
  listenAt,
  nextStep,
  register,
  type Listening,
} from '../../support/callers/third-party.ts'
import { tokensOf } from '../../support/callers/relying-party.ts'
import { accessOf, readMe } from '../../support/callers/session-probe.ts'
import { begin, finish, visitProvider } from '../../support/callers/social-caller.ts'
import { useSocialSchool } from '../../support/schools/social-school.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const school = useSocialSchool()
let at: Listening
let library: Awaited<ReturnType<typeof discover>>
beforeAll(async () => {
  at = await listenAt(school.test)
  library = await discover(at.origin, await register(school.test, { trusted: true }))
})

const HOUR = 3600
const seconds = () => Math.floor(Date.now() / 1000)
const visit = () => school.test.visit({ host: at.host })

/** A request of a third party, and the page that a sign-in for it leads back to. */
async function request(more: Record<string, string>) {
  const { parameters } = await beginRequest(library, 'openid', more)
  return { parameters, page: `/authorize?${new URLSearchParams(parameters).toString()}` }
}

/** Signs in elsewhere for a request that was made before; `alter` changes the address on the way, as whoever sits at the browser can. */
async function signInFor(page: string | undefined, alter: (url: URL) => void = () => undefined, browser = visit()) {
  const { url } = await begin(browser, school.provider, page)
  const altered = new URL(url)
  alter(altered)
  const answer = await finish(browser, await visitProvider(altered.href))
  return { browser, url: new URL(url), code: answer.envelope.code }
}

/** How old the sign-in is that a third party without demands is told, in seconds. */
async function ageOf(browser: TestBrowser): Promise<number> {
  const claims = (await tokensOf(library, browser)).claims()
  return seconds() - Number(claims?.auth_time)
}

describe('a sign-in elsewhere for a third party', () => {
  it('asks the provider for a fresh one where the third party does, and satisfies it', async () => {
    await school.bindTo('teacher')
    const { parameters, page } = await request({ prompt: 'login' })
    const { started } = await nextStep(visit(), parameters)
    const { browser, url, code } = await signInFor(page)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect(code).toBe('ok')
    expect((await nextStep(browser, { ...parameters, started: started ?? '' })).step).toBe('go-on')
  })

  it('passes the age on that it takes', async () => {
    await school.bindTo('teacher')
    const { url, code } = await signInFor((await request({ max_age: '600' })).page)
    expect(url.searchParams.get('max_age')).toBe('600')
    expect(url.searchParams.has('prompt')).toBe(false)
    expect(code).toBe('ok')
  })

  it('asks for nothing where nobody demands it', async () => {
    await school.bindTo('teacher')
    for (const page of [undefined, '/', (await request({})).page, (await request({ prompt: 'consent' })).page]) {
      const { url, code } = await signInFor(page)
      expect([url.searchParams.has('prompt'), url.searchParams.has('max_age'), code]).toEqual([false, false, 'ok'])
    }
  })

  it('is refused where the provider signed the person in long before', async () => {
    await school.bindTo('teacher')
    school.peer.signedInAt = seconds() - HOUR
    for (const [name, value] of [
      ['prompt', 'login'],
      ['max_age', '0'],
      ['max_age', '600'],
    ] as const) {
      const more = { [name]: value }
      const { browser, code } = await signInFor((await request(more)).page)
      expect([more, code, accessOf(browser)]).toEqual([more, 'sso.not_fresh', ''])
    }
    expect((await signInFor((await request({ max_age: String(2 * HOUR) })).page)).code).toBe('ok')
  })

  it('is refused where the demand was taken out of the provider’s address on the way', async () => {
    await school.bindTo('teacher')
    school.peer.signedInAt = seconds() - HOUR
    const { page } = await request({ prompt: 'login' })
    const { code } = await signInFor(page, (url) => {
      url.searchParams.delete('prompt')
      url.searchParams.delete('max_age')
    })
    expect(code).toBe('sso.not_fresh')
  })
})

describe('auth_time of a session that was opened elsewhere', () => {
  it('is when the person signed in there, not when they came back', async () => {
    await school.bindTo('teacher')
    school.peer.signedInAt = seconds() - HOUR
    const { browser, code } = await signInFor((await request({ max_age: String(2 * HOUR) })).page)
    expect(code).toBe('ok')
    expect((await readMe(browser)).loginName).toBe('teacher')
    expect(await ageOf(browser)).toBeGreaterThanOrEqual(HOUR)
    const { parameters } = await request({ max_age: '600' })
    expect((await nextStep(browser, parameters)).step).toBe('sign-in')
  })

  it('is taken from an ID token that has it unasked, and is never in the future', async () => {
    await school.bindTo('teacher')
    const withTime = (auth_time: unknown) => (idToken: string) => {
      const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
      return school.peer.signIdToken({ ...claims, auth_time })
    }
    school.peer.tamper = withTime(seconds() - HOUR)
    expect(await ageOf((await signInFor(undefined)).browser)).toBeGreaterThanOrEqual(HOUR)
    school.peer.tamper = withTime(seconds() + HOUR)
    const age = await ageOf((await signInFor(undefined)).browser)
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(60)
  })

  it('is not told where the provider does not say it, and then satisfies no demand', async () => {
    await school.bindTo('teacher')
    school.peer.signedInAt = seconds() - HOUR
    const demands: readonly Record<string, string>[] = [
      { prompt: 'login' },
      { max_age: '0' },
      { max_age: String(2 * HOUR) },
    ]
    for (const more of demands) {
      const { parameters } = await request(more)
      const { started } = await nextStep(visit(), parameters)
      // For another page, of which the provider is asked for nothing.
      const { browser, code } = await signInFor('/')
      expect(code).toBe('ok')
      expect((await nextStep(browser, { ...parameters, started: started ?? '' })).step).toBe('sign-in')
      expect((await tokensOf(library, browser)).claims()).not.toHaveProperty('auth_time')
    }
  })
})
