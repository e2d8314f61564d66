import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { pendingBinding, signInProvider } from '../../db/schema/social.ts'
import { createSecret, hashToken } from '../auth/session-tokens.ts'
import { ATTEMPT_SECONDS } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'

/** A proved identity that belongs to no account yet. */
export interface PendingBinding extends ProvedIdentity {
  readonly providerId: string
  readonly returnTo: string | null
}

/** What names a pending binding, and the browser that it belongs to. */
export interface BindingKey {
  readonly id: string
  readonly browser: string | undefined
}

/** Keeps an identity for ten minutes, for the browser that holds this secret, and returns what it is asked for by. */
export async function storePendingBinding(
  tx: Tx,
  unitId: string,
  { providerId, subject, unionId, displayName, returnTo }: PendingBinding,
  browser: string,
): Promise<string> {
  const id = createSecret()
  await tx.insert(pendingBinding).values({
    bindingHash: hashToken(id),
    unitId,
    providerId,
    browserHash: hashToken(browser),
    subject,
    unionId,
    displayName,
    returnTo,
    expiresAt: sql`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
  })
  return id
}

/** Whether there is such a binding for this browser, in time and of an enabled provider. */
export async function hasPendingBinding(tx: Tx, key: BindingKey): Promise<boolean> {
  const found = await tx
    .select({ providerId: pendingBinding.providerId })
    .from(pendingBinding)
    .innerJoin(signInProvider, eq(signInProvider.providerId, pendingBinding.providerId))
    .where(and(isKey(key), eq(signInProvider.enabled, true)))
  return found.length > 0
}

/** Takes a pending binding, which is then gone; undefined when there is none. */
export async function takePendingBinding(tx: Tx, key: BindingKey): Promise<PendingBinding | undefined> {
  const [taken] = await tx.delete(pendingBinding).where(isKey(key)).returning()
  return taken
}

function isKey({ id, browser }: BindingKey) {
  if (browser === undefined) return sql`false`
  return and(
    eq(pendingBinding.bindingHash, hashToken(id)),
    eq(pendingBinding.browserHash, hashToken(browser)),
    gt(pendingBinding.expiresAt, sql`now()`),
  )
}
