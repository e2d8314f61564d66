import { sql } from 'drizzle-orm'
import excel from 'exceljs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasValidIdCardChecksum } from '../../../contract/rules/fields/id-card.ts'
import { showIdCard } from '../../../contract/endpoints/people/people.ts'
import { markedSheet } from '../../../contract/endpoints/people/imports.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import { createNumberSeal } from '../../../server/modules/people/record/sealed-numbers.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { placesOf } from '../../support/callers/places-of.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

/** A made number with a correct check character. */
function idCard(first: string): string {
  const found = [...'0123456789X'].map((last) => first + last).find(hasValidIdCardChecksum)
  if (found === undefined) throw new Error('no check character fits')
  return found
}

const HEADINGS = '序号,姓名,学号,年级,班级,班号,身份证件号,全国学籍号,入学年月,民族,户口所在地'
const line = (name: string, number: string, card: string, more = '') =>
  `1,${name},${number},一年级,1班,1,${card},${more},上海\n`
const sheet = (...lines: string[]) => `${HEADINGS}\n${lines.join('')}`

const detailOf = async (number: string) => {
  const [row] = await runAsOwner(
    test,
    sql`select s.real_name as name, d.enrolled_on::text as "enrolledOn", d.ethnic_group as "ethnicGroup", d.id_card_key is not null as "hasIdCard",
      d.national_number_key is not null as "hasNationalNumber" from student s left join person_detail d using (student_id) where s.student_number = ${number}`,
  )
  return row
}

