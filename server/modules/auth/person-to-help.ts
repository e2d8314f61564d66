import { and, eq, sql } from 'drizzle-orm'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'

export interface PersonToHelp {
  readonly userId: string
  readonly loginName: string
  readonly realName: string
}

/** Throws 'password.no_such_person', also for a closed account, and `ifOneself` for the administrator's own. */
export async function findPersonToHelp(
  tx: Tx,
  administrator: Session,
  loginName: string,
  ifOneself: ErrorCode,
): Promise<PersonToHelp> {
  const [person] = await tx
    .select({ userId: userAccount.userId, loginName: userAccount.loginName, realName: userAccount.realName })
    .from(userAccount)
    .where(and(sql`lower(${userAccount.loginName}) = lower(${loginName})`, eq(userAccount.status, 1)))
  if (!person) throw new PortalError('password.no_such_person')
  if (person.userId === administrator.userId) throw new PortalError(ifOneself)
  return person
}
