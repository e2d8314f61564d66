import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GROUP_CODES, type Icon, type IconGroups } from '../../../contract/endpoints/desktop/desktop.ts'
import { startData as startDataSchema } from '../../../contract/endpoints/sign-in/session.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import type { Session } from '../../../server/http/call.ts'
import type { Tx } from '../../../server/db/database.ts'
import { readIconGroups, readUnreadByCode } from '../../../server/modules/desktop/desktop.ts'
import { startData } from '../../../server/modules/accounts/start-data.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

/** The portal's own applications, which need no licence of their own. */
const BUNDLED = ['files', 'attendance', 'roster', 'administration']

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase({ demo: true })
})
afterAll(() => test.close())

/** The session that an account of the demo has once it is signed in. */
async function sessionOf(host: string, loginName: string): Promise<Session> {
  const { rows } = await test.database.asOwner((tx) =>
    tx.execute<{ unitId: string; unitType: '1' | '2'; userId: string; userType: UserType }>(sql`
      select u.unit_id as "unitId", u.unit_type as "unitType", a.user_id as "userId", a.user_type as "userType"
      from unit_host h join unit u using (unit_id) join user_account a using (unit_id)
      where h.host = ${host} and a.login_name = ${loginName}`),
  )
  const [account] = rows
  if (!account) throw new Error(`${loginName} is not at ${host}`)
  return { ...account, sessionId: account.userId, admin: loginName === 'admin' }
}

function asPerson<T>(session: Session, work: (tx: Tx) => Promise<T>): Promise<T> {
  return test.database.inUnit({ unitId: session.unitId, userId: session.userId }, work)
}

function readIcons(session: Session): Promise<IconGroups> {
  return asPerson(session, async (tx) => readIconGroups(tx, session, await readUnreadByCode(tx, session)))
}

const iconsOf = (groups: IconGroups): Icon[] =>
  groups.flatMap(({ iconVMs }) => iconVMs.flatMap((icon) => icon.iconVMs ?? [icon]))
const codesOf = (groups: IconGroups): string[] => iconsOf(groups).map(({ code }) => code)

