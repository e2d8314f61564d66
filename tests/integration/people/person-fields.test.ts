import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as structure from '../../../contract/endpoints/people/structure.ts'
import { DETAIL_FIELDS } from '../../../contract/people/fields.ts'
import { detailColumns } from '../../../server/modules/people/field-sql.ts'
import { STORED } from '../../../server/modules/people/fields.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'

// A fact of registers in all its ways: form, page, trail, import, undo and merging; and the columns of the catalogue.

let test: TestApp
let admin: TestBrowser
let classId: string
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  caller = createImportCaller(test, admin)
  classId = (await call(admin, structure.read, {})).classes[0]?.classId ?? ''
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const pupil = (number: string, more: Partial<SentTo<typeof people.save>> = {}): SentTo<typeof people.save> => ({
  realName: '祁籍',
  englishName: '',
  number,
  loginName: '',
  sex: null,
  birthday: null,
  classId,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: null,
  phone: null,
  key: null,
  userType: 1,
  version: null,
  ...more,
})

const nationalityOf = async (key: people.PersonKey) => (await call(admin, people.show, key)).details.nationality

async function change(key: people.PersonKey, number: string, more: Partial<SentTo<typeof people.save>>) {
  const { version } = await call(admin, people.show, key)
  return ask(admin, people.save, pupil(number, { key, version, ...more }))
}

it('is typed in the form, stays where it is left out, and goes with null; the trail has each change without the value', async () => {
  const key = await call(admin, people.save, pupil('NA001', { nationality: 'FR' }))
  const before = await call(admin, people.show, key)
  expect(before.details.nationality).toBe('FR')
  expect((await change(key, 'NA001', { realName: '祁改' })).code).toBe('ok')
  expect((await change(key, 'NA001', { nationality: 'FR' })).code).toBe('ok')
  expect(await nationalityOf(key)).toBe('FR')
  expect((await change(key, 'NA001', { nationality: 'ZZ' })).code).not.toBe('ok')
  expect((await change(key, 'NA001', { nationality: 'SG' })).code).toBe('ok')
  const late = await ask(admin, people.save, pupil('NA001', { key, version: before.version, nationality: null }))
  expect(late.code).toBe('record.changed')
  expect((await change(key, 'NA001', { nationality: null })).code).toBe('ok')
  expect(await runAsOwner(test, sql`select from person_detail where student_id = ${key.id}`)).toEqual([])
  const events = await runAsOwner(
    test,
    sql`select changes -> 'nationality' as change, changes::text as text from admin_event where action = 'people.save' and target_id = ${key.id} order by at`,
  )
  expect(events.map((one) => one['change'])).toEqual(['entered', null, null, 'entered', 'removed'])
  expect(JSON.stringify(events)).not.toMatch(/FR|SG/)
})

it('is not kept of a parent', async () => {
  const key = await call(
    admin,
    people.save,
    pupil('', { userType: 3, loginName: 'qiji', realName: '祁家', classId: null, nationality: 'FR' }),
  )
  expect(await nationalityOf(key)).toBeNull()
})

const keyOf = async (number: string): Promise<people.PersonKey> => {
  const [found] = (await call(admin, people.list, { query: number })).people
  if (!found) throw new Error('no such person')
  return { kind: found.kind, id: found.id }
}

it('is read from a sheet in Chinese and English, of pupils and employees; the same file changes nothing, and undo takes it back', async () => {
  const content = [
    '类型,姓名,学号/工号,年级,班级,国籍/地区',
    '学生,祁一,NA101,一年级,1班,中国',
    '学生,祁二,NA102,一年级,1班,USA',
    '学生,祁三,NA103,一年级,1班,火星',
    '教师,祁四,NA104,,,加拿大籍',
    '家长,祁五,,,,法国',
  ].join('\n')
  const run = await caller.preview('people.csv', content.replace('家长,祁五,,', '家长,祁五,qiwu,'))
  expect(
    (await caller.rows(run.importId, 'warned')).flatMap(({ warnings }) => warnings.map(({ code }) => code)),
  ).toEqual(['nationality_skipped'])
  const file = content.split('\n').slice(0, 5).join('\n')
  const { importId } = await caller.preview('people.csv', file)
  expect((await caller.apply(importId)).status).toBe('applied')
  const keys = await Promise.all(['NA101', 'NA102', 'NA103', 'NA104'].map(keyOf))
  expect(await Promise.all(keys.map(nationalityOf))).toEqual(['CN', 'US', null, 'CA'])
  const again = await caller.preview('people.csv', file)
  expect(again.counts).toMatchObject({ changed: { people: 0 }, unchanged: { people: 4 } })
  const other = await caller.preview('people.csv', file.replace('USA', '英国'))
  expect((await caller.rows(other.importId, 'changed')).map(({ before, after }) => [before, after])).toEqual([
    [{ nationality: 'US' }, { nationality: 'GB' }],
  ])
  await caller.apply(other.importId)
  expect((await caller.undo(other.importId)).code).toBe('ok')
  expect(await Promise.all(keys.map(nationalityOf))).toEqual(['CN', 'US', null, 'CA'])
  // An import that an earlier release applied has nothing of fields that came later.
  await runAsOwner(
    test,
    sql`update import_row set left_as = left_as - 'nationality' where left_as -> 'nationality' = 'null'`,
  )
  expect((await caller.undo(importId)).code).toBe('ok')
  expect((await call(admin, people.list, { query: 'NA10' })).people).toEqual([])
})

it('stays of the person who stays when two are merged, and comes from the other where there is none', async () => {
  const keep = await call(admin, people.save, pupil('NA201'))
  const gone = await call(admin, people.save, pupil('NA202', { realName: '祁它', nationality: 'JP' }))
  const input = { ...keep, otherId: gone.id, name: '祁籍', take: [], days: 'keep' as const }
  expect((await ask(admin, merging.merge, input)).code).toBe('ok')
  expect(await nationalityOf(keep)).toBe('JP')
  const third = await call(admin, people.save, pupil('NA203', { realName: '祁它', nationality: 'DE' }))
  expect((await ask(admin, merging.merge, { ...input, otherId: third.id })).code).toBe('ok')
  expect(await nationalityOf(keep)).toBe('JP')
})

it('each field has the columns that the catalogue says, and person_detail has no others', async () => {
  const rows = await runAsOwner(
    test,
    sql`select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
  )
  const columnsOf = (table: string) => rows.filter((one) => one['table'] === table).map((one) => String(one['column']))
  const missing = (['student', 'user_account', 'staff_member'] as const).flatMap((table) =>
    Object.values(STORED).flatMap(({ [table]: column }) =>
      column === undefined || columnsOf(table).includes(column) ? [] : [`${table}.${column}`],
    ),
  )
  expect(missing).toEqual([])
  const facts = DETAIL_FIELDS.flatMap((name) => detailColumns(name))
  expect(columnsOf('person_detail').toSorted()).toEqual(
    ['detail_id', 'unit_id', 'student_id', 'user_id', 'among', ...facts].toSorted(),
  )
})
