import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BODY_LIMIT } from '../../contract/limits.ts'
import { isErrorCode } from '../../contract/error-texts.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { isSecretField } from '../../contract/rules/secret-fields.ts'
import type { AnyEndpoint, Encoding, ParsedRequestOf } from '../../contract/endpoint.ts'
import { findNullCharacters } from './null-characters.ts'

// The path, the query and the body of a call, by its endpoint.

const CONTENT_TYPES: Record<Exclude<Encoding, 'query'>, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data',
}

/** Throws 'request.media_type' or 'request.too_large'. Multipart bodies are streamed past the web server's own limit. */
export function checkBodyHeaders(endpoint: AnyEndpoint, request: FastifyRequest, bodyLimit: number): void {
  if (endpoint.encoding === 'query') return
  const type = request.headers['content-type']
  const taken = endpoint.serverToServer ? [CONTENT_TYPES.form, CONTENT_TYPES.json] : [CONTENT_TYPES[endpoint.encoding]]
  if (type !== undefined && !taken.some((one) => type.toLowerCase().startsWith(one))) {
    throw new PortalError('request.media_type')
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new PortalError('request.too_large')
}

/** Throws 'request.secret_in_address' with the names: addresses stand in logs, histories and proxies. A GET has no other place. */
export function refuseSecretsInAddress({ method, request: schema }: AnyEndpoint, { query }: FastifyRequest): void {
  if (method !== 'POST' || !(schema instanceof z.ZodMiniObject)) return
  const found = Object.keys(asRecord(query)).filter((name) => Object.hasOwn(schema.shape, name) && isSecretField(name))
  if (found.length === 0) return
  const code = 'request.secret_in_address'
  throw new PortalError(code, { fields: found.map((field) => ({ field, code })) })
}

/**
 * The path takes precedence over the query, and the query over the body, as in routing and logs. Throws 'request.invalid' with the names of the
 * fields, and the codes that the schema has for them.
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
  const refused = new Map<string, ErrorCode>()
  if (parsed.success) {
    for (const field of findNullCharacters(parsed.data)) refused.set(field, 'request.invalid')
    if (refused.size === 0) return parsed.data
  }
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join('.')
    if (field !== '' && !refused.has(field)) refused.set(field, isErrorCode(message) ? message : 'request.invalid')
  }
  throw new PortalError('request.invalid', { fields: [...refused].map(([field, code]) => ({ field, code })) })
}

/** Throws 'session.required', 'request.unproved' or 'request.too_large' for a large body of a caller who shows no proof at all: refusing it costs no query. */
export function refuseWithoutProof(
  { access, unprovedBodyLimit = BODY_LIMIT }: AnyEndpoint,
  request: FastifyRequest,
): void {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length <= unprovedBodyLimit || request.server.readTokenHash(request) !== null) return
  throw access === 'public' ? tooLarge(unprovedBodyLimit) : new PortalError('session.required')
}

function tooLarge(unprovedBodyLimit: number): PortalError {
  return new PortalError(unprovedBodyLimit > BODY_LIMIT ? 'request.too_large' : 'request.unproved')
}

/** Throws 'request.unproved', 'request.too_large', 'request.length_required' or 'server.busy' for callers who proved nothing. */
export function limitBody(endpoint: AnyEndpoint, request: FastifyRequest, caller: string | undefined): void {
  const { dueBodies } = request.server
  const { bodyLimit = BODY_LIMIT, unprovedBodyLimit = BODY_LIMIT } = endpoint
  if (caller !== undefined) return dueBodies.prove(request, caller, bodyLimit)
  if (Number(request.headers['content-length'] ?? 0) > unprovedBodyLimit) throw tooLarge(unprovedBodyLimit)
  dueBodies.allow(request, unprovedBodyLimit)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
}

/** Marks the repeated occurrences of a name in an endpoint's path. */
const REPEAT = '__'

/** `{name}` becomes `:name`. Beside fixed text it gets a pattern, and a repeated name gets a number, because the router keeps one value per name. */
export function toRoutePath(path: string): string {
  const seen = new Map<string, number>()
  return path.replace(/\{(\w+)\}([^/{]?)/g, (_, name: string, next: string) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    const parameter = times === 1 ? `:${name}` : `:${name}${REPEAT}${times}`
    return next === '' ? parameter : `${parameter}(^[\\w-]+)${next}`
  })
}

/** The path's parameters by name; undefined when two occurrences of a name differ, since no such address exists. */
export function readPathParams(params: Record<string, unknown>): Record<string, unknown> | undefined {
  const found: Record<string, unknown> = {}
  for (const [parameter, value] of Object.entries(params)) {
    const name = parameter.split(REPEAT)[0] ?? parameter
    if (Object.hasOwn(found, name) && found[name] !== value) return undefined
    found[name] = value
  }
  return found
}
