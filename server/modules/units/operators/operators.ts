import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as operators from '../../../../contract/endpoints/units/operators.ts'
import type { Operator } from '../../../../contract/endpoints/units/operators.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryRows, queryValue } from '../../../db/query.ts'
import type { Session } from '../../../http/call.ts'
import { requireOperator } from './units.ts'

// The accounts of the operators' unit, which is the unit of an operator's transaction.

/** The operators, those with open accounts first, then by name. */
export function listOperators(tx: Tx): Promise<Operator[]> {
  return queryValue(tx, operators.list.response)`
    select coalesce(json_agg(json_build_object('userId', a.user_id, 'loginName', a.login_name, 'realName', a.real_name, 'englishName', a.english_name,
        'open', a.status = 1, 'own', a.user_id = portal_user_id(), 'secondStep', exists (select from second_step s where s.user_id = a.user_id),
        'lastSignIn', portal_moment((
          select max(e.at) from sign_in_event e where e.unit_id = a.unit_id and e.user_id = a.user_id and e.kind = 'signed-in')))
      order by a.status = 1 desc, a.real_name, a.login_name), '[]') as operators
    from user_account a where a.superman`
}

const otherRow = z.object({ loginName: z.string(), open: z.boolean() })

/**
 * The account of another operator, locked. Throws 'access.denied' for others than operators, 'operators.gone', and 'account.oneself' for the caller's own. All
 * operators' accounts are locked, so that two operators cannot close each other at once and one is always left.
 */
export async function requireOther(tx: Tx, { userId: own }: Session, userId: string) {
  await tx.execute(sql`select from user_account where superman order by user_id for update`)
  // After the lock: the caller may have been closed by the other one.
  await requireOperator(tx)
  if (userId === own) throw new PortalError('account.oneself')
  const [found] = await queryRows(tx, otherRow)`
    select login_name as "loginName", status = 1 as open from user_account where user_id = ${asId(userId)} and superman`
  if (!found) throw new PortalError('operators.gone')
  return found
}
