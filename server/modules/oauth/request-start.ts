import { createHash, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../runtime/vault.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

/** Milliseconds in which a person may sign in for a request; afterwards it begins anew. */
const LONGEST = 60 * 60 * 1000
const FORM = /^([0-9a-z]{1,11})\.([\w-]{43})$/

/**
 * Says when a request was first made, signed for this very request of this unit: a page carries it through the sign-in that the request asks for, and cannot set it to
 * an earlier time, at which an older sign-in would be enough.
 */
export function signStart(vault: Vault, unitId: string, request: AuthorizationRequest, at: Date): string {
  const time = at.getTime().toString(36)
  return `${time}.${signatureOf(vault, unitId, request, time).toString('base64url')}`
}

/** undefined for a start of another request or unit, one that was changed, and one from too long ago. */
export function readStart(
  vault: Vault,
  unitId: string,
  request: AuthorizationRequest,
  given: string | undefined,
  now: Date,
): Date | undefined {
  const [, time = '', signature = ''] = FORM.exec(given ?? '') ?? []
  if (time === '') return undefined
  const expected = signatureOf(vault, unitId, request, time)
  const presented = Buffer.from(signature, 'base64url')
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined
  const start = new Date(Number.parseInt(time, 36))
  return now.getTime() - start.getTime() <= LONGEST ? start : undefined
}

function signatureOf(vault: Vault, unitId: string, request: AuthorizationRequest, time: string): Buffer {
  const parameters = Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const digest = createHash('sha256').update(JSON.stringify(parameters)).digest('base64url')
  return vault.mark(`${time} ${digest}`, `authorization ${unitId}`)
}
