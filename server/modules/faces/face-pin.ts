import { eq, sql } from 'drizzle-orm'
import type { pinState } from '../../../contract/endpoints/faces/face.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { isFacePin } from '../../../contract/rules/faces/face-pin.ts'
import { fieldError } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { facePin } from '../../db/tables.generated.ts'
import type { SignInContext } from '../auth/sign-in.ts'
import { beginAttempt, forgiveAttempt } from '../auth/login-limits.ts'
import { hashToken } from '../auth/session-tokens.ts'
import { recordSignInEvent } from '../auth/sign-in-events.ts'
import type { FaceDeps } from './face-deps.ts'
import { recordCallersUse, type FaceCall } from './face-audit.ts'
import type { RecognisedPerson } from './recognise-face.ts'

/**
 * Consecutive failures, from any address, after which a PIN is disabled until its person sets another: a million possibilities are too few for
 * unlimited guessing, and guessing needs the person's face first.
 */
const TRIES_MAX = 10

/** When a person set a PIN, and whether it is locked. */
export async function readPinState(tx: Tx, userId: string): Promise<ResponseOf<typeof pinState>> {
  const [found] = await tx.select().from(facePin).where(eq(facePin.userId, userId))
  return { since: found?.setAt.toISOString() ?? null, locked: (found?.failures ?? 0) >= TRIES_MAX }
}

/** Throws 'request.invalid' with the field for a PIN that is too easy. */
export function requirePin(typed: string): string {
  const pin = typed.trim()
  if (isFacePin(pin)) return pin
  throw fieldError('pin', 'face.pin_form', 'request.invalid')
}

/** Stores the hash of a PIN; the caller has checked the proof. */
export async function savePin(tx: Tx, call: FaceCall, pinHash: string): Promise<void> {
  const { unitId, userId } = call.session
  const set = { pinHash, failures: 0, setAt: sql`now()` }
  await tx.insert(facePin).values({ unitId, userId, pinHash }).onConflictDoUpdate({ target: facePin.userId, set })
  await recordCallersUse(tx, call, { userId, kind: 'pin-set' })
}

/** Removes the caller's PIN, if there is one. */
export async function removePin(tx: Tx, call: FaceCall): Promise<void> {
  const { userId } = call.session
  const { rowCount } = await tx.delete(facePin).where(eq(facePin.userId, userId))
  if (rowCount) await recordCallersUse(tx, call, { userId, kind: 'pin-removed' })
}

/**
 * Checks the PIN of a recognised person; failures also count as those of their password. Throws 'login.slow_down' and 'server.unavailable'. Resolves
 * to the code of a refusal, for the caller to record.
 */
export async function checkPin(
  { database, passwords }: FaceDeps,
  { userId, loginName }: RecognisedPerson,
  typed: string,
  { unit: { unitId }, address, userAgent, device }: SignInContext,
): Promise<ErrorCode | undefined> {
  const nobody = { unitId, userId: null }
  const { allowed } = await beginAttempt(database, {
    unitId,
    loginName,
    address,
    device: device ? hashToken(device) : undefined,
  })
  const takeBack = () => database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
  const stored = await database.inUnit(nobody, (tx) => countGuess(tx, userId))
  if (stored === 'face.pin_none' || stored === 'face.pin_locked') {
    await takeBack()
    return stored
  }
  const matches = await passwords.verify(stored, typed, unitId).catch(async (error: unknown) => {
    await takeBack()
    await database.inUnit(nobody, (tx) => uncountGuesses(tx, userId, sql`${facePin.failures} - 1`))
    throw error
  })
  await database.inUnit(nobody, async (tx) => {
    if (!matches) return recordSignInEvent(tx, { unitId, userId, kind: 'failed', address, userAgent })
    await uncountGuesses(tx, userId, sql`0`)
    await forgiveAttempt(tx, allowed)
  })
  return matches ? undefined : 'face.pin_wrong'
}

/** The stored hash, counting the guess: concurrent guesses all count. */
async function countGuess(tx: Tx, userId: string): Promise<string> {
  const [found] = await tx
    .update(facePin)
    .set({ failures: sql`${facePin.failures} + 1` })
    .where(eq(facePin.userId, userId))
    .returning({ pinHash: facePin.pinHash, failures: facePin.failures })
  if (!found) return 'face.pin_none'
  return found.failures > TRIES_MAX ? 'face.pin_locked' : found.pinHash
}

async function uncountGuesses(tx: Tx, userId: string, failures: ReturnType<typeof sql>): Promise<void> {
  await tx.update(facePin).set({ failures }).where(eq(facePin.userId, userId))
}
