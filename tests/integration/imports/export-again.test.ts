import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportPeople } from '../../../contract/endpoints/people/imports.ts'
import { completeSetup } from '../../../contract/endpoints/units/setup.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { joinName } from '../../../contract/rules/people/name-parts.ts'
import { buildApp } from '../../../server/app.ts'
import { issueSetupCode } from '../../../server/modules/units/setup/setup-codes.ts'
import { familyName, givenName } from '../../../server/modules/one-roster/model.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'
import { openTestStore, type TestStore } from '../../support/app/test-store.ts'
import { createTestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { ask } from '../../support/callers/call.ts'

// A school that the wizard has made, with people as a school has them: what it exports changes nothing when it is imported again.

const HOST = 'school.example.org'
let own: TestDatabase
let files: TestStore
let app: FastifyInstance
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  own = await createTestDatabase()
  files = await openTestStore()
  app = await buildApp({
    database: own.database,
    logger: createLogger('info', { write: () => undefined }),
    storage: files.store,
  })
  await app.ready()
  const person = { englishName: '', password: 'kestrel7moss' }
  const setup = {
    code: await own.database.asOwner(issueSetupCode),
    operator: { ...person, loginName: 'operator', name: '平台管理员', password: 'blue.Teapot44' },
    administrator: { ...person, loginName: 'head', name: '沈清妍', englishName: 'Shen Qingyan' },
    unit: {
      type: 'school',
      name: '云溪实验学校',
      englishName: 'Yunxi School',
      hosts: [HOST],
      campuses: [{ name: '主校区', englishName: 'Main campus' }],
      year: suggestYear('2026-09-01'),
      themeColor: '#2F7D6B',
    },
  }
  await ask(createTestBrowser(app, { host: 'nowhere.example.org' }), completeSetup, setup)
  const browser = createTestBrowser(app, { host: HOST })
  await browser.post('/api/uaa/oauth/login', { username: 'head', password: 'kestrel7moss' })
  caller = createImportCaller({ database: own.database }, browser)
})
afterAll(async () => {
  await app.close()
  await files.close()
  await own.close()
})
beforeEach(() => own.database.asOwner((tx) => tx.execute(sql`delete from rate_limit`)))

async function againOf(format: 'xlsx' | 'people.csv' | 'classes.csv' | 'oneroster') {
  const file = await caller.file(`${exportPeople.path}?format=${format}`)
  const { importId, counts } = await caller.preview(`export.${format.replace('oneroster', 'zip')}`, file)
  const { new: created, changed, deactivated, error, ambiguous, left } = counts
  const moved = Object.entries({ created, changed, deactivated, error, ambiguous, left }).flatMap(([action, kinds]) =>
    Object.entries(kinds).flatMap(([kind, count]) => (count === 0 ? [] : [`${action} ${kind} ${count}`])),
  )
  const rows =
    moved.length === 0 ? [] : [...(await caller.rows(importId, 'changed')), ...(await caller.rows(importId, 'error'))]
  return { moved, rows: rows.map(({ name, after, problems }) => ({ name, after, problems })) }
}
const NOTHING = { moved: [], rows: [] }

it('with its administrator alone', async () => {
  expect(await againOf('people.csv')).toEqual(NOTHING)
  expect(await againOf('oneroster')).toEqual(NOTHING)
})

