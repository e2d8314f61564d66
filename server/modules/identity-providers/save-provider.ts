import { count, eq, max } from 'drizzle-orm'
import type * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import {
  ADDRESS_LENGTH,
  CLIENT_ID_LENGTH,
  NAME_LENGTH,
  SCOPES_LENGTH,
  SECRET_LENGTH,
} from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { FieldProblem } from '../../../contract/rules/fields/field-problems.ts'
import { isWebAddress } from '../../../contract/rules/fields/web-address.ts'
import {
  checkProvider,
  PROVIDER_DEFAULTS,
  TENANT_PLACE,
  withoutSlash,
} from '../../../contract/rules/sign-in/sign-in-settings.ts'
import { type Tx, isRowId } from '../../db/database.ts'
import { externalIdentity, pendingBinding, signInProvider } from '../../db/tables.generated.ts'
import { fieldError } from '../../http/call.ts'
import { leadsToRefused, type OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'
import type { Vault } from '../../runtime/vault.ts'
import { secretWaysOf } from './code-grant.ts'
import { readOpenIdDocument } from './openid-document.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import { isAnotherProvider, providerSecretContext } from './providers.ts'

/** More than fit on a login page. */
const PROVIDERS_MAX = 20
const LOGO_LENGTH = 32_768
/** The page's policy allows pictures of the portal itself and inside the document. */
const LOGO = /^(?:|\/(?![/\\])[^\s\\]*|data:image\/(?:png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/=]+)$/

/** '' for an address or the scopes means the kind's default. */
export type ProviderForm = Partial<Fields> &
  Pick<Fields, 'kind' | 'name' | 'englishName' | 'clientId'> & {
    readonly logo?: string
    /** As the discovery document named it; absent where it was not read. */
    readonly issuer?: string
    /** On the login page; a new provider is the last by default. */
    readonly position?: number
  }

type Fields = Omit<ParsedRequestOf<typeof signInAdmin.saveProvider>, 'version'>

/**
 * Returns the id. With another issuer or application, identities that are bound or wait to be are deleted: they would be other people's. Throws 'request.invalid' or
 * 'sso.provider_unknown'.
 */
export async function saveProvider(tx: Tx, vault: Vault, unitId: string, given: ProviderForm): Promise<string> {
  const form = normalize(given)
  const stored = given.providerId === undefined ? undefined : await findStored(tx, given.providerId)
  if (given.providerId !== undefined && stored?.kind !== form.kind) throw new PortalError('sso.provider_unknown')
  const known = stored ? { ...stored, apiUrl: stored.apiUrl ?? '', secretSet: stored.secret !== null } : null
  const problems = checkForm(form, known)
  if (problems.length > 0) throw new PortalError('request.invalid', { fields: problems })

  const { kind, clientSecret, ...fields } = form
  const isAnother = known !== null && isAnotherProvider(known, form)
  const values = {
    ...fields,
    agentId: form.agentId || null,
    apiUrl: form.apiUrl || null,
    logo: given.logo,
    position: given.position,
    issuer: given.issuer,
    // With another one, or another secret, the way of the secret is open again.
    ...((isAnother || clientSecret !== undefined) && { secretWay: null }),
  }
  const providerId = stored?.providerId ?? (await insertProvider(tx, { unitId, kind, ...values }))
  const isThis = eq(signInProvider.providerId, providerId)
  if (isAnother)
    for (const table of [externalIdentity, pendingBinding])
      await tx.delete(table).where(eq(table.providerId, providerId))
  if (stored) await tx.update(signInProvider).set(values).where(isThis)
  if (clientSecret) {
    const secret = vault.seal(clientSecret, providerSecretContext(providerId))
    await tx.update(signInProvider).set({ secret }).where(isThis)
  }
  return providerId
}

/**
 * Throws 'sso.provider_private' with the field where the portal would have to connect to an address that is not public and that the operator does not allow. No
 * transaction may be open: names are looked up.
 */
export async function requireProviderAddresses(
  { kind, baseUrl = '', apiUrl = '' }: Pick<ProviderForm, 'kind' | 'baseUrl' | 'apiUrl'>,
  addresses: OutgoingAddresses,
): Promise<void> {
  // Browsers alone go to the base of the other kinds.
  const [field, address] = kind === 'oidc' ? (['baseUrl', baseUrl] as const) : (['apiUrl', apiUrl] as const)
  if (await leadsToRefused(address.trim(), addresses)) throw fieldError(field, 'sso.provider_private')
}

/**
 * Reads the discovery document of an OpenID provider that is to be in use. Returns what it names: its issuer, and as the address too where only a slash at the end
 * differs. Throws as `readOpenIdDocument`, 'sso.document_secret', and 'request.invalid' where the issuer is for many tenants and none is let in. No transaction may
 * be open.
 */
export async function readProviderDocument(
  { kind, enabled, baseUrl, clientSecret, tenants, anyTenant }: ParsedRequestOf<typeof signInAdmin.saveProvider>,
  ask: ProviderFetch,
): Promise<{ baseUrl?: string; issuer?: string }> {
  if (kind !== 'oidc' || !enabled || !isWebAddress(baseUrl.trim())) return {}
  const { issuer, ...metadata } = await readOpenIdDocument(baseUrl.trim(), ask)
  const hasSecret = (clientSecret ?? '').trim() !== ''
  if (hasSecret && secretWaysOf(metadata).length === 0) throw fieldError('clientSecret', 'sso.document_secret')
  if (issuer.includes(TENANT_PLACE) && !anyTenant && tenants.length === 0)
    throw fieldError('tenants', 'sso.tenants_required', 'request.invalid')
  return withoutSlash(issuer) === withoutSlash(baseUrl.trim()) ? { baseUrl: issuer, issuer } : { issuer }
}

/** Also deletes its bound identities. Throws 'sso.provider_unknown'. */
export async function deleteProvider(tx: Tx, providerId: string): Promise<void> {
  if (!isRowId(providerId)) throw new PortalError('sso.provider_unknown')
  const { rowCount } = await tx.delete(signInProvider).where(eq(signInProvider.providerId, providerId))
  if (!rowCount) throw new PortalError('sso.provider_unknown')
}

type Form = ReturnType<typeof normalize>

function normalize({ kind, ...given }: ProviderForm) {
  const { baseUrl, apiUrl, scopes } = PROVIDER_DEFAULTS[kind]
  const text = (value = '') => value.trim()
  const words = [...new Set((text(given.scopes) || scopes).split(/\s+/))]
  return {
    kind,
    name: text(given.name),
    englishName: text(given.englishName),
    enabled: given.enabled ?? true,
    clientId: text(given.clientId),
    ...(text(given.clientSecret) && { clientSecret: text(given.clientSecret) }),
    agentId: kind === 'wecom' ? text(given.agentId) : '',
    // An issuer is kept as its document names it; in other addresses a trailing slash would be doubled.
    baseUrl: kind === 'oidc' ? text(given.baseUrl) : withoutSlash(text(given.baseUrl) || baseUrl),
    apiUrl: kind === 'oidc' ? '' : withoutSlash(text(given.apiUrl) || apiUrl),
    tenants: kind === 'oidc' ? [...new Set(given.tenants)] : [],
    anyTenant: kind === 'oidc' && given.anyTenant === true,
    scopes: (kind === 'oidc' && !words.includes('openid') ? ['openid', ...words] : words).join(' '),
    logo: given.logo ?? '',
  }
}

function checkForm(form: Form, stored: Parameters<typeof checkProvider>[1]): FieldProblem[] {
  const problems = checkProvider(form, stored)
  const tooLong = (
    [
      ['name', NAME_LENGTH],
      ['englishName', NAME_LENGTH],
      ['clientId', CLIENT_ID_LENGTH],
      ['clientSecret', SECRET_LENGTH],
      ['agentId', CLIENT_ID_LENGTH],
      ['baseUrl', ADDRESS_LENGTH],
      ['apiUrl', ADDRESS_LENGTH],
      ['scopes', SCOPES_LENGTH],
      ['logo', LOGO_LENGTH],
    ] as const
  ).filter(([field, length]) => (form[field] ?? '').length > length)
  const withQuery = (['baseUrl', 'apiUrl'] as const).filter((field) => form[field].includes('?'))
  return [
    ...problems,
    ...tooLong.map(([field]) => ({ field, code: 'field.too_long' as const })),
    ...withQuery.map((field) => ({ field, code: 'field.web_address' as const })),
    ...(LOGO.test(form.logo) ? [] : [{ field: 'logo', code: 'request.invalid' as const }]),
  ]
}

async function findStored(tx: Tx, providerId: string) {
  if (!isRowId(providerId)) return undefined
  // Concurrent saves wait.
  const [stored] = await tx.select().from(signInProvider).where(eq(signInProvider.providerId, providerId)).for('update')
  return stored
}

async function insertProvider(tx: Tx, values: typeof signInProvider.$inferInsert): Promise<string> {
  const [of] = await tx.select({ many: count(), last: max(signInProvider.position) }).from(signInProvider)
  if (of && of.many >= PROVIDERS_MAX) throw new PortalError('request.invalid')
  const [added] = await tx
    .insert(signInProvider)
    .values({ ...values, position: values.position ?? (of?.last ?? 0) + 1 })
    .returning({ providerId: signInProvider.providerId })
  if (!added) throw new Error('the provider was not stored')
  return added.providerId
}
