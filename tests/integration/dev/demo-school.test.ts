import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { textFor } from '../../../contract/envelope.ts'
import { EXPIRY_SOON, POPUP_PAGE_SIZE } from '../../../contract/limits.ts'
import { demoUnits } from '../../../server/dev/demo/demo-units.ts'
import { DEMO_PASSWORD, isEmpty, seedDemoSchool } from '../../../server/dev/demo/seed-demo-school.ts'
import {
  classesCsv,
  peopleCsv,
  readClasses,
  readPeople,
} from '../../../server/modules/imports/writing/export-people.ts'
import { listImports, readImport } from '../../../server/modules/imports/import-runs.ts'
import { previewImport } from '../../../server/modules/imports/preview-import.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { createPasswords } from '../../../server/modules/auth/passwords/passwords.ts'
import { withdrawDemoOperator } from '../../../server/dev/demo/demo-operator.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

/** The content of a message about modules, with the times as numbers. */
const moduleList = z.array(
  z.object({
    code: z.string(),
    name: z.string(),
    endTime: z.pipe(
      z.string(),
      z.transform((text) => Date.parse(text)),
    ),
  }),
)

let test: TestDatabase

async function query(text: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return test.database.asOwner(async (tx) => (await tx.execute(text)).rows)
}

beforeAll(async () => {
  test = await createTestDatabase()
  await seedDemoSchool(test.database)
})
afterAll(() => test.close())

