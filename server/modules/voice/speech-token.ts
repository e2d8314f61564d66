import { createHmac, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'
import { createProviderFetch, type ProviderFetch } from '../identity-providers/provider-fetch.ts'
import type { SpeechService } from './speech-service.ts'

const SERVICES_MAX = 1000
/** Milliseconds for which a token must still be good: longer than anybody speaks. */
const MARGIN = 10 * 60_000

export interface SpeechToken {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

const created = z.object({
  Token: z.object({ Id: z.string().check(z.minLength(1), z.maxLength(1024)), ExpireTime: z.number() }),
})
const refusal = z.object({ Code: z.string().check(z.maxLength(200)) })

/**
 * Keeps the token of each service until shortly before it expires. `take` throws 'voice.service_failed'. A service is at a public address, or where `addresses`
 * allows it: administrators of units name it.
 */
export function createSpeechTokens(now: Clock, addresses: OutgoingAddresses) {
  const send = createProviderFetch([], { addresses })
  const tokens = new LRUCache<string, SpeechToken, SpeechService>({
    max: SERVICES_MAX,
    // A caller that waits gets its token even when newer entries have evicted it from the cache.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => createToken(send, context, now()),
  })
  return {
    async take(service: SpeechService): Promise<SpeechToken> {
      const key = `${service.unitId} ${service.changedAt.getTime()}`
      const known = tokens.get(key)
      if (known && known.expiresAt - MARGIN < now()) tokens.delete(key)
      return tokens.forceFetch(key, { context: service })
    },
  }
}

/** https://help.aliyun.com/zh/isi/getting-started/use-http-or-https-to-obtain-an-access-token */
async function createToken(send: ProviderFetch, service: SpeechService, at: number): Promise<SpeechToken> {
  const { tokenUrl, region, keyId, keySecret } = service
  const query = signedQuery({ keyId, keySecret, region, nonce: randomUUID(), at })
  try {
    const response = await send(`${tokenUrl}?${query}`)
    const body: unknown = await response.json()
    const parsed = z.safeParse(created, body)
    if (response.status === 200 && parsed.success) {
      const { Id, ExpireTime } = parsed.data.Token
      return { id: Id, expiresAt: ExpireTime * 1000 }
    }
    // Its message repeats the signed query.
    throw new Error(`status ${response.status} ${z.safeParse(refusal, body).data?.Code ?? ''}`.trim())
  } catch (error) {
    throw new PortalError('voice.service_failed', { cause: error })
  }
}

interface SignedFacts extends Pick<SpeechService, 'keyId' | 'keySecret' | 'region'> {
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The query of CreateToken with its signature, version 1.0 of Alibaba Cloud's RPC calls. */
export function signedQuery({ keyId, keySecret, region, nonce, at }: SignedFacts): string {
  // In alphabetical order, as they are signed.
  const query = Object.entries({
    AccessKeyId: keyId,
    Action: 'CreateToken',
    Format: 'JSON',
    RegionId: region,
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: nonce,
    SignatureVersion: '1.0',
    Timestamp: new Date(at).toISOString().replace(/\.\d+/, ''),
    Version: '2019-02-28',
  })
    .map(([name, value]) => `${name}=${percentEncode(value)}`)
    .join('&')
  const signature = createHmac('sha1', `${keySecret}&`)
    .update(`GET&${percentEncode('/')}&${percentEncode(query)}`)
    .digest('base64')
  return `Signature=${percentEncode(signature)}&${query}`
}

/** As RFC 3986 has it. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  )
}
