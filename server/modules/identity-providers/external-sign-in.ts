import { PortalError } from '../../../contract/portal-error.ts'
import { fieldError } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { readNow } from '../../db/query.ts'
import type { Vault } from '../../runtime/vault.ts'
import { type SignInContext, completeSignIn } from '../auth/sign-in.ts'
import type { NoteChange } from '../auth/account-notices.ts'
import { noteEarlierProof } from '../auth/session-origin.ts'
import { checkSecretWait, countWrongSecret } from '../auth/login-limits.ts'
import {
  type Attempt,
  createAttempt,
  type ProviderAnswer,
  type ProviderClient,
  storeAttempt,
  takeAttempt,
} from './attempts.ts'
import { freshDemandOf, NOWHERE, type ProvedAt, provedAt } from './fresh-sign-in.ts'
import { type ProvedIdentity, findBoundAccount } from './identities.ts'
import { endExternalSessions, noteExternalSession } from './external-sessions.ts'
import { createOidcClient } from './oidc-client.ts'
import { storePendingBinding } from './bind-identity.ts'
import { type Provider, findProvider, noteSecretWay, requireSameProvider, type ProviderKind } from './providers.ts'
import { createWeChatClient, createWeComClient } from './wechat-clients.ts'
import type { OutgoingAddresses } from '../../runtime/outgoing-addresses.ts'
import { isPagePath } from '../../../contract/pages.ts'

/** The names that the browsers of WeChat Work and WeChat send. */
const KIND_NAMES: ReadonlyMap<string, ProviderKind> = new Map([
  ['qy', 'wecom'],
  ['mp', 'wechat_mp'],
])

interface Return extends ProviderAnswer {
  readonly state: string
  readonly browser: string
  readonly deviceId: string | undefined
}

/** Signs in with accounts of external providers. No transaction is open during a request to a provider. */
export function createExternalSignIn(database: Database, vault: Vault, addresses: OutgoingAddresses) {
  const weChat = createWeChatClient(addresses)
  const oidc = createOidcClient(addresses)
  const clients: Record<ProviderKind, ProviderClient> = {
    oidc,
    wechat_web: weChat,
    wechat_mp: weChat,
    wecom: createWeComClient(addresses),
  }
  return {
    /**
     * Returns the address of a provider (its id, or `qy` or `mp`). Throws 'sso.provider_unknown', 'sso.provider_unreachable', or 'request.invalid' for a
     * page that is not this portal's.
     */
    async begin(
      unitId: string,
      given: { provider: string; returnTo: string | undefined; callback: string; browser: string },
    ): Promise<string> {
      const nobody = { unitId, userId: null }
      const returnTo = checkReturnTo(given.returnTo)
      const kind = KIND_NAMES.get(given.provider)
      const which = kind === undefined ? { id: given.provider } : { kind }
      const provider = await database.inUnit(nobody, (tx) => findProvider(tx, vault, which))
      const attempt = createAttempt(provider, given.callback, returnTo)
      const address = await clients[provider.kind].begin(provider, attempt)
      await database.inUnit(nobody, (tx) =>
        storeAttempt(tx, vault, { unitId, provider, attempt, browser: given.browser }),
      )
      return address
    },
    /**
     * Throws 'sso.state_invalid', 'sso.provider_unreachable', 'sso.provider_setup', 'sso.provider_refused', 'sso.tenant_refused', 'sso.account_closed', 'sso.not_fresh', 'login.slow_down', and 'sso.unbound' or
     * 'sso.second_step' with the id of the binding that a password completes.
     */
    async finish(context: SignInContext & { readonly note: NoteChange }, back: Return) {
      const nobody = { unitId: context.unit.unitId, userId: null }
      const taken = await database.inUnit(nobody, (tx) => take(tx, vault, context, back))
      // Thrown here, because the count must be committed.
      if (!taken) throw new PortalError('sso.state_invalid')
      const { provider, attempt, begunAt } = taken
      const { secretWay, proved, ...identity } = await clients[provider.kind].prove(provider, attempt, back)
      const ids = idsOf(provider, identity)
      // A transaction of its own: others that sign in hold the provider's row for reading until they end.
      if (secretWay && secretWay !== provider.secretWay)
        await database.inUnit(nobody, (tx) => noteSecretWay(tx, provider, secretWay))
      const outcome = await database.inUnit(nobody, (tx) =>
        signInOrKeep(tx, context, provider, { ...attempt, begunAt, proved }, identity, back),
      )
      if ('session' in outcome) return { ...outcome, returnTo: attempt.returnTo, ids }
      const { deviceId } = back
      const data = { id: outcome.id, ...ids, ...(deviceId !== undefined && { deviceId }) }
      throw new PortalError(outcome.code, { data })
    },
    /**
     * Ends the sessions that a provider's logout token names. Throws 'sso.logout_refused' for a token that is not good or was taken before, and
     * 'sso.provider_unknown', 'sso.provider_unreachable'.
     */
    async end(unitId: string, { provider: id, token, address }: { provider: string; token: string; address: string }) {
      const nobody = { unitId, userId: null }
      const provider = await database.inUnit(nobody, (tx) => findProvider(tx, vault, { id }))
      if (provider.kind !== 'oidc') throw new PortalError('sso.provider_unknown')
      const logout = await oidc.readLogout(provider, token)
      await database.inUnit(nobody, (tx) => endExternalSessions(tx, unitId, id, { ...logout, address }))
    },
  }
}