const PEOPLE = [
  '类型,姓名,英文名,学号/工号,用户名,性别,出生日期,年级,班级,校区,部门,职务,任教学科,手机,邮箱,监护人1姓名,监护人1关系,监护人1手机,监护人2姓名,监护人2关系,监护人2手机,家长账号',
  '教师,欧阳修,Ouyang Xiu,T01,,男,,,一年级（1）班;一年级（2）班,,语文组,组长,语文;数学,13800000001,ou@school.example,,,,,,,13900000003',
  '教师,周,,T02,zhou,,,,,,数学组,,,,,,,,,,,',
  '职工,阿卜杜拉·买买提,,S01,,,,,,,,,,13800000005,,,,,,,,',
  '家长,司马家长,,,13900000003,女,,,,,,,,13900000003,,,,,,,,',
  '学生,司马光,,2026001,,男,2019-05-06,一年级,（1）班,主校区,,,,,,司马家长,母亲,13900000003,司马父,父亲,,',
  '学生,王小明,,2026002,,男,2019-02-03,一年级,（2）班,主校区,,,,13800000002,,王父,父亲,13900000001,王母,母亲,13900000001,',
  '学生,买买提·艾力,Ali,2026003,,,,一年级,（2）班,主校区,,,,,,艾力·江,父亲,13900000002,,,,',
  '学生,李 雷,,２０２６００４,,,,一年级,（2）班,主校区,,,,,,,,,,,,',
  '学生,Emma Stone,Emma,2026005,emma,女,,一年级,（2）班,主校区,,,,,,Ann Stone,母亲,13900000009,,,,',
].join('\n')
const CLASSES =
  '年级,年级英文名,班级,英文名,校区,班主任工号\n一年级,Grade 1,（1）班,Class 1,主校区,T01\n一年级,Grade 1,（2）班,Class 2,主校区,T02\n'

it.each(['xlsx', 'people.csv', 'classes.csv', 'oneroster'] as const)(
  'with pupils, families and teachers, as %s',
  async (format) => {
    for (const [name, text] of [
      ['people.csv', PEOPLE],
      ['classes.csv', CLASSES],
    ] as const) {
      const { importId, counts } = await caller.preview(name, text)
      const rows = await caller.rows(importId, 'error')
      expect(rows.map((row) => [row.name, row.problems])).toEqual([])
      if ([counts.new, counts.changed].some((kinds) => Object.values(kinds).some((count) => count > 0)))
        await caller.apply(importId)
    }
    expect(await againOf(format)).toEqual(NOTHING)
  },
)

/** The parts of names, as the files and the interface of OneRoster tell them. */
async function splitNames(names: readonly string[]) {
  const { rows } = await own.database.asOwner((tx) =>
    tx.execute(sql`
      select ${givenName(sql`n`)} as given, ${familyName(sql`n`)} as family from unnest(${sql.param([...names])}::text[]) with ordinality as t (n, at) order by at`),
  )
  return z.parse(z.array(z.object({ family: z.string(), given: z.string() })), rows)
}

it('splits names', async () => {
  const names = [
    ['王小明', '王', '小明'],
    ['欧阳修', '欧阳', '修'],
    ['司马相如', '司马', '相如'],
    ['诸葛亮', '诸葛', '亮'],
    ['上官婉儿', '上官', '婉儿'],
    ['夏侯惇', '夏侯', '惇'],
    ['欧阳', '欧', '阳'],
    ['周', '', '周'],
    ['买买提·艾力', '艾力', '买买提'],
    ['阿卜杜拉•买买提·江', '买买提·江', '阿卜杜拉'],
    ['𠮷田花', '𠮷', '田花'],
    ['Emma Stone', 'Stone', 'Emma'],
    ['Ana María López', 'María López', 'Ana'],
    ['Madonna', '', 'Madonna'],
  ] as const
  expect(await splitNames(names.map(([name]) => name))).toEqual(names.map(([, family, given]) => ({ family, given })))
})

it('loses nothing of a name: its parts are joined again, but for a dot', async () => {
  const parts = fc.array(fc.constantFrom('王', '欧', '阳', '司', '马', '亮', '艾', 'a', 'B', ' '), { minLength: 1 })
  const whole = parts
    .map((some) => some.join('').replaceAll(/ +/g, ' ').trim())
    .filter((name) => /^(\p{Script=Han}+|[aB ]+)$/u.test(name))
  const names = fc.sample(whole, 100)
  expect((await splitNames(names)).map(joinName)).toEqual(names)
})
