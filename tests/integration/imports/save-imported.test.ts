import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// One rule of length and form for imports, the form and the interface: what was imported can be saved as it is.

let test: TestApp
let admin: TestBrowser
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  caller = createImportCaller(test, admin)
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const HEADINGS =
  '类型,姓名,英文名,学号/工号,用户名,性别,出生日期,年级,班级,校区,部门,部门英文名,职务,职务英文名,手机,邮箱,监护人1姓名,监护人1关系,监护人1手机'
const EMAIL = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`

/** As long as each field may be. */
const longest = {
  name: '祁'.repeat(50),
  english: 'e'.repeat(100),
  number: '9'.repeat(32),
  login: 'l'.repeat(32),
  position: '职'.repeat(50),
  englishPosition: 'p'.repeat(100),
}

it.each([
  [
    'a pupil',
    `学生,祁存一,Qi Cun,SV1,sv-one,女,2016-09-03,一年级,91班,,,,,,+852 5123 4567,${EMAIL},祁存父,父亲,07700 900123`,
  ],
  [
    'a pupil whose numbers are kept as text',
    '学生,祁存二,,SV2,,男,,一年级,91班,,,,,,不详 8801 转 12,,祁存母,舅舅,小灵通 8802-1',
  ],
  [
    'a pupil with the longest texts',
    `学生,${longest.name},${longest.english},${longest.number},${longest.login},,,一年级,91班,,,,,,,,${'父'.repeat(50)},,13900002001`,
  ],
  ['a teacher', `教师,存·老师,Cun,SVT1,,男,,,,,语文组,Chinese,组长,Head,0571-88001234,t@school.example,,,`],
  [
    'a teacher with the longest texts',
    `教师,${'师'.repeat(50)},${longest.english},T${'8'.repeat(31)},t${longest.login.slice(1)},,,,,,${'部'.repeat(20)},,${longest.position},${longest.englishPosition},电话8803-2,,,,`,
  ],
  ['an employee', '职工,祁存工,,SVS1,SV.Staff@a,女,,,,,总务处,,校工,,+1 415 555 2671,,,,'],
  ['a parent', '家长,祁存家长,Parent,,svparent,女,,,,,,,,,+44 7700 900124,p@school.example,,,'],
  ['a parent whose number is kept as text', '家长,祁存家长二,,,svparent2,,,,,,,,,,内线 8804,,,,'],
])('%s who was imported can be saved by the form unchanged', async (_, row) => {
  const before = await people()
  const run = await caller.preview('people.csv', `${HEADINGS}\n${row}\n`)
  expect((await caller.rows(run.importId, 'error')).map(({ problems }) => problems)).toEqual([])
  await caller.apply(run.importId)
  const added = [...(await people())].filter((key) => !before.has(key))
  // A pupil's guardian as well.
  expect(added).toHaveLength(row.startsWith('学生') ? 2 : 1)
  for (const key of added) {
    const [kind = '', id = ''] = key.split(' ')
    const page = peopleEndpoints.show.response.parse(
      (await admin.get(`${peopleEndpoints.show.path}?kind=${kind}&id=${id}`)).envelope.data,
    )
    const saved = await caller.ask(peopleEndpoints.save, {
      ...page,
      key: { kind, id },
      loginName: page.loginName ?? '',
    })
    expect(saved).toMatchObject({ code: 'ok' })
    const after = peopleEndpoints.show.response.parse(
      (await admin.get(`${peopleEndpoints.show.path}?kind=${kind}&id=${id}`)).envelope.data,
    )
    expect(after).toEqual(page)
  }
})

/** 'pupil id' and 'account id' of all people; a pupil's account is not a person of its own. */
async function people(): Promise<ReadonlySet<string>> {
  const rows = await runAsOwner(
    test,
    sql`select 'pupil ' || student_id as key from student union all select 'account ' || user_id from user_account where user_type <> 1`,
  )
  return new Set(rows.map(({ key }) => String(key)))
}
