import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { SignInEventKind } from '../../contract/calls/account.ts'
import { PortalError } from '../../contract/portal-error.ts'
import type { Session } from '../call.ts'
import type { Database, Tx } from '../db/database.ts'
import { credential, userAccount } from '../db/schema/identity.ts'
import type { Admitted, Arrival } from './admit.ts'
import { admit, isKnownDevice } from './admit.ts'
import type { Allowed } from './login-limits.ts'
import { beginAttempt, forgiveAttempt, touchAttempt } from './login-limits.ts'
import type { Passwords } from './passwords.ts'
import { hashToken } from './session-tokens.ts'
import type { SignInHappening } from './sign-in-events.ts'
import { recordSignInEvent, recordSlowedDown } from './sign-in-events.ts'

/** What somebody who wants to sign in gives, and where they are. */
export interface Credentials extends Arrival {
  readonly loginName: string
  readonly password: string
}

/** What somebody who has just signed in gets. */
export interface SignedIn<T> extends Omit<Admitted, 'session'> {
  readonly answer: T
}

interface Account {
  readonly userId: string
  readonly userType: Session['userType']
  readonly active: boolean
  readonly passwordHash: string | null
}

/**
 * Signs a person in with login name and password. Throws 'login.failed' (the same for an unknown name, a wrong password and a closed account),
 * 'login.slow_down' or 'server.unavailable'. No transaction is open while the password is checked; the one that opens the session also makes the
 * answer.
 */
export async function signIn<T>(
  database: Database,
  passwords: Passwords,
  given: Credentials,
  makeAnswer: (tx: Tx, session: Session) => Promise<T>,
): Promise<SignedIn<T>> {
  const nobody = { unitId: given.unit.unitId, userId: null }
  const { account, allowed } = await database
    .inUnit(nobody, (tx) => begin(tx, given))
    .catch(async (error: unknown) => {
      // A transaction of its own: what was refused was rolled back.
      if (error instanceof PortalError && error.code === 'login.slow_down')
        await database.inUnit(nobody, (tx) => recordSlowedDown(tx, given))
      throw error
    })
  if (allowed.holdMs > 0) await wait(allowed.holdMs)

  const matches = await passwords
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
  return database.inUnit({ ...nobody, userId: account.userId }, async (tx) => {
    await forgiveAttempt(tx, allowed)
    const { session, ...secrets } = await admit(tx, given, account)
    return { ...secrets, answer: await makeAnswer(tx, session) }
  })
}

async function begin(tx: Tx, given: Credentials): Promise<{ account: Account | undefined; allowed: Allowed }> {
  const [account] = await tx
    .select({
      userId: userAccount.userId,
      userType: userAccount.userType,
      active: sql<boolean>`${userAccount.status} = 1`,
      passwordHash: credential.passwordHash,
    })
    .from(userAccount)
    .leftJoin(credential, eq(credential.userId, userAccount.userId))
    .where(sql`lower(${userAccount.loginName}) = lower(${given.loginName})`)
  const deviceHash = given.device ? hashToken(given.device) : undefined
  const knownDevice =
    account && deviceHash && (await isKnownDevice(tx, account.userId, deviceHash)) ? deviceHash : undefined
  const allowed = await beginAttempt(tx, {
    unitId: given.unit.unitId,
    loginName: given.loginName,
    address: given.address,
    knownDevice,
  })
  return { account, allowed }
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