describe('the icons of a desktop', () => {
  it('say when the licence of their service, or of the portal, has ended, and nothing before', async () => {
    const teacher = await sessionOf('localhost', 'teacher')
    const ended = async () => iconsOf(await readIcons(teacher)).filter(({ expiredAt }) => expiredAt !== undefined)
    // The demo has a service whose licence has ended.
    expect((await ended()).map(({ serverId }) => serverId)).not.toContain('base')
    const end = (when: string) =>
      test.database.asOwner((tx) =>
        tx.execute(
          sql`update licence set ends_at = now() + ${when}::interval where unit_id = ${teacher.unitId} and server_id = 'base'`,
        ),
      )
    await end('-1 day')
    const found = await ended()
    expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(BUNDLED.slice(0, 3)))
    expect(Date.now() - Date.parse(found[0]?.expiredAt ?? '')).toBeGreaterThan(86_000_000)
    expect(found.filter(({ serverId }) => serverId === 'base').map(({ closed }) => closed ?? false)).not.toContain(true)

    // After the days of grace they are not read either.
    await end('-31 days')
    const closed = (await ended()).filter((icon) => icon.closed)
    expect(closed.map(({ code }) => code)).toEqual(expect.arrayContaining(BUNDLED.slice(0, 3)))
    await end('1 year')
    expect(iconsOf(await readIcons(teacher)).filter((icon) => icon.closed && icon.serverId === 'base')).toEqual([])
  })

  it('differ by user type: each sees the applications made for it', async () => {
    const [student, teacher, parent, staff] = await Promise.all(
      ['student', 'teacher', 'parent', 'staff'].map(async (name) =>
        codesOf(await readIcons(await sessionOf('localhost', name))),
      ),
    )
    for (const codes of [student, teacher, parent, staff]) {
      expect(codes).toEqual(expect.arrayContaining(['files', 'smart-schools', 'national-library', 'education-exams']))
      expect(codes?.length).toBeGreaterThanOrEqual(14)
    }
    expect(student).toContain('dunhuang')
    expect(student).not.toContain('cnki')
    expect(teacher).toContain('teacher-certificate')
    expect(teacher).not.toContain('statistics')
    expect(parent).toContain('government-services')
    expect(parent).not.toContain('geogebra')
    expect(staff).toContain('fire-safety')
    expect(staff).not.toContain('scratch')
  })

  it('name the registered third party whose entry they are, of the own unit and turned on', async () => {
    const teacher = await sessionOf('localhost', 'teacher')
    const clientOf = async () =>
      iconsOf(await readIcons(teacher)).flatMap(({ code, ssoClientId }) => (ssoClientId ? [[code, ssoClientId]] : []))
    const run = (statement: ReturnType<typeof sql>) => test.database.asOwner((tx) => tx.execute(statement))
    const add = (host: string, clientId: string, loginUrl: string | null) =>
      run(sql`insert into oauth_client (unit_id, client_id, name, english_name, redirect_uris, login_url)
        select unit_id, ${clientId}, 'n', 'n', '{https://x.example/}', ${loginUrl} from unit_host where host = ${host}`)
    await add('ginkgo.localhost', 'elsewhere', 'https://www.nlc.cn')
    await add('localhost', 'no-entry', null)
    await add('localhost', 'other', 'https://www.nlc.cn.example/')
    expect(await clientOf()).toEqual([])
    await add('localhost', 'library', 'https://www.nlc.cn/')
    expect(await clientOf()).toEqual([['national-library', 'library']])
    await run(sql`update oauth_client set disabled_at = now() where client_id = 'library'`)
    expect(await clientOf()).toEqual([])
    await run(sql`delete from oauth_client`)
  })

  it('come in the groups and order of the contract, and no group is empty', async () => {
    expect(GROUP_CODES).toEqual(
      ['CYYY', 'XZBG', 'JWGL', 'SJZX', 'JZGGL', 'ZZXX', 'JYKY', 'XSCZ', 'ZWHQ'].map((code) => `ZDYYYFL-${code}`),
    )
    const groups = await readIcons(await sessionOf('localhost', 'teacher'))
    expect(groups.map(({ code }) => code)).toEqual([
      'ZDYYYFL-CYYY',
      'ZDYYYFL-XZBG',
      'ZDYYYFL-JWGL',
      'ZDYYYFL-JZGGL',
      'ZDYYYFL-ZZXX',
      'ZDYYYFL-JYKY',
      'ZDYYYFL-XSCZ',
      'ZDYYYFL-ZWHQ',
    ])
    expect(groups[0]?.iconVMs[0]).toMatchObject({
      code: 'files',
      zname: '文件',
      englishName: 'Files',
      menuRoute: '',
      serverId: 'base',
      deployPath: 'pages',
      frontUserType: '1,2,3,4',
      limitUserType: '',
      resourceType: 2,
      name: '文件',
      shortName: '文件',
      englishShortName: 'Files',
      iconImg: '/icons/apps/files.svg',
      imgPath: '/icons/apps/files.webp',
    })
  })

  it('stand in folders, which those without an application in them do not see, and name their pages by right', async () => {
    const sessionOfAdmin = await sessionOf('localhost', 'admin')
    const [student, teacher, staff, admin] = await Promise.all(
      [
        sessionOf('localhost', 'student'),
        sessionOf('localhost', 'teacher'),
        sessionOf('localhost', 'staff'),
        sessionOfAdmin,
      ].map(async (session) => (await readIcons(await session)).flatMap(({ iconVMs }) => iconVMs)),
    )
    const museums = (icons: Icon[] | undefined) => icons?.find(({ code }) => code === 'museums')
    expect(museums(student)).toMatchObject({ resourceType: 1, imgPath: '' })
    expect(museums(student)?.iconVMs?.map(({ code }) => code)).toEqual([
      'science-museum',
      'palace-museum',
      'national-museum',
      'dunhuang',
    ])
    expect(museums(teacher)?.iconVMs?.map(({ code }) => code)).toEqual(['science-museum', 'palace-museum'])
    expect(museums(staff)).toBeUndefined()

    const pages = (icons: Icon[] | undefined) =>
      icons?.find(({ code }) => code === 'attendance')?.children?.map(({ menuRoute }) => menuRoute)
    expect(pages(student)).toEqual(['mine', 'corrections'])
    expect(pages(admin)).toEqual(['mine', 'corrections', 'settings'])
    expect(student?.find(({ code }) => code === 'files')).not.toHaveProperty('children')
  })

  it('differ in their grey and cartoon forms, as far as they are of the portal’s catalogue', async () => {
    const icons = iconsOf(await readIcons(await sessionOf('localhost', 'teacher')))
    expect(icons.find(({ code }) => code === 'files')).toMatchObject({
      imgPath: '/icons/apps/files.webp',
      imgGrayPath: '/icons/apps/files-gray.webp',
      imgCartoonPath: '/icons/apps/files-cartoon.webp',
    })
  })

  it('of a school and of an area office are different sets', async () => {
    const school = await readIcons(await sessionOf('localhost', 'staff'))
    const area = await readIcons(await sessionOf('area.localhost', 'staff'))
    expect(codesOf(area)).toContain('supervision')
    expect(codesOf(area)).not.toContain('school-bus')
    expect(codesOf(school)).not.toContain('supervision')
    expect(new Set(iconsOf(area).map(({ deployPath }) => deployPath))).toEqual(new Set(['area']))
  })

  it('open something: a site elsewhere, a bundled application, or a module that is not licensed any more', async () => {
    for (const host of ['localhost', 'ginkgo.localhost', 'area.localhost']) {
      const session = await sessionOf(host, 'staff')
      const { rows } = await asPerson(session, (tx) =>
        tx.execute<{ serverId: string }>(sql`select server_id as "serverId" from licence where ends_at < now()`),
      )
      const expired = new Set(rows.map(({ serverId }) => serverId))
      const shown = iconsOf(await readIcons(session)).filter(({ updateStatus }) => updateStatus !== 0)
      const inside = shown.filter(({ menuRoute }) => !menuRoute.startsWith('https://'))
      expect(inside.length).toBeGreaterThan(1)
      const dead = inside.filter(({ code, serverId }) => !BUNDLED.includes(code) && !expired.has(serverId))
      expect(dead).toEqual([])
    }
  })

  it('include one with updateStatus 0, for the client to drop', async () => {
    const hidden = iconsOf(await readIcons(await sessionOf('localhost', 'teacher'))).filter(
      (icon) => icon.updateStatus === 0,
    )
    expect(hidden.map(({ code }) => code)).toEqual(['classroom'])
  })

  it('leave out applications whose own code the person was not granted', async () => {
    const shown = async (name: string) => codesOf(await readIcons(await sessionOf('localhost', name)))
    expect(await shown('staff')).toContain('files')
    const taken = sql`from permission_grant where code = 'files' and user_type = 4`
    const { rows } = await test.database.asOwner((tx) => tx.execute(sql`delete ${taken} returning unit_id`))
    expect(await shown('staff')).not.toContain('files')
    expect(await shown('teacher')).toContain('files')
    for (const { unit_id: unitId } of rows) {
      await test.database.asOwner((tx) =>
        tx.execute(sql`insert into permission_grant (unit_id, code, user_type) values (${unitId}, 'files', 4)`),
      )
    }
  })

  it('leave out what the unit limits to other user types, and base and education in an area office', async () => {
    const sessions = await Promise.all(['localhost', 'area.localhost'].map((host) => sessionOf(host, 'admin')))
    await test.database.asOwner((tx) =>
      tx.execute(sql`
        insert into application (unit_id, code, name, english_name, short_name, english_short_name, group_code, limit_user_types)
        select unit_id, code, code, code, code, code, 'ZDYYYFL-SJZX', limited::smallint[]
        from unit, (values ('base', '{}'), ('education', '{}'), ('limited-to-teachers', '{2}'), ('limited-to-staff', '{3,4}')) as a (code, limited)`),
    )
    const [school = [], area = []] = await Promise.all(
      sessions.map(async (session) => codesOf(await readIcons(session))),
    )
    expect(school).toEqual(expect.arrayContaining(['base', 'education', 'limited-to-staff']))
    expect(school).not.toContain('limited-to-teachers')
    expect(area).toContain('limited-to-staff')
    expect(area).not.toContain('base')
    expect(area).not.toContain('education')
  })
})

