import { pageOf } from '../../../contract/pages.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { UNKNOWN_PROOF } from '../auth/session-origin.ts'

/** What a third party's request, to which a sign-in leads back, asks of the sign-in. */
export interface FreshDemand {
  /** Seconds since the person proved who they are, at most; 0: they prove it anew. */
  readonly maxAge: number
}

/** When a person proved who they are at a provider. */
export interface ProvedAt {
  /** Null where the provider does not say. */
  readonly at: Date | null
  /** Whether it announces that its ID tokens say it (`claims_supported`). */
  readonly isAnnounced: boolean
}

/** Base of addresses of the portal's pages that are read without a host. */
export const NOWHERE = 'http://portal.invalid'
const MAX_AGE = /^\d{1,8}$/
/** Milliseconds by which the clocks of provider and portal may differ. */
const CLOCK_TOLERANCE = 30_000

/** Null where the page after the sign-in is no request of a third party, or one that takes any sign-in. */
export function freshDemandOf(returnTo: string | null): FreshDemand | null {
  if (returnTo === null || !URL.canParse(returnTo, NOWHERE)) return null
  const { pathname, searchParams } = new URL(returnTo, NOWHERE)
  if (pageOf(pathname)?.kind !== 'authorize') return null
  if (searchParams.get('prompt')?.split(' ').includes('login')) return { maxAge: 0 }
  const maxAge = searchParams.get('max_age') ?? ''
  return MAX_AGE.test(maxAge) ? { maxAge: Number(maxAge) } : null
}

/** The parameters that ask a provider for it; `max_age` makes it say when the person signed in. `prompts`: those that it knows, where it says so. */
export function freshParameters(
  demand: FreshDemand | null,
  prompts: readonly string[] | undefined,
): Record<string, string> {
  if (!demand) return {}
  const asksAnew = demand.maxAge === 0 && (prompts?.includes('login') ?? true)
  return { max_age: String(demand.maxAge), ...(asksAnew && { prompt: 'login' }) }
}

/**
 * When the person of a session proved who they are; null: now. A user can remove the parameters from the provider's address, or sign in for another page first, so only what the
 * provider signs counts, and without a demand a provider that says nothing may have asked for nothing. Throws 'sso.not_fresh' where a newer sign-in was demanded.
 */
export function provedAt(
  demand: FreshDemand | null,
  { at, isAnnounced }: ProvedAt,
  { begunAt, now }: { readonly begunAt: Date; readonly now: Date },
): Date | null {
  if (at === null) {
    if (!demand) return UNKNOWN_PROOF
    if (isAnnounced) throw new PortalError('sso.not_fresh')
    return null
  }
  const seen = at < now ? at : now
  if (!demand) return seen
  const isAnew = at.getTime() >= begunAt.getTime() - CLOCK_TOLERANCE
  // By the clock of the portal, by which the request is compared as well.
  if (isAnew) return seen > begunAt ? seen : begunAt
  const isYoung = demand.maxAge > 0 && now.getTime() - at.getTime() <= demand.maxAge * 1000
  if (!isYoung) throw new PortalError('sso.not_fresh')
  return seen
}
