import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as people from '../../../contract/endpoints/people/people.ts'
import { showPhone } from '../../../server/modules/phones/show-phone.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

/** What is said of the rows of a file that are written all the same. */
const warningsOf = async (importId: string) =>
  (await caller.rows(importId, 'warned')).flatMap(({ row, warnings }) =>
    warnings.map(({ column, code, params }) => ({ row, column, code, params })),
  )

describe('a guardian’s number without a name', () => {
  it.each([
    ['in columns of a father and a mother', '父亲姓名,父亲电话,母亲电话', '祁父,13911115002,13911115003', '母亲电话'],
    ['in a column of a guardian', '家长电话', '13911115003', '家长电话'],
    ['in a third guardian’s column', 'Guardian 3 phone', '13911115003', 'Guardian 3 phone'],
  ])('%s is said, and the row is written without it', async (_, headings, cells, column) => {
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级,${headings}\n祁乙,B1502,一年级,91班,${cells}\n`)
    expect(run.counts.error.people).toBe(0)
    expect(run.warnings).toBe(1)
    expect(await warningsOf(run.importId)).toMatchObject([
      { row: 2, column, code: 'guardian_no_name', params: { value: '13911115003' } },
    ])
  })
})

/** The classes of the unit in their order. */
const classes = async () =>
  (
    await runAsOwner(
      test,
      sql`select g.name || ' ' || c.name as name, (select count(*) from student s where s.class_id = c.class_id)::int as pupils
        from class_group c join grade g using (grade_id) where g.name in ('1', '2', '11', '12', '二年级', 'Year 5', '五年级') order by g.position, c.name`,
    )
  ).map(({ name, pupils }) => `${String(name)}: ${String(pupils)}`)

describe('grade and class', () => {
  it('are a pair: grade 1 with class 12 is another class than grade 11 with class 2', async () => {
    const rows = ['A,X1,1,1', 'B,X2,1,2', 'C,X3,1,11', 'D,X4,1,12', 'E,X5,11,2', 'F,X6,11,12', 'G,X7,12,1', 'H,X8,1,12']
    const run = await caller.preview('people.csv', `Name,Student ID,Grade,Class\n${rows.join('\n')}\n`)
    expect(run.counts.new).toMatchObject({ people: 8, classes: 7, grades: 3 })
    await caller.apply(run.importId)
    expect(await classes()).toEqual(['1 1: 1', '1 11: 1', '1 12: 2', '1 2: 1', '11 12: 1', '11 2: 1', '12 1: 1'])
    await caller.undo(run.importId)
  })

  it('meet in all forms that schools write, and grades stand in the order of their meaning', async () => {
    const forms = [
      '二年级,（1）班',
      '二年级,(1)班',
      '2年级,1班',
      '二年级,二（1）班',
      '二年级,二年级（1）班',
      '２年级,01班',
      '二年级,一班',
    ]
    const lines = ['高一,1班', ...forms, '一年级,1班', '小班,1班'].map((cells, at) => `祁括${at},X24${at},${cells}`)
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级\n${lines.join('\n')}\n`)
    expect(run.counts).toMatchObject({ new: { people: 10, classes: 4, grades: 4 }, error: { people: 0 } })
    expect(run.warnings).toBe(0)
    await caller.apply(run.importId)
    expect((await classes()).filter((name) => name.startsWith('二年级'))).toEqual([expect.stringMatching(/: 7$/)])
    const grades = await runAsOwner(test, sql`select name from grade order by position`)
    expect(grades.map(({ name }) => name)).toEqual(expect.arrayContaining(['小班', '一年级', '二年级', '高一']))
    const order = grades.map(({ name }) => String(name))
    expect(order.indexOf('小班')).toBeLessThan(order.indexOf('一年级'))
    expect(order.indexOf('一年级')).toBeLessThan(order.indexOf('二年级'))
    expect(order.indexOf('二年级')).toBeLessThan(order.indexOf('高一'))
    const again = await caller.preview('people.csv', `姓名,学号,年级,班级\n${lines.join('\n')}\n`)
    expect(again.counts).toMatchObject({
      new: { people: 0, classes: 0, grades: 0 },
      changed: { people: 0 },
      unchanged: { people: 10 },
    })
    await caller.undo(run.importId)
  })

  it('that may be one or two are said: Year 5 beside 五年级, 501班 beside 1班', async () => {
    const run = await caller.preview(
      'people.csv',
      '姓名,学号,年级,班级\n甲,X501,五年级,1班\n乙,X502,Year 5,1班\n丙,X503,五年级,501班\n',
    )
    expect(run.counts.new).toMatchObject({ grades: 1, classes: 2 })
    expect(await warningsOf(run.importId)).toMatchObject([
      { row: 3, code: 'grades_alike', params: { value: 'Year 5', as: '五年级' } },
      { code: 'classes_alike', params: { as: expect.stringMatching(/^(五年级|Year 5) 1班$/), value: '五年级 501班' } },
    ])
  })

  it('that contradict each other are an error of the row', async () => {
    const run = await caller.preview('people.csv', '姓名,学号,年级,班级\n甲,X601,五年级,六年级1班\n')
    expect((await caller.rows(run.importId, 'error'))[0]?.problems).toMatchObject([
      { column: '班级', code: 'grade_differs' },
    ])
  })

  it('of what a teacher teaches are a pair as well', async () => {
    const run = await caller.preview('staff.csv', '姓名,工号,任教学科,年级,班级\n祁师,T901,体操,1,12\n')
    expect((await caller.rows(run.importId, 'error'))[0]?.problems).toMatchObject([{ code: 'class_unknown' }])
    const both = await caller.preview(
      'people.csv',
      '类型,姓名,学号/工号,任教学科,年级,班级\n教师,祁师,T901,体操,1,12\n学生,祁生,X901,,1,（12）班\n学生,祁甲,X902,,11,2\n',
    )
    expect(both.counts).toMatchObject({ error: { people: 0 }, new: { classes: 2, people: 3 } })
    const [teacher] = (await caller.rows(both.importId, 'new')).filter(({ userType }) => userType === 2)
    expect(Object.values(teacher?.names ?? {}).map(({ name }) => name)).toContain('1 （12）班')
  })
})

