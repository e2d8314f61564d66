import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Attempt } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import type { Provider } from './providers.ts'

const failure = z.object({ errcode: z.optional(z.number()) })

/** An answer with an `errcode`. */
export class WeChatRefusal extends Error {
  readonly errcode: number

  constructor(errcode: number) {
    super(`errcode ${errcode}`)
    this.errcode = errcode
  }
}

/** Throws WeChatRefusal for an `errcode` other than 0, and 'sso.provider_unreachable' for any other answer than the documented one. */
export async function askJson<S extends z.core.$ZodType>(
  ask: ProviderFetch,
  address: string,
  query: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const response = await ask(`${address}?${new URLSearchParams(query).toString()}`)
  if (response.status !== 200) throw unreadable(`status ${response.status}`)
  // Its content type says text/plain.
  const given: unknown = await response.json().catch((error: unknown) => {
    throw unreadable(error)
  })
  const { errcode = 0 } = z.safeParse(failure, given).data ?? {}
  if (errcode !== 0) throw new WeChatRefusal(errcode)
  const parsed = z.core.safeParse(shape, given)
  if (parsed.success) return parsed.data
  throw unreadable('an answer without the documented fields')
}

/** The parameters that both document; `more` comes after them. */
export function authorizeQuery(
  { clientId, scopes }: Provider,
  { state, callback }: Attempt,
  more: Record<string, string>,
): string {
  return new URLSearchParams({
    appid: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: scopes.split(' ').join(','),
    state,
    ...more,
  }).toString()
}

/** Throws 'request.invalid' without a code, and 'sso.provider_refused' or 'sso.provider_unreachable' for a refusal. */
export async function proveByCode(
  code: string | undefined,
  exchange: (code: string) => Promise<ProvedIdentity>,
): Promise<ProvedIdentity> {
  if (code === undefined)
    throw new PortalError('request.invalid', { fields: [{ field: 'code', code: 'request.invalid' }] })
  return exchange(code).catch((error: unknown) => {
    throw toPortalError(error)
  })
}

/** -1 is the documented "system busy". */
function toPortalError(error: unknown): unknown {
  if (!(error instanceof WeChatRefusal)) return error
  return new PortalError(error.errcode === -1 ? 'sso.provider_unreachable' : 'sso.provider_refused', { cause: error })
}

function unreadable(cause: unknown): PortalError {
  return new PortalError('sso.provider_unreachable', {
    cause: cause instanceof Error ? cause : new Error(String(cause)),
  })
}
