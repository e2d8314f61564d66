import { DETAIL_FIELDS, type DetailField } from '../../people/fields.ts'

/** A column of a sheet of people or classes: its headings in our templates, which are also those that are known, and others that schools use. */
interface ImportField {
  readonly zh: string
  readonly en: string
  readonly also: readonly string[]
  /** Characters of a cell. */
  readonly most: number
}

/** `also`: further headings, with ', ' between them. */
const field = (zh: string, en: string, also = '', most = 64): ImportField => ({
  zh,
  en,
  also: also === '' ? [] : also.split(', '),
  most,
})

const GRADE = field('年级', 'Grade', '学段年级, year group')

export const PEOPLE_FIELDS = {
  type: field('类型', 'Type', '人员类型, 身份, 角色, role, user type'),
  name: field('姓名', 'Name', '名字, 学生姓名, 教师姓名, 真实姓名, 中文名, full name, student name, real name', 50),
  /** Joined to the name, where that has no column of its own. */
  surname: field('姓', 'Surname', '姓氏, family name, last name, legal surname, preferred surname'),
  forename: field(
    '名',
    'Forename',
    'first name, given name, forenames, given names, legal forename, legal first name, preferred forename',
  ),
  englishName: field('英文名', 'English name', '英文姓名', 100),
  number: field(
    '学号/工号',
    'Number',
    '编号, 学号, 学籍号, 工号, 教工号, 职工号, student number, student id, staff number, staff id, employee id, id, adm no, admission no, admission number, pupil number',
    32,
  ),
  loginName: field('用户名', 'Username', '账号, 登录名, 登录账号, login name, user name, login, account'),
  sex: field('性别', 'Sex', 'gender'),
  birthday: field('出生日期', 'Birthday', '生日, 出生年月日, date of birth, birth date, birthdate, dob'),
  grade: { ...GRADE, also: [...GRADE.also, 'year', 'year level', 'nc year'] },
  class: field(
    '班级',
    'Class',
    '班, 班号, 班级名称, 行政班, 任教班级, class name, homeroom, reg group, registration group, tutor group, form, form group',
    400,
  ),
  campus: field('校区', 'Campus', '校址, site'),
  department: field('部门', 'Department', '科室, 处室, 组织'),
  /** Of a department that is new. */
  englishDepartment: field('部门英文名', 'Department in English', 'department english name'),
  position: field('职务', 'Position', '岗位, 职位, job title, title', 50),
  englishPosition: field('职务英文名', 'Position in English', 'position english name, english title', 100),
  subjects: field('任教学科', 'Subjects', '学科, 科目, subject', 1000),
  phone: field('手机', 'Phone', '手机号, 手机号码, 电话, 联系电话, mobile, mobile number, phone number'),
  email: field('邮箱', 'Email', '电子邮箱, 电子邮件, e-mail, email address, mail', 254),
  /** The username of a teacher's account as a parent. */
  parentAccount: field(
    '家长账号',
    'Parent account',
    '家长用户名, 家长登录名, parent username, parent login, parent login name',
  ),
  // Their headings are mostly made of parts: `fieldByParts`.
  guardian1Name: field('监护人1姓名', 'Guardian 1 name'),
  guardian1Relation: field('监护人1关系', 'Guardian 1 relation', '与学生关系, 关系, relation'),
  guardian1Phone: field('监护人1手机', 'Guardian 1 phone'),
  guardian2Name: field('监护人2姓名', 'Guardian 2 name', '', 50),
  guardian2Relation: field('监护人2关系', 'Guardian 2 relation'),
  guardian2Phone: field('监护人2手机', 'Guardian 2 phone'),
  guardian3Name: field('监护人3姓名', 'Guardian 3 name', '', 50),
  guardian3Relation: field('监护人3关系', 'Guardian 3 relation'),
  guardian3Phone: field('监护人3手机', 'Guardian 3 phone'),
  fatherName: field('父亲姓名', 'Father name', '', 50),
  fatherPhone: field('父亲手机', 'Father phone'),
  motherName: field('母亲姓名', 'Mother name', '', 50),
  motherPhone: field('母亲手机', 'Mother phone'),
  status: field(
    '状态',
    'Status',
    '在校状态, 学籍状态, 学生状态, 在校, 在读, 在籍, 在职, 是否在校, 是否在读, 是否在籍, 是否在职, 是否离校, active, enrolled, is active, currently enrolled, enrolment status, enrollment status, leaver',
  ),
  /** Sealed as it is read. */
  idCard: field(
    '身份证号',
    'Identity number',
    '身份证件号, 身份证件号码, 身份证号码, 身份证, 证件号码, 证件号, id card, id card number, national id',
    64,
  ),
  /** Sealed as well: it has the identity number in it. */
  nationalNumber: field('全国学籍号', 'National pupil number', '全国学籍编号, 学籍号, upn', 64),
  /** A month. */
  enrolledOn: field('入学年月', 'Enrolment month', '入学时间, 入学日期, 入学年份, enrolled on, admission date'),
  nationality: field('国籍/地区', 'Nationality', '国籍, 国家/地区, 国家或地区, citizenship'),
  ethnicGroup: field('民族', 'Ethnic group', 'ethnicity', 32),
  sourceId: field('来源标识', 'Source id', 'sourcedid, source_id, 外部标识, external id', 256),
} as const satisfies Readonly<Record<DetailField, ImportField>> & Readonly<Record<string, ImportField>>

