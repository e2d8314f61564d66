import { setTimeout as wait } from 'node:timers/promises'
import type { SignInEventKind } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Admitted, Arrival } from './admit.ts'
import { admitCounted } from './admit.ts'
import type { Account, Allowed } from './login-limits.ts'
import { beginAttempt, forgiveAttempt, touchAttempt } from './login-limits.ts'
import type { SecretKeys } from './second-step.ts'
import { requireSecondStep } from './second-step.ts'
import { hashToken } from './session-tokens.ts'
import type { SignInHappening } from './sign-in-events.ts'
import { recordSignInEvent, recordSlowedDown } from './sign-in-events.ts'

/** What somebody who wants to sign in gives, and where they are. */
export interface Credentials extends Arrival {
  readonly loginName: string
  readonly password: string
  /** The second step, where one was given. */
  readonly otp: string | undefined
}

/**
 * Signs a person in with login name and password. Throws 'login.failed' (the same for an unknown name, a wrong password and a closed account),
 * 'login.slow_down', 'login.code_required', 'login.code_wrong' or 'server.unavailable'. No transaction is open while the password is checked.
 * `enter` opens the session, for callers that have more to store with it.
 */
export async function signIn(
  database: Database,
  keys: SecretKeys,
  given: Credentials,
  enter = (account: Account, allowed: Allowed) => admitCounted(database, given, account, allowed),
): Promise<Admitted> {
  const nobody = { unitId: given.unit.unitId, userId: null }
  const attempt = {
    unitId: given.unit.unitId,
    loginName: given.loginName,
    address: given.address,
    device: given.device ? hashToken(given.device) : undefined,
  }
  const { account, allowed } = await beginAttempt(database, attempt).catch(async (error: unknown) => {
    if (error instanceof PortalError && error.code === 'login.slow_down')
      await database.inUnit(nobody, (tx) => recordSlowedDown(tx, given))
    throw error
  })
  if (allowed.holdMs > 0) await wait(allowed.holdMs)

  const matches = await keys.passwords
    .verify(account?.passwordHash ?? undefined, given.password)
    .catch(async (error: unknown) => {
      // The password was never looked at, so it was no guess.
      await database.inUnit(nobody, (tx) => forgiveAttempt(tx, allowed))
      throw error
    })
  if (!account || !matches || !account.active) {
    await database.inUnit(nobody, (tx) => noteFailure(tx, given, account, allowed))
    throw new PortalError('login.failed')
  }
  const { unitId } = given.unit
  if (account.secondStep) await requireSecondStep(database, keys, { unitId, userId: account.userId }, given, allowed)
  return enter(account, allowed)
}

/** Names that nobody has are not stored: people type passwords into the wrong field. */
async function noteFailure(tx: Tx, given: Credentials, account: Account | undefined, allowed: Allowed): Promise<void> {
  if (account) await recordSignInEvent(tx, happeningOf(given, account.userId, 'failed'))
  else await touchAttempt(tx, allowed)
}

function happeningOf(
  { unit, address, userAgent }: Credentials,
  userId: string,
  kind: SignInEventKind,
): SignInHappening {
  return { unitId: unit.unitId, userId, kind, address, userAgent }
}