async function take(tx: Tx, vault: Vault, { address }: SignInContext, { state, browser }: Return) {
  const taken = await takeAttempt(tx, vault, state, browser)
  // If the address has to wait, this throws, and taking the attempt is rolled back.
  if (taken) await checkSecretWait(tx, address)
  else await countWrongSecret(tx, address)
  return taken
}

/** An account with a second step also needs its password and code. */
async function signInOrKeep(
  tx: Tx,
  context: SignInContext & { readonly note: NoteChange },
  provider: Provider,
  { returnTo, begunAt, proved }: Attempt & { readonly begunAt: Date; readonly proved: ProvedAt | undefined },
  identity: ProvedIdentity,
  { browser }: Return,
) {
  const { unit, address, userAgent, note } = context
  const { providerId } = provider
  await requireSameProvider(tx, provider)
  const account = await findBoundAccount(tx, provider, identity, { unitId: unit.unitId, address, userAgent, note })
  if (account && !account.active) throw new PortalError('sso.account_closed')
  if (account && !account.secondStep) {
    const at = proved && provedAt(freshDemandOf(returnTo), proved, { begunAt, now: await readNow(tx) })
    const signedIn = await completeSignIn(tx, context, account, { secondFactor: false })
    await noteExternalSession(tx, signedIn.session, { ...identity, providerId })
    if (at) await noteEarlierProof(tx, signedIn.session.sessionId, at)
    return signedIn
  }
  const id = await storePendingBinding(tx, unit.unitId, { ...identity, providerId, returnTo }, browser)
  return { code: account ? ('sso.second_step' as const) : ('sso.unbound' as const), id }
}

/** Named as in the specification. */
function idsOf({ kind }: Provider, { subject, unionId }: ProvedIdentity): { openid?: string; unionid?: string } {
  if (kind === 'oidc') return {}
  return { openid: subject, ...(unionId !== null && { unionid: unionId }) }
}

/** As path, query and hash. Throws 'request.invalid' unless it is a page of this portal. */
export function checkReturnTo(given: string | undefined): string | null {
  if (given === undefined || given === '') return null
  // Browsers read a backslash as a slash and leave out tabs and line breaks, so that "/\t/evil" would be another site.
  if (/^\/(?![/\\])/.test(given) && !/[\\\s]/.test(given) && URL.canParse(given, NOWHERE)) {
    const { origin, pathname, search, hash } = new URL(given, NOWHERE)
    if (origin === NOWHERE && !pathname.startsWith('//') && isPagePath(pathname)) return pathname + search + hash
  }
  throw fieldError('returnTo', 'request.invalid')
}
