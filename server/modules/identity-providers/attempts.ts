import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { socialAttempt } from '../../db/tables.generated.ts'
import type { Vault } from '../../runtime/vault.ts'
import { dropOldest } from '../auth/secret-sign-in.ts'
import { createBrowserSecret } from '../auth/browser-secret.ts'
import { createSecret, hashToken } from '../auth/session-tokens.ts'
import type { ProvedAt } from './fresh-sign-in.ts'
import type { ProvedIdentity } from './identities.ts'
import { type Provider, type SecretWay, seekProvider } from './providers.ts'

export const ATTEMPT_SECONDS = 600
/** Of one browser; the oldest are deleted. */
const ATTEMPTS_MAX = 20
const RANDOM_BYTES = 32
/** WeChat and WeCom take letters and digits alone, 128 at most. */
const STATE = /^[0-9a-f]{96}$/

const secretsForm = z.object({ nonce: z.string(), verifier: z.string() })

/** The values that the return from a provider must match. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier (RFC 7636), 256 random bits. */
  readonly verifier: string
  readonly callback: string
  readonly returnTo: string | null
}

export interface ProviderAnswer {
  readonly code: string | undefined
  /** An id_token, of OpenID providers alone. */
  readonly token: string | undefined
  readonly issuer: string | undefined
}

/** `secretWay`: how an OpenID provider took the secret; null or absent where it got none. `proved`: when the person signed in there; absent with other providers. */
export type Proof = ProvedIdentity & { readonly secretWay?: SecretWay | null; readonly proved?: ProvedAt }

/** Both may throw 'sso.provider_unreachable', 'sso.provider_setup' and 'sso.provider_refused'. */
export interface ProviderClient {
  /** Returns the address to send the browser to. */
  begin(provider: Provider, attempt: Attempt): Promise<string>
  prove(provider: Provider, attempt: Attempt, answer: ProviderAnswer): Promise<Proof>
}

/** The provider's id and 256 random bits make its state. */
export function createAttempt(provider: Provider, callback: string, returnTo: string | null): Attempt {
  const state = provider.providerId.replaceAll('-', '') + randomBytes(RANDOM_BYTES).toString('hex')
  return { state, nonce: createSecret(), verifier: createSecret(), callback, returnTo }
}

export async function storeAttempt(
  tx: Tx,
  vault: Vault,
  given: { unitId: string; provider: Provider; attempt: Attempt; browser: string },
): Promise<void> {
  const { state, nonce, verifier, callback, returnTo } = given.attempt
  const stateHash = hashToken(state)
  const browserHash = hashToken(given.browser)
  await tx.insert(socialAttempt).values({
    stateHash,
    unitId: given.unitId,
    providerId: given.provider.providerId,
    browserHash,
    secrets: vault.seal(JSON.stringify({ nonce, verifier }), vaultContextOf(stateHash)),
    callback,
    returnTo,
    expiresAt: sql`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
  })
  const { stateHash: key, expiresAt: newest } = socialAttempt
  const mine = eq(socialAttempt.browserHash, browserHash)
  await dropOldest(tx, socialAttempt, { key, newest, mine, max: ATTEMPTS_MAX })
}

/** The attempt is deleted; `begunAt`: when it was stored, by the database's clock. undefined when the state is unknown, used, over, of another unit or browser, or its provider is switched off. */
export async function takeAttempt(
  tx: Tx,
  vault: Vault,
  state: string,
  browser: string,
): Promise<{ provider: Provider; attempt: Attempt; begunAt: Date } | undefined> {
  if (!STATE.test(state)) return undefined
  const stateHash = hashToken(state)
  // One statement: of two at once the second waits, and then finds nothing.
  const [taken] = await tx
    .delete(socialAttempt)
    .where(
      and(
        eq(socialAttempt.stateHash, stateHash),
        eq(socialAttempt.browserHash, hashToken(browser)),
        gt(socialAttempt.expiresAt, sql`now()`),
      ),
    )
    .returning()
  if (!taken) return undefined
  const provider = await seekProvider(tx, vault, { id: taken.providerId })
  if (!provider) return undefined
  const { nonce, verifier } = z.parse(secretsForm, JSON.parse(vault.open(taken.secrets, vaultContextOf(stateHash))))
  const { callback, returnTo, expiresAt } = taken
  const begunAt = new Date(expiresAt.getTime() - ATTEMPT_SECONDS * 1000)
  return { provider, attempt: { state, nonce, verifier, callback, returnTo }, begunAt }
}

function vaultContextOf(stateHash: Buffer): string {
  return `social_attempt.secrets ${stateHash.toString('hex')}`
}

/** Ties a sign-in at a provider to this browser; its return comes from another site. */
export const socialBrowser = createBrowserSecret('portal_social', ATTEMPT_SECONDS, 'lax')
