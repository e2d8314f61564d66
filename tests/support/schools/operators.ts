import { sql } from 'drizzle-orm'
import type { TestApp } from '../app/app.ts'
import type { TestBrowser } from '../browser/test-browser.ts'

/** The operators' host of a test's portal. */
export const OPERATORS = 'operators.localhost'

/** SQL: makes an operator of this login name with the demo's password. */
export const newOperator = (loginName = 'operator') => sql`
  with made as (
    insert into user_account (unit_id, login_name, real_name, english_name, user_type, superman)
    select portal_operators_unit(), ${loginName}, '平台运维员', 'Operator', 4, true returning unit_id, user_id)
  insert into credential (unit_id, user_id, password_hash)
  select m.unit_id, m.user_id, (select c.password_hash from credential c limit 1) from made m returning user_id`

/** A browser in which an operator of this login name has signed in, who is made for it. */
export async function signInOperator(test: TestApp, loginName?: string): Promise<TestBrowser> {
  await test.database.asOwner((tx) => tx.execute(newOperator(loginName)))
  return test.signIn(loginName ?? 'operator', { host: OPERATORS })
}