describe('who a row is about', () => {
  it('is found in full width, in any case, under any dot and with invisible characters, and once', async () => {
    const first = await caller.preview(
      'people.csv',
      '姓名,学号,年级,班级,父亲姓名,父亲电话\n买买提·艾力,ＴＢ１２０１,五年级,1班,艾力·买买提,13911117001\n\u200B祁\u200E隐,TB1202\u200B,五年级,1班,,\n',
    )
    await caller.apply(first.importId)
    const again = await caller.preview(
      'people.csv',
      '姓名,学号,年级,班级,父亲姓名,父亲电话\n买买提•艾力,tb1201,五年级,1班,艾力・买买提,13911117001\n祁隐,tb1202,五年级,1班,,\n',
    )
    expect(again.counts).toMatchObject({ new: { people: 0, parents: 0, guardians: 0 }, error: { people: 0 } })
    const twice = await caller.preview(
      'people.csv',
      '姓名,学号,年级,班级\n甲,TB1301,五年级,1班\n乙,ｔｂ1301,五年级,1班\n',
    )
    expect((await caller.rows(twice.importId, 'error'))[0]?.problems).toMatchObject([{ code: 'duplicate' }])
    const stored = await runAsOwner(
      test,
      sql`select real_name, student_number from student where student_number ilike 'TB1202%'`,
    )
    expect(stored).toEqual([{ real_name: '祁隐', student_number: 'TB1202' }])
    await caller.undo(first.importId)
  })

  it('is a candidate under another dot where no number says it', async () => {
    const first = await caller.preview('people.csv', '姓名,学号,年级,班级\n阿依古丽·买买提,D801,五年级,1班\n')
    await caller.apply(first.importId)
    const again = await caller.preview('people.csv', '类型,姓名,年级,班级\n学生,阿依古丽‧买买提,五年级,1班\n')
    expect(again.openChoices).toBe(1)
    await caller.undo(first.importId)
  })
})

