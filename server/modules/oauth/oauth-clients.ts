import { timingSafeEqual } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import { OWN_SCOPES, type OwnScope, rightsOfScope } from '../../../contract/rules/own-scopes.ts'
import { isAppAddress, isRedirectAddress } from '../../../contract/rules/fields/web-address.ts'
import type { Tx } from '../../db/database.ts'
import { queryOne } from '../../db/query.ts'
import { oauthClient } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { requireReachOfAllAccounts } from '../auth/may-act-for.ts'
import { createSecret, hashToken } from '../auth/session-tokens.ts'
import { isForPerson, isOpenByLicence } from '../units/offered-applications.ts'
import { heldPermissions } from '../auth/held-permissions.ts'

const NAME_LENGTH = 100
const REDIRECT_URIS_MAX = 20
const LOGO_LENGTH = 100_000
/** The portal's page, whose policy loads pictures from nowhere else, shows it. */
const LOGO = /^(?:\/[\w\-./~%]+|data:image\/(?:png|jpeg|webp|gif|svg\+xml);base64,[\w+/]+=*)$/
const CLIENT_ID = /^[\w.~-]{1,128}$/
const NO_HASH = Buffer.alloc(32)

export type Client = typeof oauthClient.$inferSelect

/** What an administrator decides about a third party. `confidential`: it can keep a secret. */
export type ClientSettings = Omit<
  Client,
  'unitId' | 'clientId' | 'secretHash' | 'createdAt' | 'disabledAt' | 'adminTicketsBy'
> & {
  readonly confidential: boolean
  readonly disabled: boolean
}

export async function listClients(tx: Tx) {
  const rows = await tx.select().from(oauthClient).orderBy(asc(oauthClient.position), asc(oauthClient.clientId))
  return rows.map((row) => {
    const { unitId: _, adminTicketsBy: __, secretHash, disabledAt, ...settings } = row
    return { ...settings, confidential: secretHash !== null, disabled: disabledAt !== null }
  })
}

/**
 * Returns the id, and a newly created secret, shown once. `newId`: an id from another system. `by`: the administrator by whose rights its tickets sign in
 * people with rights of the administration. Throws 'request.invalid' with the fields, and 'sso.client_unknown'.
 */
export async function saveClient(
  tx: Tx,
  unitId: string,
  which: { clientId: string } | { newId?: string },
  given: ClientSettings,
  by: string | null = null,
): Promise<{ clientId: string; secret: string | null }> {
  const { confidential, disabled, ...columns } = check(given)
  const stored = 'clientId' in which ? await readClient(tx, which.clientId) : undefined
  const keptHash = confidential ? (stored?.secretHash ?? null) : null
  const secret = confidential && keptHash === null ? createSecret() : null
  const values = {
    ...columns,
    adminTicketsBy: columns.adminTickets ? by : null,
    secretHash: secret === null ? keptHash : hashToken(secret),
    disabledAt: disabled ? (stored ? sql`coalesce(${oauthClient.disabledAt}, now())` : sql`now()`) : null,
  }
  if (stored) {
    await tx.update(oauthClient).set(values).where(eq(oauthClient.clientId, stored.clientId))
    return { clientId: stored.clientId, secret }
  }
  const clientId = ('newId' in which ? which.newId : undefined) ?? createSecret().slice(0, 22)
  if (!CLIENT_ID.test(clientId)) throw invalid(['clientId'])
  const { rowCount } = await tx
    .insert(oauthClient)
    .values({ ...values, unitId, clientId })
    .onConflictDoNothing()
  if (!rowCount) throw invalid(['clientId'])
  return { clientId, secret }
}

/** A third party without people: what it may do in its own name, and the secret that it has already. */
export type OwnClient = Pick<Client, 'clientId' | 'name' | 'englishName' | 'ownScopes'> & { readonly secret: string }

/** Registers a third party that acts in its own name alone. */
export async function registerOwnClient(tx: Tx, unitId: string, { secret, ...client }: OwnClient): Promise<void> {
  await tx.insert(oauthClient).values({ ...client, unitId, secretHash: hashToken(secret), redirectUris: [] })
}

