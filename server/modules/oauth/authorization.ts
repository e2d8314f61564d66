import { sql } from 'drizzle-orm'
import type * as sso from '../../../contract/endpoints/sign-in/sso.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { queryAny, readNow } from '../../db/query.ts'
import { oauthConsent } from '../../db/tables.generated.ts'
import type { CallContext, Session } from '../../http/call.ts'
import type { Vault } from '../../runtime/vault.ts'
import { readProof } from '../auth/session-origin.ts'
import { type Origin, recordSignInEvent } from '../auth/sign-in-events.ts'
import {
  type AuthorizationFault,
  type AuthorizationRequest,
  CONSENT_REQUIRED,
  findFault,
  HINT_INVALID,
  INTERACTION_REQUIRED,
  LOGIN_REQUIRED,
  readPrompts,
  readScopes,
} from './authorization-request.ts'
import type { IdTokenHint } from './issuer.ts'
import type { Scope } from './issuer-configuration.ts'
import { findClient } from './oauth-clients.ts'
import { isRegistered, mayBeImpersonated } from './redirect-address.ts'
import { readStart, signStart } from './request-start.ts'

type Step = ResponseOf<typeof sso.authorization>['step']

/** What the person has just decided on the page of the request. */
interface Decisions {
  readonly consent?: boolean | undefined
  readonly chosen?: boolean | undefined
}

interface Asked {
  readonly request: AuthorizationRequest
  readonly started: string | undefined
  /** Undefined without one; null for one that is not good. */
  readonly hint: IdTokenHint | null | undefined
  readonly decisions?: Decisions
}

/**
 * What a request needs next. Once client and redirect address match, what is wrong (`fault`) is told to the third party. Before, throws 'sso.client_unknown' and
 * 'sso.redirect_mismatch'; throws 'password.first_due', or why a linked account cannot be acted for, where the session may do nothing else yet.
 */
export async function readRequest(
  tx: Tx,
  vault: Vault,
  {
    unit,
    session,
    firstPassword,
    linkProblem,
  }: Pick<CallContext, 'unit' | 'session' | 'firstPassword' | 'linkProblem'>,
  { request, started, hint, decisions = {} }: Asked,
) {
  const client = await findClient(tx, request.client_id)
  if (!isRegistered(client, client.redirectUris, request.redirect_uri)) throw new PortalError('sso.redirect_mismatch')
  const scopes = readScopes(request.scope)
  const prompts = readPrompts(request.prompt) ?? new Set()
  // The clock that writes when a person signed in.
  const now = await readNow(tx)
  const since = readStart(vault, unit.unitId, request, started, now) ?? now
  const isFresh = prompts.has('login') || prompts.has('select_account') || request.max_age !== undefined
  const found = {
    client,
    scopes,
    started: isFresh ? signStart(vault, unit.unitId, request, since) : null,
  }
  const fault = findFault(request, scopes, client.pkceRequired) ?? (hint === null ? HINT_INVALID : undefined)
  if (fault) return { ...found, step: 'leave' as const, fault }

  const needed = async (): Promise<Exclude<Step, 'leave'>> => {
    const proof = session && (await readProof(tx, session.sessionId))
    if (!session || !proof) return 'sign-in'
    const isSince = proof.authenticatedAt > since
    const age = (now.getTime() - proof.authenticatedAt.getTime()) / 1000
    const isOld = request.max_age !== undefined && age > Number(request.max_age)
    if (!isSince && (prompts.has('login') || isOld)) return 'sign-in'
    if (hint && hint.userId !== session.userId) return 'other-account'
    if (prompts.has('select_account') && !isSince && !decisions.chosen) return 'choose-account'
    if (decisions.consent) return 'go-on'
    if (prompts.has('consent')) return 'consent'
    if (client.trusted) return 'go-on'
    const isRemembered =
      !mayBeImpersonated(client, request.redirect_uri) &&
      (await wasAllowed(tx, session.userId, client.clientId, scopes))
    return isRemembered ? 'go-on' : 'consent'
  }
  const step = await needed()
  const isHeld = session !== null && (firstPassword || linkProblem !== null)
  if (prompts.has('none')) {
    const refused = refusalOf(step) ?? (isHeld ? INTERACTION_REQUIRED : undefined)
    if (refused) return { ...found, step: 'leave' as const, fault: refused }
  }
  if (session && firstPassword) throw new PortalError('password.first_due')
  if (session && linkProblem) throw new PortalError(linkProblem)
  return { ...found, step, fault: undefined }
}

/** What the third party is told in place of asking the person. */
function refusalOf(step: Step): AuthorizationFault | undefined {
  if (step === 'sign-in' || step === 'other-account') return LOGIN_REQUIRED
  return step === 'consent' ? CONSENT_REQUIRED : undefined
}

/** Adds to the scopes that the person allowed before. */
export async function rememberConsent(
  tx: Tx,
  { unitId, userId }: Pick<Session, 'unitId' | 'userId'>,
  clientId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const all = sql`array(select distinct unnest(${oauthConsent.scopes} || excluded.scopes) order by 1)`
  await tx
    .insert(oauthConsent)
    .values({ unitId, userId, clientId, scopes: [...scopes] })
    .onConflictDoUpdate({
      target: [oauthConsent.unitId, oauthConsent.userId, oauthConsent.clientId],
      set: { scopes: all, agreedAt: sql`now()` },
    })
}

/** Records the event, and returns when and how the person proved who they are. Throws 'session.expired'. */
export async function noteAuthorized(tx: Tx, { unitId, userId, sessionId }: Session, origin: Origin) {
  await recordSignInEvent(tx, { unitId, userId, kind: 'authorized', ...origin })
  const proof = await readProof(tx, sessionId)
  if (!proof) throw new PortalError('session.expired')
  return proof
}

function wasAllowed(tx: Tx, userId: string, clientId: string, scopes: readonly Scope[]): Promise<boolean> {
  return queryAny(tx)`
    select from oauth_consent
    where user_id = ${userId} and client_id = ${clientId} and scopes @> ${sql.param([...scopes])}::text[]`
}
