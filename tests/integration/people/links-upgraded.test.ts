import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate, migrations } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { createEmptyDatabase, queryOnce } from '../../support/app/database.ts'

// A database in which several teacher accounts name one parent account, as it could be before 0072.

const at = migrations.findIndex(({ name }) => name.endsWith('account_links'))

let close: () => Promise<void>
let run: (text: string) => Promise<Record<string, unknown>[]>
const one = async (text: string) => String(Object.values((await run(text))[0] ?? {})[0])

beforeAll(async () => {
  const empty = await createEmptyDatabase()
  close = empty.drop
  const connection = { ...inject('postgres'), user: 'portal', database: empty.name }
  run = (text) => queryOnce({ ...connection, options: '-c enable_seqscan=off' }, text)
  await migrate(connection, silentLog, migrations.slice(0, at))
  const unit = await one(
    `insert into unit (name, english_name, unit_type) values ('云溪学校', 'Yunxi', '2') returning unit_id`,
  )
  const account = async (name: string, { parent = null as string | null, day = 1 } = {}) => {
    const parentId = parent === null ? 'null' : `(select user_id from user_account where login_name = '${parent}')`
    await run(
      `insert into user_account (unit_id, login_name, real_name, user_type, parent_id, created_at)
        values ('${unit}', '${name}', '${name}', ${name.includes('parent') ? 3 : 2}, ${parentId}, '2024-09-0${day}')`,
    )
    await run(
      `insert into session (unit_id, user_id, family_hash, access_hash, access_expires_at, refresh_hash, refresh_expires_at, ends_at)
        select unit_id, user_id, sha256('f${name}'), sha256('a${name}'), now() + interval '1 hour', sha256('r${name}'), now() + interval '1 hour',
          now() + interval '1 hour' from user_account where login_name = '${name}'`,
    )
  }
  await account('parent')
  await account('younger', { parent: 'parent', day: 3 })
  await account('older', { parent: 'parent', day: 2 })
  await account('youngest', { parent: 'parent', day: 4 })
  await account('other-parent')
  await account('teacher', { parent: 'other-parent' })
  await account('alone')
  await run(
    `insert into account_link_code (code_hash, unit_id, user_id, expires_at)
      select sha256('code'), unit_id, user_id, now() + interval '1 hour' from user_account where login_name = 'parent'`,
  )
  await migrate(connection, silentLog, migrations)
})
afterAll(() => close())

describe('teacher accounts that named one parent account', () => {
  it('leave it to the oldest of them; single links stay', async () => {
    const linked = await run(
      `select a.login_name as teacher, p.login_name as parent from user_account a join user_account p on p.user_id = a.parent_id order by 1`,
    )
    expect(linked).toEqual([
      { teacher: 'older', parent: 'parent' },
      { teacher: 'teacher', parent: 'other-parent' },
    ])
    expect(await one(`select count(*) from user_account`)).toBe('7')
  })

  it('sign that parent account out, and nobody else', async () => {
    const ended = await run(
      `select a.login_name as name from session s join user_account a using (user_id) where s.revoked_at is not null`,
    )
    expect(ended).toEqual([{ name: 'parent' }])
  })

  it('cannot do so again', async () => {
    await expect(
      run(
        `update user_account set parent_id = (select user_id from user_account where login_name = 'parent') where login_name = 'alone'`,
      ),
    ).rejects.toThrow('user_account_parent')
  })

  it('have codes of before, which link accounts of schools as they did', async () => {
    expect(await one(`select purpose from account_link_code`)).toBe('school')
  })
})

it('finds the sessions that began with an account without reading those of all others', async () => {
  const plan = await run(
    `explain update session set revoked_at = now() where user_id = any (array['00000000-0000-7000-8000-000000000000']::uuid[]) or began_as = any (array['00000000-0000-7000-8000-000000000000']::uuid[])`,
  )
  expect(JSON.stringify(plan)).toContain('session_began_as')
})