describe('identity numbers in an import', () => {
  it('are kept sealed, with the number of the national register, the enrolment and the ethnic group; other known columns are not asked about', async () => {
    const card = idCard('31010120100101123')
    const run = await caller.preview('people.csv', sheet(line('祁证', 'I001', card, `G${card},2016年9月,维吾尔族`)))
    expect(run.counts).toMatchObject({ new: { people: 1 }, error: { people: 0 } })
    expect(run.warnings).toBe(0)
    expect(run.sheets[0]?.columns.filter(({ field }) => field === null)).toEqual([
      { heading: '序号', field: null, isNotKept: true },
      { heading: '班号', field: null, isNotKept: true },
      { heading: '户口所在地', field: null, isNotKept: true },
    ])
    expect((await caller.rows(run.importId, 'new')).find(({ kind }) => kind === 'person')?.after).toMatchObject({
      idCard: `••••${card.slice(-4)}`,
      nationalNumber: `••••${card.slice(-4)}`,
      enrolledOn: '2016-09-01',
      ethnicGroup: '维吾尔族',
    })
    expect(await placesOf(test, card)).toEqual([])
    expect(await placesOf(test, '祁证')).toContain('import_row.name')
    await caller.apply(run.importId)
    expect(await placesOf(test, card)).toEqual([])
    expect(await detailOf('I001')).toEqual({
      name: '祁证',
      enrolledOn: '2016-09-01',
      ethnicGroup: '维吾尔族',
      hasIdCard: true,
      hasNationalNumber: true,
    })
  })

  it('the same file again changes nothing, and undo takes them back', async () => {
    const card = idCard('31010120100101234')
    const plain = await caller.preview('people.csv', '姓名,学号,年级,班级\n祁回,I002,一年级,1班\n')
    await caller.apply(plain.importId)
    const content = sheet(line('祁回', 'I002', card, `G${card},2016-09,汉族`))
    const run = await caller.preview('people.csv', content)
    const [row] = await caller.rows(run.importId, 'changed')
    expect(Object.keys(row?.after ?? {}).toSorted()).toEqual(['enrolledOn', 'ethnicGroup', 'idCard', 'nationalNumber'])
    await caller.apply(run.importId)
    const again = await caller.preview('people.csv', content)
    expect(again.counts).toMatchObject({ changed: { people: 0 }, unchanged: { people: 1 } })
    expect((await caller.undo(run.importId)).code).toBe('ok')
    expect(await detailOf('I002')).toMatchObject({ hasIdCard: false, ethnicGroup: null })
    expect((await caller.undo(plain.importId)).code).toBe('ok')
  })

  it.each([
    ['with a wrong check character', `${idCard('31010120100101345').slice(0, -1)}?`],
    ['with a digit too few', '3101012010010134'],
  ])('%s are left out and said without the number; the row is written', async (_, card) => {
    const run = await caller.preview('people.csv', sheet(line('祁误', 'I003', card, ',,')))
    expect(run.counts).toMatchObject({ new: { people: 1 }, error: { people: 0 } })
    const [row] = await caller.rows(run.importId, 'warned')
    expect(row?.warnings).toMatchObject([{ column: '身份证件号', code: 'id_card_skipped' }])
    expect(JSON.stringify(row)).not.toContain(card)
    expect(await placesOf(test, card)).toEqual([])
  })

  it('that a changed digit makes wrong are no numbers', async () => {
    const card = idCard('31010120100101345')
    const wrong = `${card.slice(0, -1)}${card.endsWith('1') ? '2' : '1'}`
    const run = await caller.preview('people.csv', sheet(line('祁误', 'I003', wrong, ',,')))
    expect((await caller.rows(run.importId, 'warned'))[0]?.warnings).toMatchObject([{ code: 'id_card_skipped' }])
  })

  it('find the person whose name and number have changed, in every way in which they are written', async () => {
    const old = '310101560101123'
    const long = idCard('31010119560101123')
    await caller.apply((await caller.preview('people.csv', sheet(line('祁旧', 'I004', old, ',,')))).importId)
    const run = await caller.preview(
      'people.csv',
      sheet(line('祁新', 'I005', long.replace(/^(.{6})(.{8})/, '$1 $2 '), ',,')),
    )
    expect(run.counts).toMatchObject({ new: { people: 0 }, changed: { people: 1 } })
    await caller.apply(run.importId)
    expect(await detailOf('I004')).toBeUndefined()
    expect(await detailOf('I005')).toMatchObject({ name: '祁新', hasIdCard: true })
  })

  it('of another person, or twice in a file, are errors of the row that do not show them', async () => {
    const [mine, other] = [idCard('31010120110101123'), idCard('31010120110101234')]
    await caller.apply(
      (await caller.preview('people.csv', sheet(line('祁甲', 'I006', mine, ',,'), line('祁乙', 'I007', other, ',,'))))
        .importId,
    )
    const run = await caller.preview('people.csv', sheet(line('祁甲', 'I006', other, ',,')))
    const [taken] = await caller.rows(run.importId, 'error')
    expect(taken?.problems).toMatchObject([{ column: '身份证件号', code: 'id_card_taken', params: { name: '祁乙' } }])
    const twice = await caller.preview(
      'people.csv',
      sheet(line('祁丙', 'I008', mine, ',,'), line('祁丁', 'I009', mine, ',,')),
    )
    const wrong = await caller.rows(twice.importId, 'error')
    expect(wrong.map(({ problems }) => problems[0]?.code)).toContain('duplicate')
    expect(JSON.stringify([taken, wrong])).not.toContain(mine)
  })

  it('of employees and parents are kept as well, and one person has them as both', async () => {
    const card = idCard('31010119800101123')
    const run = await caller.preview(
      'people.csv',
      `类型,姓名,工号,用户名,身份证号\n教师,祁师,I900,qishi900,${card}\n家长,祁师,,qishi901,${card}\n`,
    )
    expect(run.counts).toMatchObject({ new: { people: 2 }, error: { people: 0 } })
    await caller.apply(run.importId)
    expect(
      await runAsOwner(
        test,
        sql`select among from person_detail join user_account using (user_id) where login_name in ('qishi900', 'qishi901') order by among`,
      ),
    ).toEqual([{ among: 2 }, { among: 3 }])
  })

  it('stay out of the guardians’ columns, and a class is named by 班号 where no other column does', async () => {
    const card = idCard('31010119800101345')
    const run = await caller.preview(
      'people.csv',
      `姓名,学籍号,年级,班号,父亲姓名,身份证号\n祁侧,I010,一年级,1班,祁父,${card}\n`,
    )
    expect(run.counts).toMatchObject({ new: { people: 1 }, error: { people: 0 } })
    expect(run.sheets[0]?.columns.map(({ field }) => field)).toEqual([
      'name',
      'number',
      'grade',
      'class',
      'fatherName',
      null,
    ])
    expect(await placesOf(test, card)).toEqual([])
  })

  it.each([
    ['01', '1班'],
    ['１２', '12班'],
    ['1班', '1班'],
    ['A', 'A'],
  ])('a new class of the number %s is called %s', async (number, name) => {
    const run = await caller.preview('people.csv', `姓名,学号,年级,班号\n祁班,I011,十二年级,${number}\n`)
    const added = (await caller.rows(run.importId, 'new')).find(({ kind }) => kind === 'class')
    expect(added?.after).toMatchObject({ name })
  })

  it('a new class of a number is called as the others of its grade', async () => {
    await caller.apply((await caller.preview('classes.csv', '年级,班级\n十一年级,（1）班\n')).importId)
    const namesOf = async (text: string) => {
      const { importId } = await caller.preview('people.csv', text)
      return (await caller.rows(importId, 'new'))
        .filter(({ kind }) => kind === 'class')
        .map(({ after }) => after?.['name'])
    }
    const rows = '祁一,I012,十一年级,01\n祁二,I013,十一年级,02\n'
    expect(await namesOf(`姓名,学号,年级,班号\n${rows}`)).toEqual(['（2）班'])
    expect(await namesOf('姓名,学号,年级,班级\n祁二,I013,十一年级,2班\n')).toEqual(['2班'])
  })

  it('are shown to who has the right for the whole unit, which is recorded without them', async () => {
    const card = idCard('31010120130101123')
    await caller.apply((await caller.preview('people.csv', sheet(line('祁看', 'I030', card, ',,')))).importId)
    const [row] = await runAsOwner(test, sql`select student_id as id from student where student_number = 'I030'`)
    const input = { kind: 'pupil', id: String(row?.['id']) }
    expect(await caller.ask(showIdCard, input)).toMatchObject({
      code: 'ok',
      data: { idCard: card, nationalNumber: null },
    })
    const events = await runAsOwner(
      test,
      sql`select changes from admin_event where action = 'people.showIdCard' and target_id = ${input.id}`,
    )
    expect(events).toHaveLength(1)
    expect(await placesOf(test, card)).toEqual([])
    const teacher = createImportCaller(test, await test.signIn('teacher'))
    expect((await teacher.ask(showIdCard, input)).code).toBe('access.denied')
  })

  it('lie in no column as they are, also not packed, and not where they stand in a wrong column, as long as a row is in error', async () => {
    const [card, wrongPlace, other] = [
      idCard('31010120140101123'),
      idCard('31010120140101234'),
      idCard('31010120140101345'),
    ]
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,身份证件号,邮箱,备注\n祁封,I040,一年级,1班,${card},,监护人 ${other}\n祁错,I041,一年级,1班,,${wrongPlace},\n`,
    )
    expect(run.counts).toMatchObject({ new: { people: 1 }, error: { people: 1 } })
    for (const number of [card, wrongPlace, other]) expect(await placesOf(test, number)).toEqual([])
    expect(JSON.stringify(await caller.rows(run.importId, 'error'))).not.toContain(wrongPlace)
  })

  it('come in the marked sheet to who uploaded the file and to administrators, masked to others, and each is recorded', async () => {
    const unitId = await unitOf(test)
    await runAsOwner(
      test,
      sql`with r as (insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'own', 'IMPORTER', '导入', 'Import') returning role_id),
        g as (insert into permission_grant (unit_id, code, role_id) select ${unitId}, 'base_import', role_id from r)
        insert into role_member (unit_id, role_id, user_id) select ${unitId}, r.role_id, a.user_id from r, user_account a where a.unit_id = ${unitId} and a.login_name in ('staff', 'teacher')`,
    )
    const importer = createImportCaller(test, await test.signIn('staff'))
    const colleague = createImportCaller(test, await test.signIn('teacher'))
    const [card, other] = [idCard('31010120150101123'), idCard('31010120150101234')]
    const file = `姓名,学号,年级,班级,身份证件号,全国学籍号,备注\n祁阅,310101201501011,一年级,1班,${card},G${card},另 ${other}\n祁改,I051,一年级,,,,\n`
    const { importId } = await importer.preview('marked.csv', file)
    const sheetOf = async (by: typeof caller, of: string) => {
      const book = new excel.Workbook()
      await book.xlsx.load(Uint8Array.from(await by.file(`${markedSheet.path}?importId=${of}`)).buffer)
      return book
    }
    const textOf = (book: excel.Workbook) => JSON.stringify(book.worksheets[0]?.getSheetValues())
    for (const by of [importer, caller]) expect(textOf(await sheetOf(by, importId))).toContain(`G${card}`)
    const masked = await sheetOf(colleague, importId)
    expect(textOf(masked)).toContain('身份证件号')
    expect(textOf(masked)).toContain('310101201501011')
    expect(textOf(masked)).toContain(`••••${card.slice(-4)}`)
    for (const number of [card, other]) expect(textOf(masked)).not.toContain(number)
    // One that a schedule took was uploaded by nobody.
    await runAsOwner(test, sql`update import_run set scheduled = true where import_id = ${importId}`)
    expect(textOf(await sheetOf(importer, importId))).not.toContain(card)
    const events = await runAsOwner(
      test,
      sql`select changes ->> 'withNumbers' as numbers from admin_event where action = 'imports.markedSheet' and target_id = ${importId} order by at`,
    )
    expect(events.map(({ numbers }) => numbers)).toEqual(['true', 'true', 'false', 'false'])

    // Masked numbers that come back are no numbers, and no fault either.
    masked.worksheets[0]!.getCell('D3').value = '1班'
    const again = await colleague.preview('marked.xlsx', new Uint8Array(await masked.xlsx.writeBuffer()))
    expect(again).toMatchObject({ counts: { new: { people: 2 }, error: { people: 0 } }, warnings: 0 })
    await runAsOwner(test, sql`delete from role where unit_id = ${unitId} and code = 'IMPORTER'`)
  })

  it('stay with a merged person: those of the one who stays, and what only the other has', async () => {
    const [kept, gone] = [idCard('31010120120101123'), idCard('31010120120101234')]
    await caller.apply(
      (
        await caller.preview(
          'people.csv',
          sheet(line('祁合', 'I020', kept, ',,'), line('祁合', 'I021', gone, `G${gone},2016-09,藏族`)),
        )
      ).importId,
    )
    const ids = await runAsOwner(
      test,
      sql`select student_id as id from student where student_number in ('I020', 'I021') order by student_number`,
    )
    const [keep, other] = ids.map(({ id }) => String(id))
    const input = {
      kind: 'pupil',
      id: keep,
      otherId: other,
      name: '祁合',
      take: [],
      days: 'both',
      differentNumbers: true,
    }
    expect((await caller.ask(merging.merge, input)).code).toBe('ok')
    const details = await runAsOwner(
      test,
      sql`select d.student_id as id, encode(d.id_card_sealed, 'hex') as sealed, d.national_number_key is not null as "hasNationalNumber", d.ethnic_group as "ethnicGroup"
        from person_detail d where d.student_id in (${keep}, ${other})`,
    )
    expect(details).toMatchObject([{ id: keep, hasNationalNumber: true, ethnicGroup: '藏族' }])
    const seal = createNumberSeal(test.app.vault, await unitOf(test))
    expect(seal.open('idCard', String(details[0]?.['sealed']))).toBe(kept)
  })
})