describe('unread counts', () => {
  it("add up a person's unread messages and open to-dos by module, and appear on the icons", async () => {
    const session = await sessionOf('localhost', 'teacher')
    const counts = await asPerson(session, (tx) => readUnreadByCode(tx, session))
    const { rows } = await test.database.asOwner((tx) =>
      tx.execute<{ code: string; num: number }>(sql`
        select code, count(*)::int as num from (
          select module as code from todo where user_id = ${session.userId}
          union all select m.module from message m join message_recipient r using (message_id)
          where r.user_id = ${session.userId} and r.read_at is null) as waiting group by code order by code`),
    )
    expect(counts).toEqual(rows)
    const waiting = counts.find(({ code }) => code === 'smart-schools')?.num
    expect(waiting).toBeGreaterThan(0)
    expect(iconsOf(await readIcons(session)).find(({ code }) => code === 'smart-schools')?.unReadCodeCount).toBe(
      waiting,
    )
  })

  it('fall as messages are read and to-dos are closed', async () => {
    const session = await sessionOf('ginkgo.localhost', 'teacher')
    const read = () => asPerson(session, (tx) => readUnreadByCode(tx, session))
    expect(await read()).not.toEqual([])
    await asPerson(session, async (tx) => {
      await tx.execute(sql`update message_recipient set read_at = now() where user_id = ${session.userId}`)
      await tx.execute(
        sql`update todo set closed_at = now() where user_id = ${session.userId} and module <> 'smart-schools'`,
      )
    })
    expect((await read()).map(({ code }) => code)).toEqual(['smart-schools'])
  })
})

