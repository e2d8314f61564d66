import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { adminProvider, type AdminProvider } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { secretAddress } from '../../../contract/rules/sign-in/sign-in-settings.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryValues } from '../../db/query.ts'
import { withVersion } from '../../http/record-version.ts'
import { signInProvider } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'

export type ProviderKind = (typeof signInProvider.$inferSelect)['kind']

/** With its secret, as a sign-in needs it. */
export type Provider = Awaited<ReturnType<typeof findProvider>>

/** In their order; of a secret only whether there is one. */
export async function listProviders(tx: Tx): Promise<AdminProvider[]> {
  const rows = await tx
    .select()
    .from(signInProvider)
    .orderBy(...inOrder)
  return rows.map(({ secret, agentId, apiUrl, ...row }) => {
    const shown = { ...row, agentId: agentId ?? '', apiUrl: apiUrl ?? '', secretSet: secret !== null }
    return withVersion(z.parse(savedFields, shown))
  })
}

/** Those by which a provider has its version. */
const savedFields = z.omit(adminProvider, { version: true })

/** The unit's enabled providers that work in any browser. */
export async function readDrawnProviders(tx: Tx): Promise<ResponseOf<typeof sso.providers>> {
  const rows = await tx
    .select()
    .from(signInProvider)
    .where(and(eq(signInProvider.enabled, true), inArray(signInProvider.kind, ['oidc', 'wechat_web'])))
    .orderBy(...inOrder)
  return rows.map((row) => ({
    id: row.providerId,
    providerId: row.kind,
    providerAppId: row.clientId,
    providerApplicationId: row.agentId,
    providerAppLoginUrl: row.kind === 'wechat_web' ? `${row.baseUrl}/connect/qrconnect` : null,
    logo: row.logo,
    name: row.name,
    englishName: row.englishName,
    display: row.kind === 'wechat_web' ? 'qr' : 'button',
  }))
}

/** Of the QR boxes, for the document's policy. */
export async function readFrameOrigins(tx: Tx): Promise<string[]> {
  const bases = await queryValues(tx, z.string())`
    select distinct base_url from sign_in_provider where enabled and kind = 'wechat_web'`
  return [...new Set(bases.map((base) => new URL(base).origin))].toSorted()
}

/** By id, or the unit's first of a kind. Throws 'sso.provider_unknown'. */
export async function findProvider(tx: Tx, vault: Vault, which: Which) {
  return (await seekProvider(tx, vault, which)) ?? refuseProvider()
}

/** As `findProvider`; undefined in place of the refusal. */
export async function seekProvider(tx: Tx, vault: Vault, which: Which) {
  const found = await readEnabled(tx, which)
  if (!found) return undefined
  const { secret, ...provider } = found
  return { ...provider, clientSecret: secret && vault.open(secret, providerSecretContext(provider.providerId)) }
}

/** Throws 'sso.provider_unknown'. */
export async function readAppId(tx: Tx, kind: ProviderKind): Promise<string> {
  return ((await readEnabled(tx, { kind })) ?? refuseProvider()).clientId
}

/** How a provider takes the secret: by HTTP basic, or in the form (RFC 6749, section 2.3.1). */
export type SecretWay = 'basic' | 'body'

/** Remembers how a provider took the secret, so that the next sign-in tries nothing else first. */
export async function noteSecretWay(tx: Tx, { providerId }: Provider, secretWay: SecretWay): Promise<void> {
  await tx.update(signInProvider).set({ secretWay }).where(eq(signInProvider.providerId, providerId))
}

type Named = Pick<Provider, 'kind' | 'clientId' | 'baseUrl' | 'apiUrl'>

/** Whether a provider has become another issuer or application: its identities would be other people's. */
export function isAnotherProvider(before: Named, now: Named): boolean {
  const addressOf = (one: Named) => secretAddress({ ...one, apiUrl: one.apiUrl ?? '' })
  return addressOf(before) !== addressOf(now) || (before.kind !== 'oidc' && before.clientId !== now.clientId)
}

/**
 * Throws 'sso.state_invalid' unless the provider is what it was when it was asked: who may enter providers could let one of their own answer, and enter the right one before its answer is
 * taken. It stays so until the transaction ends.
 */
export async function requireSameProvider(tx: Tx, asked: Provider): Promise<void> {
  const [now] = await tx
    .select()
    .from(signInProvider)
    .where(and(eq(signInProvider.providerId, asked.providerId), eq(signInProvider.enabled, true)))
    .for('share')
  if (!now || isAnotherProvider(asked, now)) throw new PortalError('sso.state_invalid')
}

const inOrder = [asc(signInProvider.position), asc(signInProvider.providerId)]

type Which = { readonly id: string } | { readonly kind: ProviderKind }

async function readEnabled(tx: Tx, which: Which) {
  const named =
    'id' in which ? sql`${signInProvider.providerId} = ${asId(which.id)}` : eq(signInProvider.kind, which.kind)
  const [found] = await tx
    .select()
    .from(signInProvider)
    .where(and(eq(signInProvider.enabled, true), named))
    .orderBy(...inOrder)
    .limit(1)
  return found
}

function refuseProvider(): never {
  throw new PortalError('sso.provider_unknown')
}

export function providerSecretContext(providerId: string): string {
  return `sign_in_provider.secret ${providerId}`
}