/** The rows of guardians and people that a file adds. */
const added = async (importId: string, kind: string) =>
  (await caller.rows(importId, 'new')).filter((row) => row.kind === kind)

describe('words that schools write', () => {
  it.each(['无', '/', '—', '-', '暂无', 'N/A', '不详', '离异', '无父亲', '同上'])('“%s” is no person', async (word) => {
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,父亲姓名,父亲电话\n祁占,X0301,一年级,91班,${word},${word}\n`,
    )
    expect(run.counts).toMatchObject({ error: { people: 0 }, new: { people: 1, parents: 0, guardians: 0 } })
  })

  it.each([
    ['继父', 'father'],
    ['爸', 'father'],
    ['父亲（监护人）', 'father'],
    ['Step Father', 'father'],
    ['养母', 'mother'],
    ['Mother/Guardian', 'mother'],
    ['Grandma', 'grandparent'],
    ['舅舅', 'other'],
    ['Carer', 'other'],
    ['本人', 'other'],
  ])('the relation “%s” is read as %s', async (word, relation) => {
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,监护人1姓名,监护人1关系,监护人1手机\n祁系,X2801,一年级,91班,系人,${word},13828000001\n`,
    )
    expect(run.counts.error.people).toBe(0)
    expect((await added(run.importId, 'guardian'))[0]?.after).toMatchObject({ relation })
  })

  it('of states and sexes are read, or that cell alone is left out and said', async () => {
    const lines = ['休学,男性', '借读,1-男', '在籍,男生', '飞走,未知', '在读,火星'].map(
      (cells, at) => `祁词${at},X26${at},一年级,91班,${cells}`,
    )
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级,状态,性别\n${lines.join('\n')}\n`)
    expect(run.counts).toMatchObject({ error: { people: 0 }, new: { people: 5 } })
    expect((await added(run.importId, 'person')).map(({ after }) => after?.['sex'])).toEqual([
      1,
      1,
      1,
      undefined,
      undefined,
    ])
    expect((await warningsOf(run.importId)).map(({ row, code }) => [row, code])).toEqual([
      [5, 'status_skipped'],
      [6, 'sex_skipped'],
    ])
  })

  it.each([
    ['2016.9.3', '2016-09-03'],
    ['2016年9月3日', '2016-09-03'],
    ['42616', '2016-09-03'],
    ['2016/9/3 0:00:00', '2016-09-03'],
    ['23/09/2016', '2016-09-23'],
    ['09/23/2016', '2016-09-23'],
    ['3-Sep-2016', '2016-09-03'],
    ['"Sep 3, 2016"', '2016-09-03'],
    ['2016年9月', undefined],
    ['16-9-3', undefined],
  ])('the birthday %s is %s', async (word, birthday) => {
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级,出生日期\n祁日,X1201,一年级,91班,${word}\n`)
    expect(run.counts.error.people).toBe(0)
    expect((await added(run.importId, 'person'))[0]?.after?.['birthday']).toBe(birthday)
    expect((await warningsOf(run.importId)).map(({ code }) => code)).toEqual(
      birthday === undefined ? ['date_skipped'] : [],
    )
  })
})