describe('the demo school', () => {
  it('is created once, and only where no unit exists', async () => {
    expect(await isEmpty(test.database)).toBe(false)
    const before = await query(sql`select count(*)::int as people from user_account`)
    await seedDemoSchool(test.database)
    expect(await query(sql`select count(*)::int as people from user_account`)).toEqual(before)
  })

  it('answers at the hosts of the design with the units it names', async () => {
    const rows = await query(sql`
      select host, name, english_name as "englishName", unit_type as "unitType", theme_color as "themeColor",
        (select count(*)::int from campus c where c.unit_id = u.unit_id) as campuses
      from unit_host h join unit u using (unit_id) order by host collate "C"`)
    const riverside = {
      name: '河畔实验学校',
      englishName: 'Riverside School',
      unitType: '2',
      themeColor: '#457CD6',
      campuses: 2,
    }
    expect(rows).toEqual([
      { host: '127.0.0.1', ...riverside },
      expect.objectContaining({
        host: 'area.localhost',
        name: '春江区教育局',
        englishName: 'Chunjiang District Education Office',
        unitType: '1',
      }),
      expect.objectContaining({
        host: 'ginkgo.localhost',
        name: '银杏中学',
        englishName: 'Ginkgo Middle School',
        unitType: '2',
      }),
      { host: 'localhost', ...riverside },
      { host: 'riverside.localhost', ...riverside },
    ])
    expect(new Set(rows.map((row) => row['themeColor'])).size).toBe(3)
  })

  it('has the promised login names with the promised password, and no password for anybody else', async () => {
    const rows = await query(sql`
      select u.name as unit, a.login_name as "loginName", a.user_type as "userType", c.password_hash as hash
      from credential c join user_account a using (user_id) join unit u on u.unit_id = a.unit_id`)
    const passwords = createPasswords()
    for (const { hash } of rows) expect(await passwords.verify(String(hash), DEMO_PASSWORD)).toBe(true)
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length)

    const logins = (unit: string) =>
      Object.fromEntries(rows.filter((row) => row['unit'] === unit).map((row) => [row['loginName'], row['userType']]))
    const school = { admin: 4, staff: 4, teacher: 2, classteacher: 2, parent: 3, student: 1 }
    expect(logins('河畔实验学校')).toEqual(school)
    expect(logins('银杏中学')).toEqual(school)
    expect(logins('春江区教育局')).toEqual({ admin: 4, staff: 4 })
  })

  it('has with classteacher, in each school, the class teacher of student', async () => {
    const rows = await query(sql`
      select h.login_name as head, g.name || c.name as class from class_group c join grade g using (grade_id)
      join user_account h on h.user_id = c.head_teacher_id join student s using (class_id)
      join user_account a on a.user_id = s.user_id and a.login_name = 'student' order by c.unit_id`)
    expect(rows.map(({ head }) => head)).toEqual(['classteacher', 'classteacher'])
    expect(rows.map((row) => row['class'])).toContain('七年级2班')
  })

  it('has both schools under the area office', async () => {
    const rows = await query(sql`
      select u.name, o.name as office from unit u join unit o on o.unit_id = u.area_id order by u.theme_color`)
    expect(rows).toEqual([
      { name: '银杏中学', office: '春江区教育局' },
      { name: '河畔实验学校', office: '春江区教育局' },
    ])
  })

  it('makes admin, and nobody else, the system administrator', async () => {
    const rows = await query(sql`
      select a.login_name as name from role_member join user_account a using (user_id) join role r using (role_id)
      where r.service = 'base' and r.code = 'XX_SYS_'`)
    expect(rows).toEqual([{ name: 'admin' }, { name: 'admin' }, { name: 'admin' }])
  })

  it('gives parent two children in different classes, one chosen, and links the teacher of the same name', async () => {
    const rows = await query(sql`
      select p.real_name as parent, t.real_name as teacher, t.login_name as login,
        (select json_agg(json_build_object('name', s.real_name, 'class', g.name || c.name, 'login', a.login_name, 'chosen', k.chosen_at is not null)
           order by c.position)
         from guardian k join student s using (student_id) join class_group c using (class_id) join grade g using (grade_id)
         left join user_account a on a.user_id = s.user_id where k.parent_id = p.user_id) as children
      from user_account p join user_account t on t.parent_id = p.user_id join unit u on u.unit_id = p.unit_id
      where p.login_name = 'parent' order by u.unit_type, u.name`)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({
      parent: '林致远',
      teacher: '林致远',
      login: 'teacher',
      children: [
        { name: '林溪', class: '四年级1班', login: null, chosen: true },
        { name: '林川', class: '七年级2班', login: 'student', chosen: false },
      ],
    })
  })

  it('has a few hundred people and four classes in each school, every pupil with a parent', async () => {
    const rows = await query(sql`
      select u.unit_type as "unitType",
        (select count(*)::int from user_account a where a.unit_id = u.unit_id) as people,
        (select count(*)::int from class_group c where c.unit_id = u.unit_id) as classes,
        (select count(*)::int from student s where s.unit_id = u.unit_id) as pupils,
        (select count(*)::int from student s where s.unit_id = u.unit_id
           and not exists (select from guardian k where k.student_id = s.student_id)) as orphans
      from unit u order by u.unit_type desc`)
    expect(rows).toHaveLength(3)
    for (const school of rows.slice(0, 2)) {
      expect(school['people']).toBeGreaterThan(200)
      expect(school['pupils']).toBeGreaterThan(100)
      expect(school).toMatchObject({ classes: 4, orphans: 0 })
    }
    expect(rows[2]).toMatchObject({ unitType: '1', people: 26, classes: 0, pupils: 0 })
  })

  it('gives every promised account unread messages of every importance, and more than one page of to-dos', async () => {
    const rows = await query(sql`
      select a.login_name as login,
        (select array_agg(distinct m.importance order by m.importance) from message_recipient r join message m using (message_id)
         where r.user_id = a.user_id and r.read_at is null) as importances,
        (select count(*)::int from todo t where t.user_id = a.user_id and t.closed_at is null) as todos
      from credential join user_account a using (user_id)`)
    expect(rows).toHaveLength(14)
    for (const row of rows) {
      expect(row).toMatchObject({ login: expect.any(String), importances: [1, 2, 3, 4, 5] })
      expect(row['todos']).toBeGreaterThan(POPUP_PAGE_SIZE)
    }
  })

  it('sends staff a message that lists modules which have expired, expire soon and are in use, as licensed', async () => {
    const rows = await query(sql`
      select m.content, (select json_agg(json_build_object('code', server_id, 'name', name, 'endTime', ends_at)) from licence l
        where l.unit_id = m.unit_id) as licences
      from message m where m.open_way = 1`)
    expect(rows).toHaveLength(3)
    for (const { content, licences } of rows) {
      const listed = z.parse(moduleList, content)
      const left = listed.map(({ endTime }) => endTime - Date.now())
      expect(left.some((time) => time < 0)).toBe(true)
      expect(left.some((time) => time > 0 && time < EXPIRY_SOON)).toBe(true)
      expect(left.some((time) => time > EXPIRY_SOON)).toBe(true)
      expect(z.parse(moduleList, licences)).toEqual(expect.arrayContaining(listed))
    }
  })

  it('mentions only modules that the unit has, and addresses that open something', async () => {
    for (const unit of demoUnits) {
      const rows = await query(
        sql`select code from application a join unit u using (unit_id) where u.unit_type = ${unit.isSchool ? '2' : '1'}`,
      )
      const codes = new Set(rows.map(({ code }) => code))
      const things = [...unit.messages, ...unit.todos]
      expect(things.filter(({ module }) => !codes.has(module))).toEqual([])
      const filesPath = unit.isSchool ? /^\/pages\/files\/pc_files_(tm|spm)\// : /^\/area\/files\/pc_files_tm\//
      const addresses = things.flatMap(({ url }) => url ?? [])
      expect(addresses.filter((url) => !url.startsWith('https://') && !filesPath.test(url))).toEqual([])
    }
  })

  it('gives no two people of a unit the same name, apart from the teacher who is a parent', async () => {
    const rows = await query(sql`
      select real_name as name from user_account group by unit_id, real_name having count(*) > 1 order by real_name`)
    expect(rows).toEqual([{ name: '林致远' }, { name: '苏文静' }])
  })

  it('has for everyone a name in characters and in pinyin, and for every message and to-do an English text', async () => {
    const names = await query(sql`select real_name as name, english_name as english from user_account
      union all select real_name, english_name from student`)
    expect(names.filter(({ name }) => !/^\p{Script=Han}{2,4}$/u.test(String(name)))).toEqual([])
    expect(names.filter(({ english }) => !/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u.test(String(english)))).toEqual([])
    const texts = await query(sql`select body as text from message union select title from todo`)
    expect(texts.length).toBeGreaterThan(40)
    for (const { text } of texts) {
      expect(textFor('zh-CN', String(text))).toMatch(/\p{Script=Han}/u)
      expect(textFor('en', String(text))).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('was imported, and what is exported of it and imported again changes nothing', async () => {
    const units = await query(sql`select unit_id as "unitId", unit_type as "unitType" from unit`)
    const folder = await mkdtemp(join(tmpdir(), 'demo-export-'))
    try {
      for (const { unitId, unitType } of units) {
        const scope = { unitId: String(unitId), userId: null }
        const before = await test.database.inUnit(scope, (tx) => listImports(tx, 1))
        expect(before.imports).toMatchObject([{ status: 'applied', counts: { changed: { people: 1 } } }])
        const [people, classes] = await test.database.inUnit(
          scope,
          async (tx) => [peopleCsv(await readPeople(tx)), classesCsv(await readClasses(tx))] as const,
        )
        const files = [{ path: join(folder, 'people.csv'), name: 'people.csv' }] as const
        await writeFile(files[0].path, people)
        const more = unitType === '2' ? [{ path: join(folder, 'classes.csv'), name: 'classes.csv' }] : []
        for (const { path } of more) await writeFile(path, classes)
        const importId = await previewImport(
          { database: test.database, vault: createVault(randomBytes(32)) },
          scope,
          [...files, ...more],
          { pupilAccounts: false },
        )
        const { counts } = await test.database.inUnit(scope, (tx) => readImport(tx, importId))
        for (const action of ['new', 'changed', 'deactivated', 'error', 'ambiguous'] as const)
          expect([action, ...Object.values(counts[action]).filter((count) => count > 0)]).toEqual([action])
        expect(counts.unchanged.classes).toBe(unitType === '2' ? 4 : 0)
        expect(counts.unchanged.people).toBeGreaterThanOrEqual(26)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the operator of the demo', () => {
  const operatorsOf = (of: TestDatabase) =>
    of.database.asOwner(
      async (tx) =>
        (
          await tx.execute(sql`
            select a.login_name as "loginName", u.unit_type as "unitType", c.password_hash as hash
            from user_account a join unit u using (unit_id) left join credential c using (user_id) where a.superman`)
        ).rows,
    )

  it('is made only when asked for, alone in the operators’ unit, and is none of a school', async () => {
    expect(await operatorsOf(test)).toEqual([])
    const own = await createTestDatabase()
    try {
      await seedDemoSchool(own.database, new Date(), { withOperator: true })
      const [operator, ...others] = await operatorsOf(own)
      expect(others).toEqual([])
      expect(operator).toMatchObject({ loginName: 'operator', unitType: '0' })
      const passwords = createPasswords({ threads: 1 })
      expect(await passwords.verify(String(operator?.['hash']), DEMO_PASSWORD)).toBe(true)
      await passwords.close()
    } finally {
      await own.close()
    }
  })

  it('is closed once the portal may be reached from elsewhere, while operators with a password of their own stay', async () => {
    const own = await createTestDatabase()
    try {
      await seedDemoSchool(own.database, new Date(), { withOperator: true })
      const passwords = createPasswords({ threads: 1 })
      const hash = await passwords.hash('kestrel7moss')
      await passwords.close()
      await own.database.asOwner((tx) =>
        tx.execute(sql`
          with made as (
            insert into user_account (unit_id, login_name, real_name, user_type, superman)
            select portal_operators_unit(), 'keeper', '平台运维员', 4, true returning unit_id, user_id)
          insert into credential (unit_id, user_id, password_hash) select unit_id, user_id, ${hash} from made`),
      )
      await withdrawDemoOperator(own.database)
      expect(await operatorsOf(own)).toMatchObject([{ loginName: 'keeper' }])
      const left = await own.database.asOwner(
        async (tx) =>
          (
            await tx.execute(sql`
              select a.login_name as "loginName", a.status, (select count(*)::int from credential c where c.user_id = a.user_id) as passwords
              from user_account a join unit u using (unit_id) where u.unit_type = '0' and not a.superman`)
          ).rows,
      )
      expect(left).toEqual([{ loginName: expect.stringMatching(/^demo-[\da-f]{12}$/), status: 0, passwords: 0 }])
    } finally {
      await own.close()
    }
  })
})
