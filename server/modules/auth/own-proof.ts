import { type Passwords, verifyCounted } from './passwords/passwords.ts'
import { eq } from 'drizzle-orm'
import { PortalError } from '../../../contract/portal-error.ts'
import { fieldError, type StreamCall } from '../../http/call.ts'
import { userAccount } from '../../db/tables.generated.ts'
import { beginAttempt, forgiveAttempt } from './login-limits.ts'
import { checkCode, hasSecondStep } from './second-step/second-step.ts'
import { originOf, recordSignInEvent } from './sign-in-events.ts'

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
  call: Pick<StreamCall, 'session' | 'request' | 'inUnit'>,
  passwords: Passwords,
  given: OwnProof,
  asked: Asked = 'code-if-on',
): Promise<void> {
  const { session, request } = call
  const { unitId, userId } = session
  const { database, vault } = request.server
  const origin = originOf(request)
  const [own] = await call.inUnit((tx) =>
    tx.select({ loginName: userAccount.loginName }).from(userAccount).where(eq(userAccount.userId, userId)),
  )
  if (!own) throw new PortalError('session.required')
  const attempt = { unitId, loginName: own.loginName, address: origin.address, device: 'own session' } as const
  const { account, allowed } = await beginAttempt(database, attempt)
  const takeBack = () => call.inUnit((tx) => forgiveAttempt(tx, allowed))
  const recordFailure = () => call.inUnit((tx) => recordSignInEvent(tx, { unitId, userId, kind: 'failed', ...origin }))
  const passwordHash = account?.passwordHash ?? null
  if (passwordHash === null) {
    await takeBack()
    throw fieldError('password', 'account.password_none')
  }
  if (!(await verifyCounted(passwords, passwordHash, given.password, unitId, takeBack))) {
    await recordFailure()
    throw fieldError('password', 'account.password_wrong')
  }
  if (asked === 'code' || (await hasSecondStep(database, session))) {
    const code = { ...origin, otp: given.otp ?? '' }
    const outcome = await checkCode(database, { passwords, vault }, session, code, false)
    switch (outcome.kind) {
      case 'right':
        break
      case 'off':
        throw new PortalError('totp.off')
      case 'waiting':
        throw new PortalError('login.slow_down', { retryAfter: Math.ceil(outcome.waitSeconds) })
      case 'wrong':
        await recordFailure()
        throw fieldError('otp', 'account.code_wrong')
    }
  }
  await takeBack()
}
