import { sql } from 'drizzle-orm'
import type { TestApp } from '../app/app.ts'
import { runAsOwner, unitOf } from '../callers/session-probe.ts'

export interface RankedPerson {
  readonly loginName: string
  readonly userType: 1 | 2 | 3 | 4
  /** Codes of roles of the demo school, such as 'REGISTRY', or 'XX_SYS_' for administrators. */
  readonly roles?: readonly string[]
  readonly operator?: boolean
  readonly email?: string
  /** Of a teacher. */
  readonly parentId?: string
  readonly host?: string
}

/** Adds an open account of the demo school with the demo's password; pupils are in a class, employees have the login name as number. Returns its id. */
export async function addRankedPerson(
  test: TestApp,
  { loginName, userType, roles = [], operator = false, email, parentId, host = 'localhost' }: RankedPerson,
): Promise<string> {
  const unitId = await unitOf(test, host)
  const [added] = await runAsOwner(
    test,
    sql`insert into user_account (unit_id, user_type, login_name, real_name, superman, email, parent_id)
      values (${unitId}, ${userType}, ${loginName}, ${loginName}, ${operator}, ${email ?? null}, ${parentId ?? null}) returning user_id`,
  )
  const userId = String(added?.['user_id'])
  await runAsOwner(
    test,
    sql`insert into credential (user_id, unit_id, password_hash)
      select ${userId}, c.unit_id, c.password_hash from credential c join user_account a using (user_id) where a.unit_id = ${unitId} and a.login_name = 'teacher'`,
  )
  if (userType === 2 || userType === 4)
    await runAsOwner(
      test,
      sql`insert into staff_member (user_id, unit_id, staff_number, english_name, position_title, english_position_title)
        values (${userId}, ${unitId}, ${loginName}, '', '', '')`,
    )
  if (userType === 1)
    await runAsOwner(
      test,
      sql`insert into student (unit_id, user_id, class_id, student_number, real_name, english_name)
        select ${unitId}, ${userId}, class_id, ${loginName}, ${loginName}, '' from class_group where unit_id = ${unitId} and closed_on is null order by class_id limit 1`,
    )
  for (const code of roles)
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) select ${unitId}, role_id, ${userId} from role where unit_id = ${unitId} and service = 'base' and code = ${code}`,
    )
  return userId
}
