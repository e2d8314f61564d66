import { LRUCache } from 'lru-cache'
import { createProviderFetch } from '../identity-providers/provider-fetch.ts'
import type { HttpApplications } from '../../runtime/http-applications.ts'
import { allowsFrame } from './frame-rules.ts'

/** Milliseconds for all answers together: a person waits for them. */
const TIMEOUT = 3000
const REDIRECTS_MAX = 3
const KEPT_MAX = 500
/** Milliseconds. */
const KEPT_TIME = 5 * 60_000

/** Whether a page of the origin `of` can show an address in a frame; null where the server itself does not reach it, which says nothing about browsers. */
export type FrameCheck = (address: string, of: string) => Promise<boolean | null>

/**
 * Asks the address itself, which browsers do not let a page find out. Only what the operator's rule names is asked, redirects are followed within one origin, and of the answer
 * nothing but this yes or no leaves the server. Kept for some minutes, which limits the requests that callers can cause there.
 */
export function createFrameCheck(rule: HttpApplications): FrameCheck {
  const askInNetworks = createProviderFetch([], { timeout: TIMEOUT, addresses: rule.addresses })
  const askerOf = ({ href, origin }: URL) =>
    rule.isNamed(href) ? createProviderFetch([origin], { timeout: TIMEOUT }) : askInNetworks
  const kept = new LRUCache<string, Promise<boolean | null>>({ max: KEPT_MAX, ttl: KEPT_TIME })

  async function look(address: string, of: string): Promise<boolean | null> {
    const signal = AbortSignal.timeout(TIMEOUT)
    let at = new URL(address)
    for (let left = REDIRECTS_MAX; left >= 0; left--) {
      if (!rule.allows(at.href)) return false
      // oxlint-disable-next-line no-await-in-loop -- each address is known from the answer before
      const answer = await askerOf(at)(at.href, { headersOnly: true, signal }).catch(() => null)
      if (answer === null) return null
      const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
      if (to === null) {
        const values = (name: string) => [answer.headers.get(name) ?? ''].filter((value) => value !== '')
        const headers = { policies: values('content-security-policy'), options: values('x-frame-options') }
        return allowsFrame(headers, at.href, of)
      }
      if (!URL.canParse(to, at.href)) return null
      const next = new URL(to, at.href)
      // The portal's own policy lets no other origin into the frame.
      if (next.origin !== at.origin) return false
      at = next
    }
    return null
  }

  return (address, of) => {
    const key = JSON.stringify([new URL(address).href, of])
    const known = kept.get(key)
    if (known) return known
    const asked = look(address, of)
    kept.set(key, asked)
    // A server that was not reached is asked again the next time.
    void asked.then((found) => found === null && kept.delete(key))
    return asked
  }
}