/** Those of the scopes of third parties that the caller may give. */
export async function readGivableScopes(tx: Tx, session: Session): Promise<OwnScope[]> {
  if (session.admin) return [...OWN_SCOPES]
  const held = await heldPermissions(tx, session, [...new Set(OWN_SCOPES.flatMap(rightsOfScope))])
  return OWN_SCOPES.filter((scope) => rightsOfScope(scope).some((code) => held.has(code)))
}

/** Throws 'access.denied' for a scope that the caller may not give: with it a third party does what the caller may not do. */
export async function requireGivenScopes(tx: Tx, session: Session, scopes: readonly string[]): Promise<void> {
  if (scopes.length === 0) return
  const givable: readonly string[] = await readGivableScopes(tx, session)
  if (scopes.some((scope) => !givable.includes(scope))) throw new PortalError('access.denied')
}

/**
 * Throws 'access.denied' unless the caller is an administrator where the client's tickets sign in people with rights of the administration: its secret is worth as much as
 * theirs.
 */
export async function requireClientInReach(tx: Tx, session: Pick<Session, 'admin'>, clientId: string): Promise<void> {
  const { adminTickets } = await readClient(tx, clientId)
  if (adminTickets) requireReachOfAllAccounts(session)
}

/** Throws 'access.denied' where the client may do in its own name what the caller may not let it do: a new secret of it is worth as much. */
export async function requireSecretInReach(tx: Tx, session: Session, clientId: string): Promise<void> {
  await requireClientInReach(tx, session, clientId)
  const { ownScopes } = await readClient(tx, clientId)
  await requireGivenScopes(tx, session, ownScopes)
}

/** Returns the new secret, shown once, and ends the tokens that the client has in its own name. Throws 'sso.client_unknown'. */
export async function rotateClientSecret(tx: Tx, clientId: string): Promise<string> {
  const secret = createSecret()
  const { rowCount } = await tx.execute(sql`
    update oauth_client set secret_hash = ${hashToken(secret)} where client_id = ${clientId} and secret_hash is not null`)
  if (!rowCount) throw new PortalError('sso.client_unknown')
  await tx.execute(sql`delete from oauth_artifact where client_id = ${clientId} and model = 'ClientCredentials'`)
  return secret
}

/** Also deletes everything issued to it. Throws 'sso.client_unknown'. */
export async function deleteClient(tx: Tx, clientId: string): Promise<void> {
  const { rowCount } = await tx.delete(oauthClient).where(eq(oauthClient.clientId, clientId))
  if (!rowCount) throw new PortalError('sso.client_unknown')
}

/** Throws 'sso.client_unknown', also for one that is turned off. */
export async function findClient(tx: Tx, clientId: string): Promise<Client> {
  return (await seekClient(tx, clientId)) ?? refuseClient()
}

/** As `findClient`; undefined in place of the refusal. */
export async function seekClient(tx: Tx, clientId: string): Promise<Client | undefined> {
  const client = await readStored(tx, clientId)
  return client?.disabledAt === null ? client : undefined
}

/** The first one with an entry, or the one asked for. Throws 'sso.client_unknown'. */
export async function findEntry(tx: Tx, clientId: string | undefined): Promise<Client & { loginUrl: string }> {
  const isAsked = clientId === undefined ? undefined : eq(oauthClient.clientId, clientId)
  const [found] = await tx
    .select()
    .from(oauthClient)
    .where(and(isNull(oauthClient.disabledAt), isNotNull(oauthClient.loginUrl), isAsked))
    .orderBy(asc(oauthClient.position), asc(oauthClient.clientId))
    .limit(1)
  return found?.loginUrl ? { ...found, loginUrl: found.loginUrl } : refuseClient()
}

/**
 * Throws 'access.denied' when applications of the unit open the third party and none of them is the caller's, and 'licence.expired' when theirs can be
 * opened no more.
 */
