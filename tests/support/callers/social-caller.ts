import * as z from 'zod/mini'
import type { Answer, TestBrowser } from '../browser/test-browser.ts'

/** What a provider sends the browser back with. */
export interface Back {
  readonly state: string
  readonly code?: string
  readonly token?: string
  readonly iss?: string
  readonly deviceId?: string
}

const begun = z.object({ url: z.string() })
const waiting = z.object({ id: z.string() })

/** Begins a sign-in elsewhere; `url` and `state` are '' when that was refused. */
export async function begin(
  browser: TestBrowser,
  provider: string,
  returnTo?: string,
): Promise<{ url: string; state: string; answer: Answer }> {
  const form = { provider, ...(returnTo !== undefined && { returnTo }) }
  const answer = await browser.post('/api/uaa/social_begin', form)
  const url = begun.safeParse(answer.envelope.data).data?.url ?? ''
  return { url, state: url === '' ? '' : (new URL(url).searchParams.get('state') ?? ''), answer }
}

/** Goes through the provider's pages with a cookie jar of its own, up to the address that leads back to the portal. Throws when none does. */
export async function visitProvider(address: string): Promise<Back> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  let url = new URL(address)
  for (let step = 0; step < 10; step += 1) {
    if (url.origin !== origin)
      return z.parse(z.catchall(z.object({ state: z.string() }), z.string()), Object.fromEntries(url.searchParams))
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider stopped: ${response.status} ${await response.text()}`)
    url = new URL(location, url)
  }
  throw new Error('the provider leads in a circle')
}

/** Comes back to the portal. */
export function finish(browser: TestBrowser, { state, code, token, iss, deviceId }: Back): Promise<Answer> {
  const given = Object.entries({ code, token, iss, deviceId }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return browser.post(`/api/uaa/social/${encodeURIComponent(state)}`, Object.fromEntries(given))
}

/** By what an identity without an account waits for one. Throws when the answer is another one. */
export function unboundId({ envelope }: Answer): string {
  return z.parse(waiting, envelope.data).id
}

/** Binds a waiting identity to an account. */
export function bind(
  browser: TestBrowser,
  form: { id: string; username: string; password: string; otp?: string },
): Promise<Answer> {
  return browser.post('/api/uaa/social_bind', form)
}