describe('the tables of the portal', () => {
  it('show a transaction of one unit nothing of another, and nothing without a unit', async () => {
    const session = await sessionOf('ginkgo.localhost', 'staff')
    const tables = await test.database.asOwner(async (tx) => {
      const { rows } = await tx.execute<{ name: string }>(sql`
        select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'unit_id'`)
      return rows.map(({ name }) => name)
    })
    expect(tables).toEqual(
      expect.arrayContaining(['application', 'licence', 'message', 'todo', 'student', 'unit_logo']),
    )
    for (const table of tables) {
      const count = async (tx: Tx) => {
        const { rows } = await tx.execute(sql`
          select ${table} as table, count(*) filter (where unit_id <> ${session.unitId})::int as others, count(*)::int as all from ${sql.identifier(table)}`)
        return rows[0]
      }
      expect(await asPerson(session, count)).toMatchObject({ table, others: 0 })
      expect(await test.database.transaction(count)).toEqual({ table, others: 0, all: 0 })
    }
  })

  it('refuse addresses that would run script', async () => {
    const session = await sessionOf('localhost', 'staff')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example']) {
      const insert = asPerson(session, (tx) =>
        tx.execute(sql`update application set menu_route = ${address} where code = 'weather'`),
      )
      await expect(insert).rejects.toMatchObject({ cause: { constraint: 'application_menu_route_check' } })
    }
  })
})

describe('the start data', () => {
  it('is me, the icons and the counts of one person, as the contract says', async () => {
    const session = await sessionOf('localhost', 'parent')
    const data = await asPerson(session, (tx) => startData(tx, session))
    expect(startDataSchema.parse(data)).toEqual(data)
    expect(data?.me).toMatchObject({ userId: session.userId, loginName: 'parent', unitName: '河畔实验学校' })
    expect(codesOf(data?.icons ?? [])).toContain('files')
    expect(data?.unread.length).toBeGreaterThan(0)
  })
})
