import { sql } from 'drizzle-orm'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { errorText } from '../../../contract/error-texts.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as importsEndpoints from '../../../contract/endpoints/people/imports.ts'
import { IMPORTS_PAGE } from '../../../contract/limits.ts'
import { cleanUpImports } from '../../../server/modules/imports/clean-up.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const NOTHING = { people: 0, parents: 0, guardians: 0, classes: 0, grades: 0, campuses: 0, departments: 0, subjects: 0 }
const read = (query: ReturnType<typeof sql>) => runAsOwner(test, query)
const nameOf = async (number: string) =>
  (await read(sql`select real_name from student where student_number = ${number}`)).map((row) => row['real_name'])

describe('what is exported and imported again changes nothing', () => {
  it.each(['xlsx', 'people.csv', 'classes.csv', 'oneroster'])('as %s', async (format) => {
    const file = await caller.file(`${importsEndpoints.exportPeople.path}?format=${format}`)
    const { counts } = await caller.preview(`export.${format.replace('oneroster', 'zip')}`, file)
    const { new: created, changed, deactivated, error, ambiguous, unchanged } = counts
    expect({ created, changed, deactivated, error, ambiguous }).toEqual({
      created: NOTHING,
      changed: NOTHING,
      deactivated: NOTHING,
      error: NOTHING,
      ambiguous: NOTHING,
    })
    expect(unchanged.people + unchanged.classes).toBeGreaterThanOrEqual(4)
  })
})

