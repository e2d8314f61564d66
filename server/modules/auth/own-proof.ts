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

type OwnCall = Pick<StreamCall, 'session' | 'request' | 'inUnit'>

/** When a code is required: if the account has a second step, or always. */
type Asked = 'code-if-on' | 'code'

/** Counts a guess of the password by the holder of a session as one of a sign-in. `stored`: the account's hash; null without a password. Throws 'login.slow_down'. */
export async function beginOwnAttempt({ session, request, inUnit }: OwnCall, loginName: string) {
  const { unitId, userId } = session
  const origin = originOf(request)
  const attempt = { unitId, loginName, address: origin.address, device: 'own session' } as const
  const { account, allowed } = await beginAttempt(request.server.database, attempt)
  return {
    stored: account?.passwordHash ?? null,
    takeBack: () => inUnit((tx) => forgiveAttempt(tx, allowed)),
    recordFailure: () => inUnit((tx) => recordSignInEvent(tx, { unitId, userId, kind: 'failed', ...origin })),
  }
}

/**
 * Checks that the holder of a session is its owner; guesses count like those of a sign-in. Throws 'account.password_wrong', 'account.password_none',
 * 'account.code_wrong' (also without a code), 'totp.off', 'login.slow_down' or 'server.unavailable'.
 */
export async function proveOneself(
  call: OwnCall,
  passwords: Passwords,
  given: OwnProof,
  asked: Asked = 'code-if-on',
): Promise<void> {
  const { session, request } = call
  const { database, vault } = request.server
  const [own] = await call.inUnit((tx) =>
    tx.select({ loginName: userAccount.loginName }).from(userAccount).where(eq(userAccount.userId, session.userId)),
  )
  if (!own) throw new PortalError('session.required')
  const { stored, takeBack, recordFailure } = await beginOwnAttempt(call, own.loginName)
  if (stored === null) {
    await takeBack()
    throw fieldError('password', 'account.password_none')
  }
  if (!(await verifyCounted(passwords, stored, given.password, session.unitId, takeBack))) {
    await recordFailure()
    throw fieldError('password', 'account.password_wrong')
  }
  if (asked === 'code' || (await hasSecondStep(database, session))) {
    const code = { ...originOf(request), otp: given.otp ?? '' }
    const outcome = await checkCode(database, { passwords, vault }, session, code, false)
    if (outcome.kind === 'off') throw new PortalError('totp.off')
    if (outcome.kind === 'waiting')
      throw new PortalError('login.slow_down', { retryAfter: Math.ceil(outcome.waitSeconds) })
    if (outcome.kind === 'wrong') {
      await recordFailure()
      throw fieldError('otp', 'account.code_wrong')
    }
  }
  await takeBack()
}