export const CLASS_FIELDS = {
  // Of classes, a column Year is the school year.
  grade: GRADE,
  /** Of a grade that is new. */
  englishGrade: field('年级英文名', 'Grade in English', 'grade english name'),
  class: PEOPLE_FIELDS.class,
  englishName: field('英文名', 'English name', '班级英文名'),
  campus: PEOPLE_FIELDS.campus,
  headTeacher: field(
    '班主任工号',
    'Class teacher number',
    '班主任编号, 班主任, class teacher, head teacher number, head teacher, homeroom teacher',
  ),
  year: field('学年', 'Year', 'school year, 学年度'),
  sourceId: PEOPLE_FIELDS.sourceId,
} as const

export type PeopleField = keyof typeof PEOPLE_FIELDS
export type ClassField = keyof typeof CLASS_FIELDS
export type ImportTable = 'people' | 'classes'
/** The fields of each kind of sheet, by names that come from outside. */
export const IMPORT_FIELDS: Readonly<Record<ImportTable, Readonly<Record<string, ImportField>>>> = {
  people: PEOPLE_FIELDS,
  classes: CLASS_FIELDS,
}

const READ_ONLY = new RegExp(`^(surname|forename|(father|mother)(Name|Phone)|${DETAIL_FIELDS.join('|')})$`)
/** Columns of our template and of what is exported: the rest is only read. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the records have no other keys
export const PEOPLE_TEMPLATE = (Object.keys(PEOPLE_FIELDS) as PeopleField[]).filter((name) => !READ_ONLY.test(name))
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
export const CLASS_TEMPLATE = Object.keys(CLASS_FIELDS) as ClassField[]

/** Characters of headings in traditional Chinese, with those of the known headings. */
const SIMPLIFIED = new Map(
  [
    ...'學学號号級级電电話话機机監监護护關关係系別别聯联絡络職职務务郵邮碼码處处親亲齡龄狀状態态類类歷历區区門门師师組组織织賬账帳账錄录稱称員员長长標标識识',
  ].flatMap((character, at, all) => (at % 2 === 0 ? [[character, all[at + 1] ?? character] as const] : [])),
)
const TRADITIONAL = new RegExp(`[${[...SIMPLIFIED.keys()].join('')}]`, 'g')

/** A heading without what does not tell columns apart: width, script, case, spaces, marks of required columns, and what stands in brackets. */
export function normalizeHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .replaceAll(TRADITIONAL, (character) => SIMPLIFIED.get(character) ?? character)
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[*\s:_-]/g, '')
    .toLowerCase()
}

/** The fields of a kind of sheet by their headings. */
function headingsOf(table: ImportTable): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, { zh, en, also }] of Object.entries(IMPORT_FIELDS[table]))
    for (const heading of [zh, en, ...also, name]) {
      const key = normalizeHeading(heading)
      if (!found.has(key)) found.set(key, name)
    }
  return found
}

const HEADINGS = { people: headingsOf('people'), classes: headingsOf('classes') }

const CLASS_NUMBER = normalizeHeading('班号')

/** Whether a heading is that of the number of a class alone. */
export function isClassNumber(heading: string): boolean {
  return normalizeHeading(heading) === CLASS_NUMBER
}

/** Headings that stand for a field where no other column is it, and what they are beside such a column. */
const STAND_INS: ReadonlyMap<string, PeopleField | null> = new Map([
  [CLASS_NUMBER, null],
  [normalizeHeading('学籍号'), 'nationalNumber'],
])

/** Of a heading that stands for a field where no other column is it: what it is beside such a column, null for none. Undefined for all others. */
export function besideOthers(heading: string): PeopleField | null | undefined {
  return STAND_INS.get(normalizeHeading(heading))
}

/** What registers have that the portal does not keep. */
const NOT_KEPT = new Set(
  [
    ...'序号 编次 备注 说明 班号 年龄 户口所在地 户籍所在地 户籍地址 户口性质 户口类型 家庭住址 家庭地址 现住址 通讯地址 居住地址 邮政编码 邮编 籍贯 出生地 港澳台侨 健康状况 血型'.split(
      ' ',
    ),
    ...'政治面貌 婚姻状况 学历 学位 毕业院校 专业 职称 身份证件类型 证件类型 独生子女 是否独生子女 是否留守儿童 是否住校 住宿 是否孤儿 是否残疾 入学方式 就读方式 学生来源 照片'.split(
      ' ',
    ),
    ...'no.|remarks|remark|notes|comment|comments|age|address|home address|postcode|religion'.split('|'),
  ].map(normalizeHeading),
)

