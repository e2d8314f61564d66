import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as signInAdmin from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type {
  AdminClient,
  AdminMail,
  ClientForm,
  SignInSettings,
} from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { unit } from '../../../db/tables.generated.ts'
import type { Session } from '../../../http/call.ts'
import { versionOf, withVersion } from '../../../http/record-version.ts'
import { reachesAllAccounts, requireReachOfAllAccounts } from '../../auth/may-act-for.ts'
import { ISSUER_PATH } from '../../oauth/issuer.ts'
import {
  listClients,
  readGivableScopes,
  requireClientInReach,
  requireGivenScopes,
  saveClient as storeClient,
} from '../../oauth/oauth-clients.ts'
import { LOGOUT_PATH } from '../../../../contract/endpoints/sign-in/sso.ts'
import { listProviders } from '../../identity-providers/providers.ts'
import { isOwnUnit, readSignInMethods } from '../unit-config.ts'
import { readUndelivered } from '../../mail/outbox.ts'
import { readMailSettings } from '../../mail/unit-mail.ts'

/** The settings of signing in. Of secrets it says only whether they are set. */
export async function readSignInSettings(tx: Tx, session: Session): Promise<SignInSettings> {
  const columns = { ways: unit.signInWays, passwordRule: unit.passwordRule }
  const [found] = await tx.select(columns).from(unit).where(isOwnUnit)
  if (!found) throw new PortalError('tenant.unknown_host')
  const { mail, version: mailVersion } = await readMail(tx)
  return {
    ways: withVersion(readSignInMethods(found.ways)),
    passwordRule: found.passwordRule,
    mail,
    mailVersion,
    undelivered: await readUndelivered(tx),
    providers: await listProviders(tx),
    callbackPath: '/login',
    logoutPath: LOGOUT_PATH,
    clients: (await listClients(tx)).map(toAdminClient),
    reachesAllAccounts: reachesAllAccounts(session),
    givableScopes: await readGivableScopes(tx, session),
    discoveryPath: `${ISSUER_PATH}/.well-known/openid-configuration`,
  }
}

/** Saves which methods are allowed. Other keys of the stored object are kept. */
export async function saveSignInMethods(tx: Tx, methods: Omit<SignInSettings['ways'], 'version'>): Promise<void> {
  const before = sql`case when jsonb_typeof(${unit.signInWays}) = 'object' then ${unit.signInWays} else '{}' end`
  await tx
    .update(unit)
    .set({ signInWays: sql`${before} || ${JSON.stringify(methods)}::jsonb` })
    .where(isOwnUnit)
}

/** Saves the rule for passwords that are set from now on. */
export async function savePasswordRule(tx: Tx, rule: SignInSettings['passwordRule']): Promise<void> {
  await tx.update(unit).set({ passwordRule: rule }).where(isOwnUnit)
}

/**
 * Registers a third party or changes one. Returns its id, and a newly created secret. Throws 'sso.client_unknown', and 'access.denied' where its tickets sign in
 * people with rights of the administration, or are to, and the caller is no administrator, or where it gets a scope, or is turned on again with one, that the caller may not give.
 */
export async function saveClient(
  tx: Tx,
  session: Session,
  given: ClientForm,
): Promise<{ clientId: string; secret: string | null }> {
  const { clientId, enabled, entryUrl, backchannelLogoutUri, version: _, ...settings } = given
  const known = await listClients(tx)
  const before = known.find((client) => client.clientId === clientId)
  if (clientId !== undefined && !before) throw new PortalError('sso.client_unknown')
  if (clientId !== undefined) await requireClientInReach(tx, session, clientId)
  if (given.adminTickets) requireReachOfAllAccounts(session)
  // A client that is turned on again gets all its scopes back, so all of them are checked.
  const isTurnedOn = before?.disabled === true && enabled
  const isNew = (scope: string) => isTurnedOn || before?.ownScopes.includes(scope) !== true
  await requireGivenScopes(tx, session, given.ownScopes.filter(isNew))
  const last = Math.max(0, ...known.map(({ position }) => position))
  const values = {
    ...settings,
    // Fixed at registration, because a secret that was deleted by mistake cannot be restored.
    confidential: before?.confidential ?? settings.confidential,
    logo: before?.logo ?? null,
    position: before?.position ?? last + 1,
    loginUrl: entryUrl || null,
    backchannelLogoutUri: backchannelLogoutUri || null,
    disabled: !enabled,
  }
  return storeClient(tx, session.unitId, clientId === undefined ? {} : { clientId }, values, session.userId)
}

/** The settings of mail with their version. */
export async function readMail(tx: Tx): Promise<{ mail: AdminMail | null; version: string }> {
  const found = await readMailSettings(tx)
  if (!found) return { mail: null, version: versionOf(null) }
  const { userName, hasPassword, version, ...settings } = found
  return { mail: { ...settings, username: userName ?? '', passwordSet: hasPassword }, version }
}

const clientFields = z.omit(signInAdmin.saveClient.saves, { version: true })

/** The contract leaves out what administrators do not see. */
function toAdminClient(client: Awaited<ReturnType<typeof listClients>>[number]): AdminClient {
  const { disabled, loginUrl, confidential, backchannelLogoutUri } = client
  const shown = {
    ...client,
    enabled: !disabled,
    entryUrl: loginUrl ?? '',
    backchannelLogoutUri: backchannelLogoutUri ?? '',
    secretSet: confidential,
  }
  return { ...shown, version: versionOf(z.parse(clientFields, shown)) }
}
