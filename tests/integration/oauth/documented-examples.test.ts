import { readFile, writeFile, mkdir } from 'node:fs/promises'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { useListeningSchool } from '../../support/schools/listening-school.ts'
import { readMe } from '../../support/callers/session-probe.ts'
import { follow } from '../../support/callers/relying-party.ts'
import { register } from '../../support/callers/third-party.ts'

const school = useListeningSchool()
/** Below the project, so that the examples find its packages. */
const FOLDER = new URL('../../../.cache/documented-examples/', import.meta.url)
const INSECURE = { execute: [client.allowInsecureRequests] }

/** The functions of the examples in docs/develop/third-parties.md by their names. */
const examples: Record<string, (...given: unknown[]) => unknown> = {}

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true })
  const text = await readFile(new URL('../../../docs/develop/third-parties.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)
  for (const [index, code] of blocks.entries()) {
    const file = new URL(`third-parties-${index}.mjs`, FOLDER)
    await writeFile(file, code)
    Object.assign(examples, await import(/* @vite-ignore */ file.href))
  }
})

/** A function of an example. */
function example(name: string): (...given: unknown[]) => unknown {
  const found = examples[name]
  if (!found) throw new Error(`docs/develop/third-parties.md has no ${name}`)
  return found
}

describe('the examples for third parties', () => {
  it('renew a sign-in without a frame', async () => {
    const config = await school.connect()
    const browser = await school.signIn()
    const goThrough = async (started: unknown) => {
      const { url, checks } = Object(await started)
      const parameters: Record<string, string> = Object.fromEntries(url.searchParams)
      const back = await follow(browser, { parameters, checks })
      return Object(await example('finishSignIn')(config, back, checks))
    }
    const { url } = Object(await example('startSignIn')(config))
    expect(url.searchParams.get('prompt')).toBeNull()
    expect((await goThrough(example('startSignIn')(config, { prompt: 'none' }))).sub).toBeUndefined()
    const person = await goThrough(example('startSignIn')(config))
    expect(person.sub).toBe((await readMe(browser)).userId)
    const begun = Object(await example('startSignIn')(config))
    const back = await follow(browser, {
      parameters: Object.fromEntries(begun.url.searchParams),
      checks: begun.checks,
    })
    const { id_token } = await client.authorizationCodeGrant(config, back, begun.checks)
    expect((await goThrough(example('startSilently')(config, id_token))).sub).toBe(person.sub)
  })

  it('sign in from a program on the computer', async () => {
    const redirectUris = ['http://127.0.0.1/callback']
    const { clientId } = await register(school.test, { confidential: false, redirectUris })
    const browser = await school.signIn()
    const open = async (url: URL) => {
      const checks = { pkceCodeVerifier: '', expectedState: '', expectedNonce: '' }
      await fetch(await follow(browser, { parameters: Object.fromEntries(url.searchParams), checks }))
    }
    const tokens = Object(await example('signIn')(`${school.at.origin}/oidc`, clientId, open, INSECURE))
    expect(tokens).toMatchObject({ refresh_token: expect.any(String) })
    expect(tokens.claims().sub).toBe((await readMe(browser)).userId)
  })

  it('sign out of the portal', async () => {
    const url = Object(example('signOutAddress')(await school.connect(), 'a.b.c', 's'))
    expect(url.pathname).toBe('/oidc/logout')
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('https://library.example/signed-out')
  })
})