export async function requireApplicationOf(tx: Tx, session: Session, clientId: string): Promise<void> {
  const { seen, licensed } = await queryOne(tx, opening)`
    select coalesce(bool_or(seen), true) as seen, coalesce(bool_or(licensed) filter (where seen), true) as licensed
    from (
      select ${isForPerson(session)} and update_status <> 0 as seen, ${isOpenByLicence} as licensed
      from application where client_id = ${clientId} and removed_at is null) as opened`
  if (!seen) throw new PortalError('access.denied')
  if (!licensed) throw new PortalError('licence.expired')
}

const opening = z.object({ seen: z.boolean(), licensed: z.boolean() })

/** SQL: the client whose entry is this address, with or without a slash at its end; null without one. */
export function entryClientId(address: SQLWrapper) {
  return sql<
    string | null
  >`(select c.client_id from oauth_client c where c.disabled_at is null and c.login_url like 'http%'
    and rtrim(c.login_url, '/') = rtrim(${address}, '/') order by c.position, c.client_id limit 1)`
}

/** False, and as slow, for an unknown client. */
export function ownsSecret(client: Pick<Client, 'secretHash'> | undefined, secret: string): boolean {
  const hash = client?.secretHash ?? NO_HASH
  return timingSafeEqual(hashToken(secret), hash) && hash !== NO_HASH
}

async function readClient(tx: Tx, clientId: string): Promise<Client> {
  return (await readStored(tx, clientId)) ?? refuseClient()
}

async function readStored(tx: Tx, clientId: string): Promise<Client | undefined> {
  // PostgreSQL refuses some texts, and third parties send any.
  if (!CLIENT_ID.test(clientId)) return undefined
  const [client] = await tx.select().from(oauthClient).where(eq(oauthClient.clientId, clientId))
  return client
}

function refuseClient(): never {
  throw new PortalError('sso.client_unknown')
}

/** Throws 'request.invalid'. */
function check(given: ClientSettings) {
  const settings = { ...given, name: given.name.trim(), englishName: given.englishName.trim() }
  const { confidential, redirectUris, postLogoutRedirectUris, ownScopes, backchannelLogoutUri, logo, loginUrl } =
    settings
  const isName = (name: string) => name !== '' && name.length <= NAME_LENGTH
  // The own scheme of an application is of a program on the device, which cannot keep a secret.
  const isReturn = (uri: string) => isRedirectAddress(uri) || (!confidential && isAppAddress(uri))
  const areReturns = (uris: readonly string[]) => uris.length <= REDIRECT_URIS_MAX && uris.every(isReturn)
  const good: Record<string, boolean> = {
    name: isName(settings.name),
    englishName: isName(settings.englishName),
    redirectUris: redirectUris.length + ownScopes.length > 0 && areReturns(redirectUris),
    postLogoutRedirectUris: areReturns(postLogoutRedirectUris),
    ownScopes:
      (ownScopes.length === 0 || confidential) &&
      ownScopes.every((scope) => OWN_SCOPES.some((known) => known === scope)),
    logo: logo === null || (logo.length <= LOGO_LENGTH && LOGO.test(logo) && !logo.startsWith('//')),
    loginUrl: loginUrl === null || isRedirectAddress(loginUrl),
    backchannelLogoutUri: backchannelLogoutUri === null || isRedirectAddress(backchannelLogoutUri),
    backchannelLogoutSessionRequired: !settings.backchannelLogoutSessionRequired || backchannelLogoutUri !== null,
    pkceRequired: settings.pkceRequired || confidential,
    mayIssueTickets: !settings.mayIssueTickets || confidential,
    adminTickets: !settings.adminTickets || settings.mayIssueTickets,
    position: Number.isSafeInteger(settings.position) && Math.abs(settings.position) < 2 ** 31,
  }
  const wrong = Object.keys(good).filter((field) => !good[field])
  if (wrong.length > 0) throw invalid(wrong)
  const unique = <T>(values: readonly T[]) => [...new Set(values)]
  return {
    ...settings,
    redirectUris: unique(redirectUris),
    postLogoutRedirectUris: unique(postLogoutRedirectUris),
    ownScopes: unique(ownScopes),
  }
}

function invalid(fields: readonly string[]): PortalError {
  return new PortalError('request.invalid', { fields: fields.map((field) => ({ field, code: 'request.invalid' })) })
}