const NOT_KEPT_OF_FAMILY =
  /^(?:家庭成员|监护人|家长|父亲|母亲)\d?(?:身份证|证件|工作单位|单位|职务|职业|学历|民族|政治面貌|户口|现住址|家庭住址|地址|国籍|出生日期)/

/** Guardians enter their own address. */
const EMAIL_OF_FAMILY =
  /^(?:guardian|parent|carer|contact|father|mother|dad|mum|mom|家长|监护人|父亲|母亲)\d?(?:email|emailaddress|mail|邮箱)$/

/** Whether a heading that names no field is one that is known and not kept. */
export function isNotKept(heading: string): boolean {
  const key = normalizeHeading(heading)
  return NOT_KEPT.has(key) || NOT_KEPT_OF_FAMILY.test(key) || EMAIL_OF_FAMILY.test(key.replaceAll(/['’.]s?/g, ''))
}

/** The field that a heading names; a heading in both languages of our templates stands on two lines. */
export function fieldOf(table: ImportTable, heading: string): string | undefined {
  for (const part of [heading, ...heading.split('\n')]) {
    const found = HEADINGS[table].get(normalizeHeading(part)) ?? (table === 'people' ? fieldByParts(part) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

const FATHER = '父亲|爸爸|父|爸|father|dad|daddy'
const MOTHER = '母亲|妈妈|母|妈|mother|mum|mom|mummy'
const MEMBER = '监护人|家长|家庭成员|紧急联系人|guardian|parentcarer|parent|carer|emergencycontact|contact|nextofkin'
const NAME = '姓名|名字|名|fullname|name'
const RELATION = '关系|与(?:学生|本人|孩子)?(?:的)?关系|relation(?:ship)?(?:to(?:pupil|student|child))?'
const PHONE =
  '(?:联系)?(?:电话|手机)(?:号码?)?|联系方式|联系号码|(?:home|work|cell|mobile|contact)?(?:telephone|phone|tel|mobile|cell)(?:number|no)?|contactnumber'
const OF_ONE = new RegExp(`^(?:(${FATHER})|(${MOTHER}))(?:的)?(?:(${NAME})|(${PHONE}))?$`)
const OF_MEMBER = new RegExp(
  `^(?:第?([123])(?:st|nd|rd)?)?(${MEMBER})([123])?(?:的)?(?:(${NAME})|(${RELATION})|(${PHONE}))?([123])?$`,
)
const OF_NUMBER = new RegExp(`^(?:(${NAME})|(${RELATION})|(${PHONE}))([123])$`)
const OF_PERSON =
  /^(?:student|pupil|admission|adm|enroll?ment|reg|registration|roll|staff|employee|teacher|学生|教师|教工)(?:no|nr|number|num|id|code|学号|编号|工号)$/

/** The field of a heading of several parts, in any order that schools have: Mother Tel, Parent 1 email, 第一监护人姓名, Student #. */
function fieldByParts(heading: string): PeopleField | undefined {
  const key = normalizeHeading(heading)
    .replaceAll(/['’‘`´]s?|[./]/g, '')
    .replace('#', /#\s*\d/.test(heading) ? '' : 'no')
    .replaceAll(/[一二三](?![^\d一二三]*[一二三])/g, (digit) => String('一二三'.indexOf(digit) + 1))
  if (OF_PERSON.test(key)) return 'number'
  const one = OF_ONE.exec(key)
  if (one) {
    const who = one[1] === undefined ? 'mother' : 'father'
    return one[4] === undefined ? `${who}Name` : `${who}Phone`
  }
  const ofMember = OF_MEMBER.exec(key)
  if (ofMember) {
    const at = numberOfGuardian(ofMember[1] ?? ofMember[3] ?? ofMember[7])
    return `guardian${at}${ofMember[5] !== undefined ? 'Relation' : ofMember[6] !== undefined ? 'Phone' : 'Name'}`
  }
  const numbered = OF_NUMBER.exec(key)
  if (!numbered || numbered[1] !== undefined) return undefined
  return `guardian${numberOfGuardian(numbered[4])}${numbered[2] === undefined ? 'Phone' : 'Relation'}`
}

const numberOfGuardian = (digit: string | undefined) => (digit === '2' ? 2 : digit === '3' ? 3 : 1)

/** Whether a heading says nothing of a guardian but a number, as 电话1: the guardian's, where there is a column for the name. */
export function isNumberedAlone(heading: string): boolean {
  return OF_NUMBER.test(normalizeHeading(heading).replace(/[一二三]$/, '1'))
}

/** Which kind of person a heading of numbers is for. */
export function typeOfHeading(heading: string): 1 | 2 | undefined {
  const key = normalizeHeading(heading)
  if (
    /^(学号|学籍号|学生学号|学生编号|(student|pupil|adm|admission|reg|registration|enroll?ment)\.?(number|id|no\.?|#|num|code)|学生姓名|studentname)$/.test(
      key,
    )
  )
    return 1
  return /^(工号|教工号|职工号|(staff|employee|teacher)(number|id|no\.?|#|num|code)|教师姓名)$/.test(key)
    ? 2
    : undefined
}