describe('a file of people', () => {
  const text = '姓名,学号,年级,班级\n王小明,0012001,十年级,2班\n李小红,0012002,十年级,2班\n'

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['GB18030', gb18030(text)],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['semicolons', Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', Buffer.from(text.replaceAll(',', '\t'))],
  ])('as CSV in %s keeps names and zeros in front', async (_, bytes) => {
    const run = await caller.preview('people.csv', bytes)
    expect(run.counts.new).toMatchObject({ people: 2, classes: 1, grades: 1 })
    const [first] = (await caller.rows(run.importId, 'new')).filter(({ kind }) => kind === 'person')
    expect(first?.after).toMatchObject({ name: '王小明', number: '0012001', loginName: '0012001' })
  })

  it.each([
    ['with a comma', '"Grade 12, Class 3"', 'Grade 12'],
    ['without one', 'Grade 12 Class 3', 'Grade 12'],
    ['in two columns', 'Class 3', 'Grade 12'],
  ])('finds a class by its English name %s', async (_, name, grade) => {
    const classes = '年级,年级英文名,班级,英文名\n十二年级,Grade 12,3班,Class 3\n'
    const known = await caller.preview('classes.csv', classes)
    await caller.apply(known.importId)
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级\n周安,0012099,${grade},${name}\n`)
    expect(run.counts).toMatchObject({ new: { people: 1, classes: 0, grades: 0 }, error: NOTHING })
    const [row] = await caller.rows(run.importId, 'new')
    const [found] = await read(sql`select class_id from class_group where english_name = 'Class 3' and name = '3班'`)
    expect(row?.after).toMatchObject({ number: '0012099', classId: found?.['class_id'] })
    expect(found).toBeDefined()
  })

  it('as a spreadsheet keeps formatted zeros and dates, and refuses numbers that were lost', async () => {
    const rows = [
      ['学校名单'],
      ['姓名', '学号', '出生日期', '年级', '班级', '备注'],
      ['王小明', 12_001, new Date('2014-09-01T00:00:00Z'), '十年级', '2班', 'x'],
      ['李小红', Number('510104201409010123'), '2014年9月2日', '十年级', '2班', ''],
    ]
    const cells = new Map([['2,1', { value: 12_001, style: { numFmt: '0000000' } }]])
    const file = await writeXlsx({
      sheets: [
        { name: '学生', rows, cells },
        { name: '说明', rows: [['填写说明']] },
      ],
    })
    const run = await caller.preview('people.xlsx', file)
    const [first] = (await caller.rows(run.importId, 'new')).filter(({ kind }) => kind === 'person')
    expect(first?.after).toMatchObject({ name: '王小明', number: '0012001', birthday: '2014-09-01', type: 1 })
    expect(await caller.rows(run.importId, 'error')).toMatchObject([
      { sheet: '学生', row: 4, name: '李小红', problems: [{ column: '学号', code: 'long_number' }] },
    ])
    const sheet = await readXlsx(await caller.file(`${importsEndpoints.errorSheet.path}?importId=${run.importId}`))
    expect(sheet.sheets[0]?.rows[1]?.slice(0, 5)).toEqual(['people.xlsx', '学生', '4', '李小红', '学号'])
  })

  it.each([
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'import.old_xls'],
    ['a zip of something else', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'import.no_header'],
    ['no bytes', Buffer.alloc(0), 'import.empty'],
    ['quotes without an end', Buffer.from('姓名,学号\n"王,1\n'), 'import.csv_broken'],
    ['unknown columns', Buffer.from('a,b\n1,2\n'), 'import.no_header'],
  ])('that is %s is refused by name, and nothing is kept of it', async (_, bytes, code) => {
    const before = await read(sql`select count(*) from import_run`)
    expect((await caller.upload('file', bytes)).code).toBe(code)
    expect(await read(sql`select count(*) from import_run`)).toEqual(before)
  })

  it('with columns that are not known is read as it is told, and again without being told', async () => {
    const lines = '甲,乙,丙,丁\n王小明,0012001,十年级,2班\n'
    const columns = { 甲: 'name', 乙: 'number', 丙: 'grade', 丁: 'class' }
    const fields = { mapping: JSON.stringify({ table: 'people', columns }) }
    // The type is still unknown.
    const told = await caller.preview('people.csv', lines, fields)
    expect((await caller.rows(told.importId, 'error'))[0]?.problems[0]?.code).toBe('type_missing')
    const again = await caller.preview('people.csv', lines)
    expect(again.sheets[0]?.columns.map(({ field }) => field)).toEqual(['name', 'number', 'grade', 'class'])
    expect(again.sheets[0]?.sample).toEqual([['王小明', '0012001', '十年级', '2班']])
    // The type can be told as well.
    const typed = { mapping: JSON.stringify({ table: 'people', type: 1, columns }) }
    expect(await caller.preview('people.csv', lines, typed)).toMatchObject({ counts: { new: { people: 1 } } })
    expect(await caller.preview('people.csv', lines)).toMatchObject({ counts: { new: { people: 1 } } })
  })

  it('without known headings is refused with its first rows, by which the columns can be told', async () => {
    const long = `${'长'.repeat(120)}\u0001`
    const { code, data } = await caller.upload('file.csv', `名单\n${long},乙\n王小明,1\n`)
    expect(code).toBe('import.no_header')
    const heading = '长'.repeat(100)
    expect(data).toMatchObject([{ table: null, sample: [['名单'], [heading, '乙'], ['王小明', '1']] }])
    const mapping = JSON.stringify({ table: 'people', columns: { [heading]: 'name', 乙: 'number' } })
    const told = await caller.preview('file.csv', `名单\n${long},乙\n王小明,1\n`, { mapping })
    expect(told.sheets[0]?.columns).toEqual([
      { heading, field: 'name' },
      { heading: '乙', field: 'number' },
    ])
    expect(await caller.preview('file.csv', `名单\n${long},乙\n李小红,2\n`)).toMatchObject({
      sheets: [{ table: 'people', sample: [['李小红', '2']] }],
    })
  })

  it('is the template as it is', async () => {
    const { sheets } = await readXlsx(await caller.file(importsEndpoints.template.path))
    expect(sheets.map(({ rows }) => rows[0]?.length)).toEqual([29, 8])
  })
})

describe('an import', () => {
  const lines = [
    '类型,姓名,学号/工号,年级,班级,部门,职务,任教学科,监护人1姓名,监护人1关系,监护人1手机',
    '教师,周老师,T9001,,七年级8班,理科组,组长,物理,,,',
    '学生,吴一,0018001,七年级,8班,,,,吴父,父亲,13700000001',
    '学生,吴二,0018002,七年级,8班,,,,吴父,父亲,13700000001',
  ].join('\n')
  const state = () =>
    read(sql`
      select (select count(*)::int from user_account) as accounts, (select count(*)::int from student) as pupils, (select count(*)::int from class_group) as classes,
        (select count(*)::int from guardian) as guardians, (select count(*)::int from department) as departments, (select count(*)::int from class_teacher) as teaching,
        (select count(*)::int from external_key) as keys, (select count(*)::int from guardian_contact) as contacts,
        (select md5(string_agg(s::text, '|' order by s.student_id)) from student s) as students`)

  it('is applied by a job as a whole, and undone as a whole', async () => {
    const before = await state()
    const preview = await caller.preview('new.csv', lines)
    expect(preview).toMatchObject({
      status: 'ready',
      by: { loginName: 'admin' },
      counts: { new: { people: 3, parents: 1, guardians: 2, classes: 1, departments: 1 } },
    })
    expect(await state()).toEqual(before)
    const rows = await caller.rows(preview.importId, 'new')
    const pupil = rows.find(({ name }) => name === '吴一')
    expect(pupil?.names[String(pupil.after?.['classId'])]?.name).toBe('七年级 8班')
    expect(rows.filter(({ kind }) => kind === 'guardian').map(({ owner }) => owner)).toEqual(['吴一', '吴二'])
    expect(await caller.apply(preview.importId)).toMatchObject({ status: 'applied', progress: 100, undoable: true })
    expect(
      await read(sql`select s.name as subject, c.name as class from class_teacher t join subject s using (subject_id) join class_group c using (class_id)
        join staff_member m on m.user_id = t.user_id where m.staff_number = 'T9001'`),
    ).toEqual([{ subject: '物理', class: '8班' }])
    expect((await caller.ask(importsEndpoints.apply, { importId: preview.importId })).code).toBe('import.not_ready')
    expect((await caller.undo(preview.importId)).data).toMatchObject({ status: 'undone' })
    expect(await state()).toEqual(before)
  })

  it('changes the named fields of people who are there, and gives them back', async () => {
    const [pupil] = await read(sql`
      select s.student_number as number, s.real_name as name, g.name as grade, c.name as class from student s join class_group c using (class_id) join grade g using (grade_id)
      join unit_host h on h.unit_id = s.unit_id where h.host = 'localhost' and s.user_id is null order by s.student_number limit 1`)
    const number = String(pupil?.['number'])
    const before = await state()
    const change = await caller.preview('change.csv', `类型,姓名,学号,出生日期,状态\n学生,改名,${number},2013-01-02,\n`)
    const [row] = await caller.rows(change.importId, 'changed')
    expect(row?.names).toEqual({})
    expect(row).toMatchObject({ before: { name: pupil?.['name'] }, after: { name: '改名', birthday: '2013-01-02' } })
    expect(Object.keys(row?.after ?? {}).toSorted()).toEqual(['birthday', 'name'])
    await caller.apply(change.importId)
    expect(await nameOf(number)).toContain('改名')
    await caller.undo(change.importId)
    expect(await state()).toEqual(before)

    const leave = await caller.preview(
      'leave.csv',
      `类型,姓名,学号,状态\n学生,${String(pupil?.['name'])},${number},离校\n`,
    )
    expect(leave.counts.deactivated.people).toBe(1)
    await caller.apply(leave.importId)
    expect(
      await read(sql`select left_reason from student where student_number = ${number} and class_id is null`),
    ).toEqual([{ left_reason: 'left' }])
    await caller.undo(leave.importId)
    expect(await state()).toEqual(before)
  })

  it('gives a staff number to an account that had none, such as the administrator of a set-up, and takes it back', async () => {
    const number = sql`select m.staff_number as number, m.english_position_title as position from staff_member m join user_account a using (user_id)
      where a.login_name = 'alone'`
    await read(sql`insert into user_account (unit_id, login_name, real_name, user_type)
      select unit_id, 'alone', '独一', 4 from unit_host where host = 'localhost'`)
    const file = '类型,姓名,工号,登录名,部门,职务,职务英文名\n职工,独一,T0990,alone,信息中心,主任,Head\n'
    const change = await caller.preview('alone.csv', file)
    expect(change.counts).toMatchObject({ changed: { people: 1 }, new: { people: 0 } })
    await caller.apply(change.importId)
    expect(await read(number)).toEqual([{ number: 'T0990', position: 'Head' }])
    expect((await caller.preview('again.csv', file)).counts).toMatchObject({
      changed: { people: 0 },
      unchanged: { people: 1 },
    })
    expect((await caller.undo(change.importId)).data).toMatchObject({ status: 'undone' })
    expect(await read(number)).toEqual([])
    await read(sql`delete from user_account where login_name = 'alone'`)
  })

  it('is refused when what it would change has changed since, until it is compared again', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    const { importId: earlier } = await caller.preview('new.csv', lines)
    await caller.apply(earlier)
    expect(await caller.apply(importId)).toMatchObject({ status: 'stale', code: 'import.stale' })
    const again = await caller.ask(importsEndpoints.compare, { importId })
    expect(again.data).toMatchObject({ status: 'ready', counts: { new: NOTHING, unchanged: { people: 3 } } })
  })

  it('cannot be undone once a person of it was changed or has signed in, and says who', async () => {
    const [run] = await read(
      sql`select import_id from import_run where status = 'applied' order by applied_at desc limit 1`,
    )
    const importId = String(run?.['import_id'])
    await read(sql`update student set real_name = '吴三' where student_number = '0018001'`)
    expect(await caller.undo(importId)).toMatchObject({ code: 'import.undo_changed' })
    await read(sql`update student set real_name = '吴一' where student_number = '0018001'`)
    await read(
      sql`insert into sign_in_event (unit_id, user_id, kind, address, user_agent) select unit_id, user_id, 'signed-in', '', '' from user_account where login_name = '0018002'`,
    )
    expect(await caller.undo(importId)).toMatchObject({ code: 'import.undo_changed' })
    await read(
      sql`delete from sign_in_event where user_id in (select user_id from user_account where login_name = '0018002')`,
    )
    expect(await caller.undo(importId)).toMatchObject({ code: 'ok' })
  })

  it('is taken back alone, by a job that leaves it as it is when it was used meanwhile', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    const { importId: other } = await caller.preview('other.csv', '类型,姓名,工号\n教师,别人,T9002\n')
    await caller.apply(importId)
    const before = await state()
    const job = await holdImports()
    expect((await caller.ask(importsEndpoints.undo, { importId })).data).toMatchObject({
      status: 'undoing',
      progress: 0,
      undoable: false,
    })
    expect((await caller.ask(importsEndpoints.apply, { importId: other })).code).toBe('import.busy')
    expect((await caller.ask(importsEndpoints.undo, { importId })).code).toBe('import.not_ready')
    await read(sql`insert into sign_in_event (unit_id, user_id, kind, address, user_agent)
      select unit_id, user_id, 'signed-in', '', '' from user_account where login_name = '0018002'`)
    await job.goOn()
    expect(await caller.summary(importId)).toMatchObject({
      status: 'applied',
      code: 'import.undo_changed',
      progress: 100,
      undoable: true,
    })
    expect(await state()).toEqual(before)
    await read(
      sql`delete from sign_in_event where user_id in (select user_id from user_account where login_name = '0018002')`,
    )
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone', code: null, progress: 100 })
    await caller.apply(other)
    await caller.undo(other)
  })

  it('begins beside no other one, not even of the same moment', async () => {
    const files = ['教师,甲,T9003', '教师,乙,T9004'].map((row) => `类型,姓名,工号\n${row}\n`)
    const [one, two] = await Promise.all(files.map((file) => caller.preview('moment.csv', file)))
    const both = [one?.importId ?? '', two?.importId ?? '']
    const beginAll = async (endpoint: AnyEndpoint) =>
      (await Promise.all(both.map((importId) => caller.ask(endpoint, { importId })))).map(({ code }) => code).toSorted()
    const applying = await holdImports()
    expect(await beginAll(importsEndpoints.apply)).toEqual(['import.busy', 'ok'])
    await applying.goOn()
    for (const importId of both) await caller.apply(importId).catch(() => undefined)
    const undoing = await holdImports()
    expect(await beginAll(importsEndpoints.undo)).toEqual(['import.busy', 'ok'])
    await undoing.goOn()
    for (const importId of both) await caller.undo(importId)
    expect(await Promise.all(both.map(async (importId) => (await caller.summary(importId)).status))).toEqual([
      'undone',
      'undone',
    ])
  })

  it('whose job fails again and again is applied as before, and can be taken back later', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    await caller.apply(importId)
    const before = await state()
    await read(
      sql`create function portal_fail() returns trigger language plpgsql as 'begin raise exception ''on purpose''; end'`,
    )
    await read(sql`create trigger fails before delete on class_group execute function portal_fail()`)
    expect((await caller.ask(importsEndpoints.undo, { importId })).code).toBe('ok')
    await until(async () => {
      await hastenJobs(test.database)
      return (await caller.summary(importId)).status === 'applied'
    })
    await read(sql`drop trigger fails on class_group`)
    await read(sql`drop function portal_fail`)
    expect(await caller.summary(importId)).toMatchObject({ code: 'server.internal', undoable: true })
    expect(await state()).toEqual(before)
    expect((await caller.undo(importId)).data).toMatchObject({ status: 'undone', code: null })
  })

  /** Lets jobs of imports wait as if another one were written, for less time than they do. */
  async function holdImports() {
    const [row] = await read(sql`select current_database() as name`)
    const client = new Client({ ...inject('postgres'), user: 'portal', database: String(row?.['name']) })
    await client.connect()
    await client.query('begin')
    await client.query(
      `select pg_advisory_xact_lock(hashtextextended('import:' || unit_id, 0)) from unit_host where host = 'localhost'`,
    )
    return {
      async goOn() {
        await client.end()
        await hastenJobs(test.database)
        await settleJobs(test.database)
      },
    }
  }

  it('waits for a choice where a row could be somebody who is there', async () => {
    const [teacher] = await read(sql`
      select a.user_id as id, a.real_name as name from user_account a join staff_member m using (user_id) join unit_host h on h.unit_id = a.unit_id
      where h.host = 'localhost' and a.user_type = 2 limit 1`)
    const { importId, openChoices } = await caller.preview(
      'choice.csv',
      `类型,姓名,职务\n教师,${String(teacher?.['name'])},新职务\n`,
    )
    expect(openChoices).toBe(1)
    expect((await caller.ask(importsEndpoints.apply, { importId })).code).toBe('import.has_choices')
    const [row] = await caller.rows(importId, 'ambiguous')
    const chosen = await caller.ask(importsEndpoints.choose, {
      importId,
      choices: [{ rowNo: row?.rowNo, choice: teacher?.['id'] }],
    })
    expect(chosen.data).toMatchObject({ openChoices: 0, counts: { changed: { people: 1 } } })
  })

  it('that waits for more than seven days is forgotten, and an applied one cannot be undone any more', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    const { importId: waiting } = await caller.preview('new.csv', lines)
    await caller.apply(importId)
    await read(
      sql`update import_run set created_at = now() - interval '8 days', applied_at = applied_at - interval '8 days'`,
    )
    expect((await caller.undo(importId)).code).toBe('import.undo_late')
    await cleanUpImports(test.database)
    expect((await caller.undo(waiting)).code).toBe('import.not_found')
    expect(await caller.summary(importId)).toMatchObject({ status: 'applied', undoable: false })
    expect(await read(sql`select from import_row where import_id = ${importId}::uuid`)).toEqual([])
    expect((await caller.summary(importId)).sheets[0]).toMatchObject({ table: 'people', sample: [] })
  })

  it('cannot be applied once its rows begin to go', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    await read(sql`update import_run set created_at = now() - interval '8 days' where import_id = ${importId}::uuid`)
    let answer = ''
    const asOwner: typeof test.database.asOwner = async (work, kind) => {
      const result = await test.database.asOwner(work, kind)
      const rows = await read(sql`select from import_row where import_id = ${importId}::uuid`)
      if (rows.length === 0 && answer === '') answer = (await caller.ask(importsEndpoints.apply, { importId })).code
      return result
    }
    await cleanUpImports({ ...test.database, asOwner })
    expect(answer).toBe('import.not_ready')
    expect((await caller.undo(importId)).code).toBe('import.not_found')
  })

  it('of an administrator’s account is applied for administrators alone', async () => {
    await read(
      sql`insert into permission_grant (unit_id, code, user_type) select h.unit_id, 'base_import', 2 from unit_host h where h.host = 'localhost'`,
    )
    const teacher = createImportCaller(test, await test.signIn('teacher'))
    const [admin] = await read(sql`
      select m.staff_number as number, a.real_name as name from staff_member m join user_account a using (user_id)
      join unit_host h on h.unit_id = a.unit_id where h.host = 'localhost' and a.login_name = 'admin'`)
    const file = `类型,姓名,工号,邮箱\n职工,${String(admin?.['name'])},${String(admin?.['number'])},other@school.example\n`
    const { importId, counts } = await teacher.preview('address.csv', file)
    expect(counts.error.people).toBe(1)
    expect((await teacher.rows(importId, 'error'))[0]?.problems).toMatchObject([{ code: 'out_of_reach' }])
    const own = await caller.preview('address.csv', file)
    expect(own.counts.changed.people).toBe(1)
    expect((await teacher.ask(importsEndpoints.apply, { importId: own.importId })).code).toBe('access.denied')
    expect((await teacher.summary(own.importId)).status).toBe('ready')
    expect(await caller.apply(own.importId)).toMatchObject({ status: 'applied' })
    expect((await teacher.undo(own.importId)).code).toBe('access.denied')
    expect((await caller.undo(own.importId)).code).toBe('ok')
    await read(sql`delete from permission_grant where code = 'base_import' and user_type = 2`)
  })

  it('is listed a page at a time, newest first, without the people of its file', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    const { imports, total } = await caller.list(1)
    expect(imports[0]).toMatchObject({ importId, sheets: [] })
    const pages = Math.ceil(total / IMPORTS_PAGE)
    const all = await Promise.all(Array.from({ length: pages }, (_, at) => caller.list(at + 1)))
    expect(new Set(all.flatMap((page) => page.imports).map((run) => run.importId)).size).toBe(total)
    expect((await caller.list(pages + 1)).imports).toEqual([])
  })

  it('of another unit is not found', async () => {
    const { importId } = await caller.preview('new.csv', lines)
    const other = createImportCaller(test, await test.signIn('admin', { host: 'ginkgo.localhost' }))
    expect((await other.ask(importsEndpoints.apply, { importId })).code).toBe('import.not_found')
    expect((await other.undo(importId)).code).toBe('import.not_found')
  })
})

/** Encodes the characters of these tests: the decoder's table read backwards. */
function gb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const bytes = new Map<string, readonly number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (!bytes.has(character)) bytes.set(character, [lead, trail])
    }
  return Buffer.from([...text].flatMap((one) => (one < '\u0080' ? [one.charCodeAt(0)] : [...(bytes.get(one) ?? [])])))
}

describe('an import over the unit’s limit of people', () => {
  const unit = sql`(select unit_id from unit_host where host = 'localhost')`

  it('is refused with its own text, and nothing of it is written', async () => {
    await read(sql`
      update unit set people_limit = 1 + (select count(*)::int from user_account where unit_id = ${unit} and status = 1) where unit_id = ${unit}`)
    const countAll = () =>
      read(sql`select (select count(*)::int from user_account where unit_id = ${unit}) as accounts, (select count(*)::int from staff_member where unit_id = ${unit}) as staff,
        (select count(*)::int from department where unit_id = ${unit}) as departments`)
    const before = await countAll()
    const text = '类型,姓名,工号,部门\n教师,限额甲,L9001,限额部\n教师,限额乙,L9002,限额部\n'
    const { importId, counts } = await caller.preview('people.csv', text)
    expect(counts.new).toMatchObject({ people: 2, departments: 1 })
    expect(await caller.apply(importId)).toMatchObject({ status: 'failed', code: 'people.limit' })
    expect(errorText('people.limit', 'zh-CN')).toMatch(/人数/)
    expect(await countAll()).toEqual(before)
    // With room for them the same import goes on.
    await read(sql`update unit set people_limit = null where unit_id = ${unit}`)
    expect((await caller.apply(importId)).status).toBe('applied')
    await caller.undo(importId)
    await settleJobs(test.database)
  })
})
