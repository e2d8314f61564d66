import * as client from 'openid-client'
import { ADDRESS_LENGTH } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isWebAddress } from '../../../contract/rules/fields/web-address.ts'
import { TENANT_PLACE, withoutSlash } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import type { ProviderFetch } from './provider-fetch.ts'

export const TIMEOUT_SECONDS = 10
const WELL_KNOWN = '/.well-known/openid-configuration'

/** What a sign-in cannot do without. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/**
 * Reads the discovery document (OpenID Connect Discovery 1.0) of an issuer, and checks that it is this issuer's. Throws 'sso.provider_private' and
 * 'sso.document_unreachable', '…_missing', '…_unreadable', '…_issuer' and '…_incomplete', with what the document names in `data`.
 */
export async function readOpenIdDocument(baseUrl: string, ask: ProviderFetch): Promise<client.ServerMetadata> {
  const metadata = await fetchDocument(baseUrl, ask)
  const { issuer } = metadata
  if (!isIssuerOf(baseUrl, issuer)) throw refusal('sso.document_issuer', { issuer: issuer.slice(0, ADDRESS_LENGTH) })
  const missing = ENDPOINTS.filter((name) => {
    const address: unknown = metadata[name]
    return typeof address !== 'string' || !isWebAddress(address)
  })
  if (missing.length > 0) throw refusal('sso.document_incomplete', { missing })
  return metadata
}

/** With the document's address given whole, the library reads it without comparing issuers: it knows neither all hosts of Entra nor a slash at the end. */
async function fetchDocument(baseUrl: string, ask: ProviderFetch): Promise<client.ServerMetadata> {
  const address = new URL(withoutSlash(baseUrl) + WELL_KNOWN)
  try {
    const options = {
      execute: insecureOnly(baseUrl),
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: fetchBy(ask),
    }
    return (await client.discovery(address, 'portal', undefined, client.None(), options)).serverMetadata()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Only a provider on this machine can be registered without TLS. */
export function insecureOnly(baseUrl: string) {
  return new URL(baseUrl).protocol === 'http:' ? [client.allowInsecureRequests] : []
}

/** The guarded requests, as the library calls them. */
export function fetchBy(ask: ProviderFetch): client.CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body : undefined
    if (body != null && !form) throw new TypeError('only forms are sent to providers')
    return ask(address, { method, headers, body: form, signal })
  }
}

/** Whether a document may name this issuer: its own address but for a slash at the end, or what Microsoft names in place of it. */
function isIssuerOf(baseUrl: string, issuer: string): boolean {
  if (withoutSlash(baseUrl) === withoutSlash(issuer) || isTenantIssuer(issuer, baseUrl)) return true
  if (!URL.canParse(issuer)) return false
  const [own, named] = [new URL(baseUrl), new URL(issuer)]
  return own.href === named.href || isMicrosofts(own.hostname)
}

/** Their documents name another issuer than the address at which they are read, as Microsoft describes. */
function isMicrosofts(host: string): boolean {
  const clouds = ['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn']
  return clouds.includes(host) || host.endsWith('.b2clogin.com')
}

/** Whether an issuer is that of one tenant of an issuer for many; a slash at the end says nothing. */
function isTenantIssuer(template: string, issuer: string): boolean {
  const [before = '', after, ...more] = withoutSlash(template).split(TENANT_PLACE)
  if (after === undefined || more.length > 0) return false
  const given = withoutSlash(issuer)
  const tenant = given.slice(before.length, given.length - after.length)
  return given === before + tenant + after && /^[^/]+$/.test(tenant)
}

function refusalOf(error: unknown): PortalError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof PortalError)) continue
    return cause.code === 'sso.provider_unreachable' ? refusal('sso.document_unreachable', {}, error) : cause
  }
  const { code, cause } = Object(error)
  if (code === 'OAUTH_TIMEOUT') return refusal('sso.document_unreachable', {}, error)
  const status: unknown = Object(cause instanceof Error ? cause.cause : cause).status
  if (typeof status === 'number' && status !== 200) return refusal('sso.document_missing', { status }, error)
  return refusal('sso.document_unreadable', {}, error)
}

function refusal(code: ErrorCode, data: object, cause?: unknown): PortalError {
  return new PortalError(code, { fields: [{ field: 'baseUrl', code }], data, cause })
}