describe('phones', () => {
  it.each([
    ['139 1113 9007', '13911139007'],
    ['+86-139-1113-9008', '13911139008'],
    ['0086 13911139009', '13911139009'],
    ['139.1113.9010', '13911139010'],
    ['１３９１１１３９０１７', '13911139017'],
    ['139-1113-9015（妈妈）', '13911139015'],
    ['Tel: 13911139018', '13911139018'],
    ['+853 6612 3456', '+85366123456'],
    ['+44 7700 900123', '+447700900123'],
    ['07700 900123', '+447700900123'],
    ['(010) 6234 5678', '+861062345678'],
    ['0912-345-678', '0912-345-678'],
    ['13911139011/13911139012', '13911139011'],
  ])('“%s” is stored as %s, and can be saved again as it is', async (cell, phone) => {
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,父亲姓名,父亲电话\n祁号,X3901,一年级,91班,号父,${cell}\n`,
    )
    expect(run.counts.error.people).toBe(0)
    const codes = (await warningsOf(run.importId)).map(({ code }) => code)
    expect(codes).toEqual(cell.includes('/') ? ['phone_more'] : cell === phone ? ['phone_text'] : [])
    await caller.apply(run.importId)
    const [stored] = await runAsOwner(
      test,
      sql`select c.phone, a.user_id as id, a.login_name as login from guardian_contact c join user_account a on a.user_id = c.parent_id where a.real_name = '号父'`,
    )
    expect(stored?.['phone']).toBe(phone)
    const saved = await caller.ask(people.save, {
      key: { kind: 'account', id: stored?.['id'] },
      userType: 3,
      realName: '号父',
      englishName: '',
      number: '',
      loginName: stored?.['login'],
      sex: null,
      birthday: null,
      classId: null,
      departmentId: null,
      positionTitle: '',
      englishPositionTitle: '',
      email: null,
      phone,
    })
    expect(saved).toMatchObject({ code: 'ok' })
    await runAsOwner(test, sql`delete from guardian where parent_id = ${stored?.['id']}::uuid`)
    await runAsOwner(test, sql`delete from user_account where user_id = ${stored?.['id']}::uuid`)
  })
})

describe('phones without a country’s code', () => {
  const setZone = (zone: string) => runAsOwner(test, sql`update attendance_settings set time_zone = ${zone}`)
  beforeAll(() =>
    runAsOwner(
      test,
      sql`
    insert into attendance_settings (unit_id) select unit_id from unit_host where host = 'localhost' on conflict do nothing`,
    ),
  )
  afterAll(() => setZone('Asia/Shanghai'))

  it.each([
    [
      'Europe/London',
      '07700 900101',
      '+44 7700 900102',
      '020 7946 0958',
      '+447700900101',
      '+447700900102',
      '+442079460958',
    ],
    ['Asia/Hong_Kong', '5123 4567', '2345-6789', '138 0013 8000', '+85251234567', '+85223456789', '13800138000'],
    [
      'America/New_York',
      '(415) 555-2671',
      '1-415-555-2672',
      '+86 13800138000',
      '+14155552671',
      '+14155552672',
      '13800138000',
    ],
    [
      'Asia/Shanghai',
      '13800138000',
      '(010) 6234 5678',
      '07700 900101',
      '13800138000',
      '+861062345678',
      '+447700900101',
    ],
  ])('are those of the unit’s time zone, %s', async (zone, one, two, three, ...phones) => {
    await setZone(zone)
    const run = await caller.preview(
      'pupils.csv',
      `Name,Student ID,Grade,Class,Contact 1 Name,Contact 1 Mobile,Contact 2 Name,Contact 2 Mobile,Phone\nAda Zone,Z1,一年级,91班,Mrs Zone,${one},Mr Zone,${two},${three}\n`,
    )
    expect(await warningsOf(run.importId)).toEqual([])
    const rows = (await caller.rows(run.importId, 'new')).flatMap(({ after }) => after?.['phone'] ?? [])
    expect(new Set(rows)).toEqual(new Set(phones.map(showPhone)))
  })
})

describe('dates of a column', () => {
  const read = async (...dates: string[]) => {
    const run = await caller.preview(
      'pupils.csv',
      `Name,Student ID,Year,Reg Group,DOB\n${dates.map((date, at) => `Date ${at},D${at},一年级,91班,${date}`).join('\n')}\n`,
    )
    const rows = await caller.rows(run.importId, 'new')
    const days = dates.map((_, at) => rows.find(({ name }) => name === `Date ${at}`)?.after?.['birthday'] ?? null)
    return { days, warnings: (await warningsOf(run.importId)).map(({ row, code }) => `${row} ${code}`) }
  }

  it.each([
    ['the day first', ['03/09/2015', '21/11/2014'], ['2015-09-03', '2014-11-21'], []],
    ['the month first', ['03/09/2015', '11/21/2014'], ['2015-03-09', '2014-11-21'], []],
    [
      'the day first, which is said once, where nothing tells',
      ['03/09/2015', '01/02/2015'],
      ['2015-09-03', '2015-02-01'],
      ['2 date_order_day'],
    ],
    [
      'what most are, without those that do not fit',
      ['03/09/2015', '11/21/2014', '11/22/2014', '23/11/2014'],
      ['2015-03-09', '2014-11-21', '2014-11-22', null],
      ['2 date_order_month', '5 date_skipped'],
    ],
    [
      'their own order with the year first',
      ['2015-09-03', '03/04/2015', '13/04/2015'],
      ['2015-09-03', '2015-04-03', '2015-04-13'],
      [],
    ],
  ])('are read with %s', async (_, dates, days, warnings) => {
    expect(await read(...dates)).toEqual({ days, warnings })
  })

  it('are decided by all rows, however far down the one is that tells', async () => {
    const { days, warnings } = await read(...Array<string>(1200).fill('03/09/2015'), '11/21/2014')
    expect(warnings).toEqual([])
    expect(days[0]).toBe('2015-03-09')
  })
})

it('a class names its head by the name that one teacher alone has', async () => {
  const [teacher] = await runAsOwner(
    test,
    sql`select min(real_name) as name from user_account where user_type = 2 and status = 1 and unit_id = (select unit_id from unit_host where host = 'localhost')
      group by real_name having count(*) = 1 limit 1`,
  )
  const run = await caller.preview('classes.csv', `年级,班级,班主任\n二年级,81班,${String(teacher?.['name'])}\n`)
  expect(run.counts).toMatchObject({ error: { classes: 0 }, new: { classes: 1 } })
  const none = await caller.preview('classes.csv', '年级,班级,班主任\n二年级,81班,周无此人\n')
  expect((await caller.rows(none.importId, 'error'))[0]?.problems).toMatchObject([{ code: 'teacher_unknown' }])
})

describe('usernames', () => {
  it('of an import are those that the form takes', async () => {
    const rows = ['T1101,qi kong ge', 'T1102,qi/xie', 'T1103,qi:mao+hao#1'].map(
      (cells, at) => `教师,祁用${at},${cells}`,
    )
    const run = await caller.preview(
      'staff.csv',
      `类型,姓名,工号,用户名\n${rows.join('\n')}\n教师,${'祁'.repeat(51)},T1104,qc\n教师,祁长号,T${'1'.repeat(40)},qch\n`,
    )
    const codes = (await caller.rows(run.importId, 'error')).flatMap(({ problems }) => problems.map(({ code }) => code))
    expect(codes).toEqual(['bad_login', 'bad_login', 'bad_login', 'too_long', 'too_long'])
  })

  it('come from the number without what a username does not have, and never have an identity number in them', async () => {
    const run = await caller.preview(
      'people.csv',
      '姓名,学号,年级,班级\n祁学号,B 11/01#x,一年级,91班\n祁全国,G510104201409010123,一年级,91班\n祁全角,ＴＢ１００２,一年级,91班\n祁数字,２０２６１００１,一年级,91班\n祁全宽,Ｇ５１０１０４２０１４０９０１０１３１,一年级,91班\n',
    )
    const logins = (await added(run.importId, 'person')).map(({ after }) => String(after?.['loginName']))
    const made = expect.stringMatching(/^s[0-9a-f]{12}$/)
    expect(logins).toEqual(['B-11-01-x', made, 'TB1002', '20261001', made])
    expect((await warningsOf(run.importId)).map(({ row, code }) => [row, code])).toEqual([
      [3, 'login_made'],
      [6, 'login_made'],
    ])
  })

  it('of guardians are a number without its extension, which one of several has', async () => {
    const guardians = '祁分机,+442079460958 ext 12,祁总机,+44 20 7946 0958 x13'
    const run = await caller.preview(
      'people.csv',
      `姓名,学号,年级,班级,监护人1姓名,监护人1手机,监护人2姓名,监护人2手机\n祁电话,B1201,一年级,91班,${guardians}\n`,
    )
    expect(
      (await added(run.importId, 'person')).map(({ after }) => after).filter((after) => after?.['type'] === 3),
    ).toMatchObject([
      { name: '祁分机', phone: '+44 20 7946 0958 x12', loginName: '442079460958' },
      { name: '祁总机', phone: '+44 20 7946 0958 x13', loginName: '' },
    ])
  })
})
