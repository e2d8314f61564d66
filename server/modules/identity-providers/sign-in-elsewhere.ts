import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { ProviderKind } from '../../db/schema/social.ts'
import type { Vault } from '../../runtime/vault.ts'
import type { Admitted, Arrival } from '../auth/admit.ts'
import { admit } from '../auth/admit.ts'
import { checkSecretWait, countWrongSecret } from '../auth/login-limits.ts'
import type { Attempt } from './attempts.ts'
import { createAttempt, storeAttempt, takeAttempt } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import { findBoundAccount } from './identities.ts'
import { createOidcPeer } from './oidc-peer.ts'
import type { Peer, ProviderAnswer } from './peer.ts'
import { storePendingBinding } from './pending-bindings.ts'
import type { Provider } from './providers.ts'
import { findProvider } from './providers.ts'
import { checkReturnTo } from './return-to.ts'
import { createWeChatPeer } from './wechat-peer.ts'
import { createWeComPeer } from './wecom-peer.ts'

/** The names by which the browsers of WeChat Work and WeChat ask for their provider. */
const KIND_NAMES: ReadonlyMap<string, ProviderKind> = new Map([
  ['qy', 'wecom'],
  ['mp', 'wechat_mp'],
])

/** What a browser comes back with. */
export interface Return extends ProviderAnswer {
  readonly state: string
  /** The secret of the browser that began. */
  readonly browser: string | undefined
  readonly deviceId: string | undefined
}

/** Whoever an identity lets in. */
interface Entered extends Admitted {
  /** Another WeChat application's identity of theirs told who they are, and this one is bound to the same account since. */
  readonly justBound: boolean
}

/** Somebody who has signed in by an account elsewhere. */
export interface AdmittedElsewhere extends Entered {
  readonly returnTo: string | null
  /** What the client may know of a WeChat identity. */
  readonly ids: IdentityIds
}

/** The specification's names for who somebody is at WeChat. */
export interface IdentityIds {
  readonly openid?: string
  readonly unionid?: string
}

/** Signs people in by accounts elsewhere. No transaction is open while a provider is asked. */
export interface SignInElsewhere {
  /**
   * Where the browser goes for a sign-in with a provider (its id, or `qy` or `mp`). Throws 'sso.provider_unknown', 'sso.provider_unreachable', or
   * 'request.invalid' for a page that is not this portal's.
   */
  begin(
    unitId: string,
    given: { provider: string; returnTo: string | undefined; callback: string; browser: string },
  ): Promise<string>
  /**
   * Signs in whoever comes back. Throws 'sso.state_invalid', 'sso.provider_unreachable', 'sso.provider_refused', 'sso.account_closed', 'login.slow_down',
   * and 'sso.unbound' or 'sso.second_step' with what goes on by a password.
   */
  finish(arrival: Arrival, back: Return): Promise<AdmittedElsewhere>
}

/** The sign-in by accounts elsewhere of one application. */
export function createSignInElsewhere(database: Database, vault: Vault): SignInElsewhere {
  const weChat = createWeChatPeer()
  const peers: Record<ProviderKind, Peer> = {
    oidc: createOidcPeer(),
    wechat_web: weChat,
    wechat_mp: weChat,
    wecom: createWeComPeer(),
  }
  return {
    async begin(unitId, given) {
      const nobody = { unitId, userId: null }
      const returnTo = checkReturnTo(given.returnTo)
      const kind = KIND_NAMES.get(given.provider)
      const which = kind === undefined ? { id: given.provider } : { kind }
      const provider = await database.inUnit(nobody, (tx) => findProvider(tx, vault, which))
      const attempt = createAttempt(provider, given.callback, returnTo)
      const address = await peers[provider.kind].begin(provider, attempt)
      await database.inUnit(nobody, (tx) =>
        storeAttempt(tx, vault, { unitId, provider, attempt, browser: given.browser }),
      )
      return address
    },
    async finish(arrival, back) {
      const nobody = { unitId: arrival.unit.unitId, userId: null }
      const taken = await database.inUnit(nobody, (tx) => take(tx, vault, arrival, back))
      // Thrown out here, because the count must be committed.
      if (!taken) throw new PortalError('sso.state_invalid')
      const { provider, attempt } = taken
      const identity = await peers[provider.kind].prove(provider, attempt, back)
      const ids = idsOf(provider, identity)
      const entered = await database.inUnit(nobody, (tx) => enter(tx, arrival, provider, attempt, identity, back))
      if ('session' in entered) return { ...entered, returnTo: attempt.returnTo, ids }
      const { deviceId } = back
      const data = { id: entered.id, ...ids, ...(deviceId !== undefined && { deviceId }) }
      throw new PortalError(entered.code, { data })
    },
  }
}

async function take(tx: Tx, vault: Vault, { address }: Arrival, { state, browser }: Return) {
  const taken = await takeAttempt(tx, vault, state, browser)
  // What is taken here is given back when the address has to wait: the transaction is then rolled back.
  if (taken) await checkSecretWait(tx, address)
  else await countWrongSecret(tx, address)
  return taken
}

/** Why an identity that was proved does not sign in yet, and the name by which it waits for a password. */
interface Waiting {
  readonly code: 'sso.unbound' | 'sso.second_step'
  readonly id: string
}

/** Lets in whoever the identity belongs to, or keeps it. An account that asks for a second step asks for it here as well: together with the password. */
async function enter(
  tx: Tx,
  arrival: Arrival,
  provider: Provider,
  { returnTo }: Attempt,
  identity: ProvedIdentity,
  { browser = '' }: Return,
): Promise<Entered | Waiting> {
  const { unit, address, userAgent } = arrival
  const { providerId } = provider
  const account = await findBoundAccount(tx, provider, identity, { unitId: unit.unitId, address, userAgent })
  if (account && !account.active) throw new PortalError('sso.account_closed')
  if (account && !account.secondStep) {
    const { justBound } = account
    return { ...(await admit(tx, arrival, account)), justBound }
  }
  const id = await storePendingBinding(tx, unit.unitId, { ...identity, providerId, returnTo }, browser)
  return { code: account ? 'sso.second_step' : 'sso.unbound', id }
}

function idsOf({ kind }: Provider, { subject, unionId }: ProvedIdentity): IdentityIds {
  if (kind === 'oidc') return {}
  return { openid: subject, ...(unionId !== null && { unionid: unionId }) }
}
