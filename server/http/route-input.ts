import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { PortalError } from '../../contract/portal-error.ts'
import type { ResponseOf, AnyEndpoint, Encoding, ParsedRequestOf } from '../../contract/endpoint.ts'
import { readPathParams } from './route-path.ts'

const CONTENT_TYPES: Record<Exclude<Encoding, 'query'>, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
}

/**
 * Checks what a body claims to be before it is read. Throws 'request.media_type' or 'request.too_large'; the latter matters for multipart, which
 * is streamed past the web server's own limit.
 */
export function checkBodyHeaders(endpoint: AnyEndpoint, request: FastifyRequest, bodyLimit: number): void {
  if (endpoint.encoding === 'query') return
  const type = request.headers['content-type']
  const taken = endpoint.serverToServer ? [CONTENT_TYPES.form, CONTENT_TYPES.json] : [CONTENT_TYPES[endpoint.encoding]]
  if (type !== undefined && !taken.some((one) => type.toLowerCase().startsWith(one))) {
    throw new PortalError('request.media_type')
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new PortalError('request.too_large')
}

/**
 * The checked input of a call. The path decides over the query, and the query over the body: what routing and logs saw is what the handler
 * gets. Throws 'request.invalid' with the names of the fields.
 */
export function parseInput<R extends AnyEndpoint>(
  endpoint: R,
  request: FastifyRequest,
  fields: Record<string, unknown> = {},
): ParsedRequestOf<R> {
  const params = readPathParams(asRecord(request.params))
  if (!params) throw new PortalError('request.not_found')
  const given = { ...asRecord(request.body), ...fields, ...asRecord(request.query), ...params }
  const parsed = z.core.safeParse<R['request']>(endpoint.request, given)
  if (parsed.success) return parsed.data
  const names = new Set(parsed.error.issues.map((issue) => issue.path.join('.')).filter((name) => name !== ''))
  throw new PortalError('request.invalid', { fields: [...names].map((field) => ({ field, code: 'request.invalid' })) })
}

/** What the caller gets of an answer: checked, and stripped of what the contract does not name. Throws when it breaks the contract. */
export function checkAnswer<R extends AnyEndpoint>(endpoint: R, answer: unknown): ResponseOf<R> {
  const checked = z.core.safeParse<R['response']>(endpoint.response, answer)
  if (checked.success) return checked.data
  const where = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  throw new Error(`the answer of ${endpoint.name} breaks the contract (${where})`)
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
