import * as jose from 'jose'
import { PortalError } from '../../../contract/portal-error.ts'
import { TENANT_PLACE } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import type { Provider } from './providers.ts'

/** As tokens name a tenant: Microsoft Entra's `tid`. */
const TENANT = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The issuer that a token must name, and the tenant whose it is; null where the provider's issuer is one. */
export interface TokenIssuer {
  readonly issuer: string
  readonly tenant: string | null
}

/**
 * The issuer of a token: the provider's, or, where that is for many tenants, the one of the tenant that the token names. The token is only decoded here; its
 * signature and issuer are checked with what this returns. Throws 'sso.provider_refused' for a token without tenant, and 'sso.tenant_refused' for a tenant whose
 * accounts are not let in.
 */
export function issuerOfToken(
  issuer: string,
  token: string,
  { tenants, anyTenant }: Pick<Provider, 'tenants' | 'anyTenant'>,
): TokenIssuer {
  if (!issuer.includes(TENANT_PLACE)) return { issuer, tenant: null }
  const tenant = tenantOf(token)
  if (tenant === null) throw new PortalError('sso.provider_refused')
  if (!anyTenant && !tenants.includes(tenant)) throw new PortalError('sso.tenant_refused')
  return { issuer: issuer.replace(TENANT_PLACE, tenant), tenant }
}

/** A subject as identities are found by it: each tenant counts its own. */
export function subjectIn({ tenant }: TokenIssuer, subject: string): string {
  return tenant === null ? subject : `${tenant} ${subject}`
}

function tenantOf(token: string): string | null {
  try {
    const { tid } = jose.decodeJwt(token)
    return typeof tid === 'string' && TENANT.test(tid) ? tid : null
  } catch {
    return null
  }
}
