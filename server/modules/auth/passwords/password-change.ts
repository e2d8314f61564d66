import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Session } from '../../../http/call.ts'
import type { Database } from '../../../db/database.ts'
import { unit, userAccount } from '../../../db/schema/identity.ts'
import { beginAttempt, forgiveAttempt } from '../login-limits.ts'
import { forgetDevices, hashNewPassword, storePassword } from './new-password.ts'
import { endOtherSessions } from '../own-sessions.ts'
import type { Passwords } from './passwords.ts'
import { hashToken } from '../session-tokens.ts'
import { type Origin, recordSignInEvent } from '../sign-in-events.ts'

export interface PasswordChange extends Origin {
  readonly password: string
  readonly newPassword: string
  /** The secret of the device's cookie. */
  readonly device: string | undefined
}

/** Also ends the person's other sessions, clients and devices. Throws 'password.current_wrong', 'login.slow_down', or as `hashNewPassword` does. */
export async function changePassword(
  database: Database,
  passwords: Passwords,
  own: Session,
  { password, newPassword, address, userAgent, device }: PasswordChange,
): Promise<void> {
  const { unitId, userId } = own
  const deviceHash = device === undefined ? null : hashToken(device)
  const [person] = await database.inUnit(own, (tx) =>
    tx
      .select({ loginName: userAccount.loginName, schoolName: unit.englishName, rule: unit.passwordRule })
      .from(userAccount)
      .innerJoin(unit, eq(unit.unitId, userAccount.unitId))
      .where(eq(userAccount.userId, userId)),
  )
  if (!person) throw new PortalError('session.required')
  const attempt = { unitId, loginName: person.loginName, address, device: deviceHash ?? undefined }
  const { account, allowed } = await beginAttempt(database, attempt)
  if (allowed.holdMs > 0) await wait(allowed.holdMs)
  const passwordHash = account?.passwordHash ?? null
  const matches = await passwords.verify(passwordHash ?? undefined, password).catch(async (error: unknown) => {
    // The password was never looked at, so it was no guess.
    await database.inUnit(own, (tx) => forgiveAttempt(tx, allowed))
    throw error
  })
  await database.inUnit(own, (tx) =>
    matches
      ? forgiveAttempt(tx, allowed)
      : recordSignInEvent(tx, { unitId, userId, kind: 'failed', address, userAgent }),
  )
  if (!matches) throw wrong()

  const newHash = await hashNewPassword(passwords, { ...person, passwordHash }, newPassword)
  await database.inUnit(own, async (tx) => {
    // The password was changed in the meantime.
    if (!(await storePassword(tx, own, newHash, passwordHash))) throw wrong()
    await endOtherSessions(tx, own, address)
    await forgetDevices(tx, userId, deviceHash)
    await recordSignInEvent(tx, { unitId, userId, kind: 'password-changed', address, userAgent })
  })
}

function wrong(): PortalError {
  const code = 'password.current_wrong'
  return new PortalError(code, { fields: [{ field: 'password', code }] })
}
