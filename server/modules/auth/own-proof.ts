import { verifyCounted } from './passwords/passwords.ts'
import { eq } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import { fieldError, type Session } from '../../http/call.ts'
import type { Database } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { beginAttempt, forgiveAttempt } from './login-limits.ts'
import { checkCode, hasSecondStep, type SecretKeys } from './second-step/second-step.ts'
import { type Origin, recordSignInEvent } from './sign-in-events.ts'

export interface OwnProof {
  readonly password: string
  readonly otp?: string | undefined
}

/** When a code is required: if the account has a second step, or always. */
type Asked = 'code-if-on' | 'code'

/**
 * Checks that the holder of a session is its owner; guesses count like those of a sign-in. Throws 'account.password_wrong', 'account.password_none',
 * 'account.code_wrong' (also without a code), 'totp.off', 'login.slow_down' or 'server.unavailable'.
 */
export async function proveOneself(
  database: Database,
  keys: SecretKeys,
  session: Session,
  given: OwnProof,
  asked: Asked,
  origin: Origin,
): Promise<void> {
  const { unitId, userId } = session
  const scope = { unitId, userId }
  const [own] = await database.inUnit(scope, (tx) =>
    tx.select({ loginName: userAccount.loginName }).from(userAccount).where(eq(userAccount.userId, userId)),
  )
  if (!own) throw new PortalError('session.required')
  const attempt = { unitId, loginName: own.loginName, address: origin.address, device: undefined }
  const { account, allowed } = await beginAttempt(database, attempt)
  const takeBack = () => database.inUnit(scope, (tx) => forgiveAttempt(tx, allowed))
  const passwordHash = account?.passwordHash ?? null
  if (passwordHash === null) {
    await takeBack()
    throw fieldError('password', 'account.password_none')
  }
  if (!(await verifyCounted(keys.passwords, passwordHash, given.password, takeBack))) {
    await database.inUnit(scope, (tx) => recordSignInEvent(tx, { unitId, userId, kind: 'failed', ...origin }))
    throw fieldError('password', 'account.password_wrong')
  }
  if (asked === 'code' || (await hasSecondStep(database, session))) {
    await requireCode(database, keys, session, given.otp ?? '', origin)
  }
  await takeBack()
}

async function requireCode(
  database: Database,
  keys: SecretKeys,
  session: Session,
  otp: string,
  origin: Origin,
): Promise<void> {
  const { unitId, userId } = session
  const outcome = await checkCode(database, keys, session, { ...origin, otp }, false)
  switch (outcome.kind) {
    case 'right':
      return
    case 'off':
      throw new PortalError('totp.off')
    case 'waiting':
      throw new PortalError('login.slow_down', { retryAfter: Math.ceil(outcome.waitSeconds) })
    case 'wrong':
      await database.inUnit({ unitId, userId }, (tx) =>
        recordSignInEvent(tx, { unitId, userId, kind: 'failed', ...origin }),
      )
      throw fieldError('otp', 'account.code_wrong')
  }
}
