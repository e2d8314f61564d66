import * as z from 'zod/mini'
import type { CallError } from '../../api/call-error.ts'

/** This portal's server says what others call invalid_grant in its own codes, and refuses malformed calls: neither knows an identity to bind. */
const REFUSALS = /^(?:invalid_grant$|login\.|request\.)/

const unbound = z.object({
  id: z.optional(z.string()),
  openid: z.optional(z.string()),
  unionid: z.optional(z.string()),
  deviceId: z.optional(z.string()),
})

/** Where an identity that belongs to no account yet is bound to one (status 400 with another code than a refusal), else null. */
export function bindingAddress({ status, code, failure }: CallError): string | null {
  if (failure.kind !== 'envelope' || status !== 400 || REFUSALS.test(code)) return null
  const identity = unbound.safeParse(failure.envelope.data)
  const query = new URLSearchParams(identity.success ? Object.entries(identity.data) : [])
  return query.size > 0 ? `/bind/?${query.toString()}` : '/bind/'
}
