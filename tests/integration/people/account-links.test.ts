import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, queryOnce, type TestDatabase } from '../../support/app/database.ts'

let school: TestDatabase
const run = (text: string) => queryOnce({ ...school.connection, options: '-c enable_seqscan=off' }, text)

beforeAll(async () => {
  school = await createTestDatabase()
})
afterAll(() => school.close())

it('one teacher account at most names a parent account', async () => {
  await run(`
    with made as (insert into unit (name, english_name, unit_type) values ('云溪学校', 'Yunxi', '2') returning unit_id)
    insert into user_account (unit_id, login_name, real_name, user_type)
    select unit_id, name, name, type from made, (values ('parent', 3), ('teacher', 2), ('other', 2)) as a (name, type)`)
  const link = (name: string) =>
    run(
      `update user_account set parent_id = (select user_id from user_account where login_name = 'parent') where login_name = '${name}'`,
    )
  await link('teacher')
  await expect(link('other')).rejects.toThrow('user_account_parent')
})

it('finds the sessions that began with an account without reading those of all others', async () => {
  const plan = await run(
    `explain update session set revoked_at = now() where user_id = any (array['00000000-0000-7000-8000-000000000000']::uuid[]) or began_as = any (array['00000000-0000-7000-8000-000000000000']::uuid[])`,
  )
  expect(JSON.stringify(plan)).toContain('session_began_as')
})
