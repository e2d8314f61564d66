import { describe, expect, it } from 'vitest'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { answerTo, tokensOf } from '../../support/callers/relying-party.ts'
import { ask, begin, decide, discover, register } from '../../support/callers/third-party.ts'

// OAuth 2.0 for Native Apps (RFC 8252).

const school = useListeningSchool()
const SCHEME = 'org.example.reader:/signed-in'
const connect = async (redirectUris: string[], more = {}) =>
  discover(school.at.origin, await register(school.test, { confidential: false, redirectUris, ...more }))

describe('an application on the device', () => {
  it.each([
    ['http://127.0.0.1/signed-in', 'http://127.0.0.1:51004/signed-in'],
    ['http://127.0.0.1:1/signed-in', 'http://127.0.0.1:65535/signed-in'],
    ['http://127.0.0.1:8080/signed-in', 'http://127.0.0.1/signed-in'],
    ['http://[::1]/signed-in', 'http://[::1]:51004/signed-in'],
    [SCHEME, SCHEME],
  ])('registered with %s gets its code at %s', async (registered, redirect_uri) => {
    const config = await connect([registered])
    const browser = await school.signIn()
    const { back } = await answerTo(config, browser, { redirect_uri })
    expect(back.href).toMatch(redirect_uri)
    expect((await tokensOf(config, browser, { redirect_uri }, 'openid offline_access')).refresh_token).toBeTruthy()
  })

  it.each([
    ['another path', 'http://127.0.0.1/signed-in', 'http://127.0.0.1:51004/other'],
    ['another query', 'http://127.0.0.1/signed-in', 'http://127.0.0.1:51004/signed-in?a=b'],
    ['no port', 'http://127.0.0.1/signed-in', 'http://127.0.0.1:99999/signed-in'],
    ['a host behind a port', 'http://127.0.0.1/signed-in', 'http://127.0.0.1:80@evil.example/signed-in'],
    ['the other loopback address', 'http://127.0.0.1/signed-in', 'http://[::1]:51004/signed-in'],
    ['a name', 'http://localhost/signed-in', 'http://localhost:51004/signed-in'],
    ['another host', 'http://127.0.0.1/signed-in', 'http://127.0.0.1.evil.example/signed-in'],
    ['https', 'http://127.0.0.1/signed-in', 'https://127.0.0.1:51004/signed-in'],
    ['another path of its scheme', SCHEME, 'org.example.reader:/other'],
    ['another scheme', SCHEME, 'org.example.other:/signed-in'],
  ])('is sent to no %s', async (_, registered, redirect_uri) => {
    const config = await connect([registered])
    const { parameters } = await begin(config, 'openid', { redirect_uri })
    expect((await ask(await school.signIn(), parameters)).envelope.code).toBe('sso.redirect_mismatch')
  })

  it('with a secret has the port that is registered', async () => {
    const config = await school.connect({ redirectUris: ['http://127.0.0.1:8080/signed-in'] })
    const { parameters } = await begin(config, 'openid', { redirect_uri: 'http://127.0.0.1:51004/signed-in' })
    expect((await ask(await school.signIn(), parameters)).envelope.code).toBe('sso.redirect_mismatch')
  })

  it.each([SCHEME, 'http://127.0.0.1/signed-in'])('at %s is asked about each time', async (redirect_uri) => {
    const config = await connect([redirect_uri])
    const browser = await school.signIn()
    await tokensOf(config, browser, { redirect_uri })
    const { parameters } = await begin(config, 'openid', { redirect_uri })
    expect((await decide(browser, parameters, {})).envelope.code).toBe('sso.consent_required')
    const silent = await answerTo(config, browser, { redirect_uri, prompt: 'none' })
    expect(silent.back.searchParams.get('error')).toBe('consent_required')
  })

  it('at an https address of its own is asked about once, as any application', async () => {
    const redirect_uri = 'https://reader.example/signed-in'
    const config = await connect([redirect_uri, SCHEME])
    const browser = await school.signIn()
    await tokensOf(config, browser, { redirect_uri })
    const silent = await answerTo(config, browser, { redirect_uri, prompt: 'none' })
    expect(silent.back.searchParams.has('code')).toBe(true)
  })

  it('is shown by its scheme', async () => {
    const { parameters } = await begin(await connect([SCHEME]), 'openid', { redirect_uri: SCHEME })
    const { envelope } = await ask(await school.signIn(), parameters)
    expect(envelope.data).toMatchObject({ redirectHost: 'org.example.reader' })
  })

  it.each([
    'reader:/signed-in',
    'javascript.a:alert(1)#',
    'Org.Example:/signed-in',
    'org.example.reader:/signed-in#a',
    'http://192.168.0.1/',
  ])('cannot be registered with %s', async (uri) => {
    await expect(connect([uri])).rejects.toThrow()
  })

  it('with a secret has no scheme of its own', async () => {
    await expect(connect([SCHEME], { confidential: true })).rejects.toThrow()
  })
})
