import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type CodeUndo, previewCodeUndo, type undoCode } from '../../../../contract/endpoints/people/guardians.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { queryValue, queryValues } from '../../../db/query.ts'
import { type LinkChange, separateAccounts } from '../../auth/account-links.ts'
import { BOUND_TABLES } from '../../auth/bound-sign-in.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import { requireMayActFor } from '../../auth/may-act-for.ts'
import { requirePupils, revokeGuardianCode } from './guardian-codes.ts'
import type { GuardianCall } from './guardians.ts'

type Use = ParsedRequestOf<typeof undoCode>

/**
 * What undoing a code would do. A guardian whom the school entered again after the code is not of the code any more. An account that was made by the code is closed unless it has another child, or is a teacher's
 * other account. Throws what the endpoint says.
 */
export async function planCodeUndo({ tx, scope }: Pick<GuardianCall, 'tx' | 'scope'>, { studentId, codeId }: Use) {
  await requirePupils(tx, scope, [studentId])
  if (!isRowId(codeId)) throw new PortalError('guardian.code_unused')
  const plan = await queryValue(tx, previewCodeUndo.response)`
    with used as (
      select distinct on (u.parent_id) u.parent_id, u.kind from guardian_code_use u
      left join guardian g on g.parent_id = u.parent_id and g.student_id = u.student_id
      where u.student_id = ${studentId}::uuid and u.code_id = ${codeId}::uuid and (u.kind = 'claim' or g.origin = 'code')
      order by u.parent_id, u.kind)
    select json_build_object(
      'open', exists (select from guardian_code c where c.code_id = ${codeId}::uuid and c.revoked_at is null and c.expires_at > now()),
      'guardians', coalesce((
        select json_agg(json_build_object('userId', a.user_id, 'realName', a.real_name, 'englishName', a.english_name, 'loginName', a.login_name, 'outcome', case
            when u.kind = 'claim' then 'reset'
            when u.kind = 'account' and a.status = 1
              and not exists (select from guardian o where o.parent_id = a.user_id and o.student_id <> ${studentId}::uuid)
              and not exists (select from user_account t where t.parent_id = a.user_id) then 'closed'
            else 'removed' end) order by a.real_name, a.user_id)
        from used u join user_account a on a.user_id = u.parent_id), '[]')) as plan`
  if (plan.guardians.length === 0) throw new PortalError('guardian.code_unused')
  return plan
}

/** Undoes all that came by a code. Throws what the endpoint says. */
export async function undoGuardianCode(call: GuardianCall, use: Use, change: LinkChange): Promise<CodeUndo> {
  const { tx, session, record } = call
  const { studentId, codeId } = use
  // Two at once, and a guardian who uses the code meanwhile, wait here.
  await tx.execute(sql`select from guardian_code where code_id::text = ${codeId} for update`)
  const done = await planCodeUndo(call, use)
  const accounts = done.guardians.map(({ userId }) => userId)
  if (accounts.includes(session.userId)) throw new PortalError('account.oneself')
  await requireMayActFor(tx, session, accounts)
  type Outcome = CodeUndo['guardians'][number]['outcome']
  const idsOf = (...which: Outcome[]) =>
    done.guardians.flatMap(({ outcome, userId }) => (which.includes(outcome) ? [userId] : []))
  const of = (...which: Outcome[]) => sql`${sql.param(idsOf(...which))}::uuid[]`

  if (done.open) await revokeGuardianCode(tx, studentId)
  await endSessionsOf(tx, accounts, change.origin.address)
  await tx.execute(sql`
    delete from guardian g where g.student_id = ${studentId}::uuid and g.origin = 'code' and g.parent_id = any (${of('closed', 'removed')})`)
  await tx.execute(sql`update user_account set status = 0 where user_id = any (${of('closed')})`)
  await forgetSignIn(tx, of('reset'))
  await forgetAddress(tx, of('reset'), codeId)
  // An account that a code takes over has no link: whoever took it made this one.
  const linked = await queryValues(tx, z.string())`
    select user_id as id from user_account where parent_id = any (${of('reset')}) order by user_id`
  for (const id of linked) await separateAccounts(tx, id, change, id === session.userId ? session : null)
  // The name that the school gave, unless another account has it by now.
  await tx.execute(sql`
    update user_account a set login_name = u.login_name
    from (
      select distinct on (parent_id) parent_id, login_name from guardian_code_use
      where code_id = ${codeId}::uuid and kind = 'claim' order by parent_id, at) u
    where a.user_id = u.parent_id and a.user_id = any (${of('reset')}) and not exists (
      select from user_account o where o.login_key = portal_fold(u.login_name) and o.user_id <> a.user_id)`)
  await tx.execute(
    sql`delete from guardian_code_use where student_id = ${studentId}::uuid and code_id = ${codeId}::uuid`,
  )

  await record(tx, {
    target: { kind: 'pupil', id: studentId },
    changes: { guardianCode: false, closed: idsOf('closed'), removed: idsOf('removed'), reset: idsOf('reset') },
  })
  for (const { userId, outcome } of done.guardians)
    await record(tx, { target: { kind: 'person', id: userId }, changes: { child: studentId, codeUndone: outcome } })
  return done
}

/** All by which the accounts sign in, so that they are as the school made them. */
async function forgetSignIn(tx: Tx, accounts: ReturnType<typeof sql>): Promise<void> {
  const tables = ['credential', 'second_step', 'second_step_setup', 'recovery_code', 'password_reset']
  for (const table of [...BOUND_TABLES, ...tables])
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = any (${accounts})`)
}

/** Addresses that were entered by whoever took the accounts over: links for a new password would go there. */
async function forgetAddress(tx: Tx, accounts: ReturnType<typeof sql>, codeId: string): Promise<void> {
  await tx.execute(sql`
    update user_account a set email = null where a.user_id = any (${accounts}) and exists (
      select from sign_in_event e join guardian_code_use u on u.parent_id = e.user_id and u.code_id = ${codeId}::uuid and u.kind = 'claim'
      where e.unit_id = a.unit_id and e.user_id = a.user_id and e.kind = 'email-changed' and e.at >= u.at)`)
}
