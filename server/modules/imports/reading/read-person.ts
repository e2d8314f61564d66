import { LOGIN_NAME } from '../../../../contract/limits.ts'
import { DETAIL_FIELDS, hasField, isSealed, personField, SEALED_FIELDS } from '../../../../contract/people/fields.ts'
import { isMaskedNumber } from '../../../../contract/rules/fields/id-card.ts'
import { isClassNumber } from '../../../../contract/rules/imports/import-fields.ts'
import { gradeInClass, isOtherGrade } from '../../../../contract/rules/people/class-key.ts'
import { STORED } from '../../people/fields.ts'
import type { NumberSeal } from '../../people/record/sealed-numbers.ts'
import { isNobody, isNothing, isRelation, type ValueReader } from '../values/read-values.ts'
import type { Header } from './sheet-header.ts'
import {
  type GivenDetails,
  type GivenGuardian,
  type GivenPerson,
  type RowProblem,
  type StagedRow,
  type UserKind,
} from './staged-row.ts'

type Values = Readonly<Record<string, string>>
interface Place {
  readonly rowNo: number
  readonly sheet: string
  readonly rowNumber: number
}

/** Takes the numbers that are stored sealed alone out of the values: neither problems nor rows have them as they are. */
export function sealNumbers(values: Record<string, string>, reader: ValueReader, seal: NumberSeal): GivenDetails {
  const given = SEALED_FIELDS.flatMap((field) => {
    const text = values[field]
    delete values[field]
    // A marked sheet that came back: the number stays as it is.
    if (text === undefined || isNothing(text) || isMaskedNumber(text)) return []
    const { readNumber, unread } = STORED[field]
    const found = readNumber?.(text)
    if (found) return [[field, seal.seal(field, found.number, found.compared)]]
    if (unread) reader.warn(field, text, unread)
    return []
  })
  return Object.fromEntries(given)
}

/** The facts of registers that people of a type have; `numbers` are those that are sealed. */
function readDetails(values: Values, reader: ValueReader, type: UserKind, numbers: GivenDetails): GivenDetails {
  const given = DETAIL_FIELDS.map((field) => {
    const text = values[field]
    if (!hasField(type, field)) return [field, undefined]
    if (isSealed(field)) return [field, numbers[field]]
    if (text === undefined || isNothing(text)) return [field, undefined]
    const { kind } = personField(field)
    if (kind === 'month' || kind === 'day') return [field, reader.day(kind, field, text)]
    const { readValue, unread } = STORED[field]
    const value = readValue ? readValue(text) : text
    if (value === undefined && unread) reader.warn(field, text, unread)
    return [field, value]
  })
  return Object.fromEntries(given)
}

/** The class of a row. */
export function readClass(values: Values, reader: ValueReader, at: Place): StagedRow {
  const { year: _, ...given } = values
  const { grade, class: name } = given
  if (name === undefined && !reader.isRefused('class')) reader.refuse('class', '', 'class_missing')
  checkGrade(values, reader)
  return {
    kind: 'class',
    ...at,
    name: [grade, name].filter(Boolean).join(' '),
    given,
    problems: reader.problems,
    warnings: reader.warnings,
  }
}

function checkGrade({ grade, class: name }: Values, reader: ValueReader): void {
  if (grade !== undefined && name !== undefined && isOtherGrade(grade, name))
    reader.refuse('class', name, 'grade_differs', { grade })
}

/** The person, and the guardians in their row. */
export function readPerson(
  values: Values,
  numbers: GivenDetails,
  reader: ValueReader,
  at: Place,
  header: Header,
): StagedRow[] {
  const { englishName, loginName, grade, campus, sourceId } = values
  const name = values['name'] === undefined || isRelation(values['name']) ? undefined : values['name']
  const number = reader.number('number', values['number'])
  const type = reader.type('type', values['type']) ?? header.type ?? guessType(values, header)
  if (name === undefined && !reader.isRefused('name')) reader.refuse('name', '', 'name_missing')
  if (loginName !== undefined && !LOGIN_NAME.test(loginName)) reader.refuse('loginName', loginName, 'bad_login')
  if (type === undefined && values['type'] === undefined) {
    reader.refuse('type', '', 'type_missing')
    if (header.fields.includes('number') && number === undefined && !reader.isRefused('number'))
      reader.refuse('number', '', 'number_missing')
  }
  if (type === 1) checkGrade(values, reader)
  const said = reader.status('status', values['status'])
  const active = said ?? (header.people === 'left' ? false : undefined)
  if (said === undefined && header.people === 'mixed')
    reader.refuse('status', values['status'] ?? '', 'state_missing', { sheet: at.sheet })
  const teaching = type === 2 ? teachingOf(values) : undefined
  const { department, englishDepartment, position, englishPosition } = type === 2 || type === 4 ? values : {}
  const given: GivenPerson = {
    type,
    name,
    englishName,
    number,
    loginName,
    sex: reader.sex('sex', values['sex']),
    birthday: type === 1 ? reader.day('day', 'birthday', values['birthday']) : undefined,
    grade: type === 1 ? grade : undefined,
    class: type === 1 ? values['class'] : undefined,
    isClassNumber: type === 1 && isClassNumber(header.headings['class'] ?? '') ? true : undefined,
    campus: type === 1 ? campus : undefined,
    department,
    englishDepartment,
    position,
    englishPosition,
    parentAccount: type === 2 ? values['parentAccount'] : undefined,
    phone: reader.phone('phone', values['phone']),
    email: reader.email('email', values['email']),
    active,
    ...(type === undefined ? {} : readDetails(values, reader, type, numbers)),
    sourceId,
    teaching,
  }
  const guardians = type === 1 ? readGuardians(values, reader) : []
  const { problems, warnings } = reader
  return [
    { kind: 'person', ...at, name: name ?? '', given, problems, warnings },
    ...guardians.map((guardian, index): StagedRow => ({
      kind: 'guardian',
      ...at,
      rowNo: at.rowNo + 1 + index,
      name: guardian.name,
      given: { ...guardian, of: at.rowNo },
      problems: [] as RowProblem[],
    })),
  ]
}

/** Only pupils have guardians in their row, and a class in a list that has neither numbers nor what only employees have: of them, the number is what is missing. */
function guessType(values: Values, { fields }: Header): UserKind | undefined {
  if (Object.keys(values).some((field) => /^(guardian|father|mother)/.test(field))) return 1
  const has = (...some: readonly string[]) => some.some((field) => fields.includes(field))
  const isList =
    has('grade', 'class', 'enrolledOn') && !has('number', 'loginName', 'subjects', 'position', 'department')
  return isList ? 1 : undefined
}

/** The names of fields of guardians in the row of a pupil begin with these. */
const GUARDIANS = ['guardian1', 'guardian2', 'guardian3', 'father', 'mother'] as const

function readGuardians(values: Values, reader: ValueReader): Omit<GivenGuardian, 'of'>[] {
  return GUARDIANS.flatMap((who) => {
    const [nameField, relationField, phoneField] = [`${who}Name`, `${who}Relation`, `${who}Phone`]
    const relation = who === 'father' || who === 'mother' ? who : reader.relation(relationField, values[relationField])
    const said = values[nameField]
    const name = said === undefined || isNobody(said) ? undefined : said
    const phone = reader.phone(phoneField, values[phoneField])
    if (name !== undefined && isRelation(name)) {
      reader.warn(nameField, name, 'guardian_relation_only')
      return []
    }
    if (name === undefined) {
      // Siblings' rows and the last import may have said who it is; the number alone does not.
      if (phone !== undefined) reader.warn(phoneField, values[phoneField] ?? '', 'guardian_no_name')
      return []
    }
    return [{ name, relation, phone }]
  })
}

/** "语文=四年级1班；数学=四年级2班", or subjects that are taught in each class of the column of classes. */
function teachingOf(values: Values): GivenPerson['teaching'] {
  const subjects = split(values['subjects'])
  const grade = values['grade']
  const classes = split(values['class']).map((name) => ({
    class: name,
    ...(grade !== undefined && gradeInClass(name) === null && { grade }),
  }))
  const found = subjects.flatMap((one) => {
    const [subject = '', at] = one.split('=').map((part) => part.trim())
    if (subject === '') return []
    return at === undefined ? classes.map((named) => ({ subject, ...named })) : [{ subject, class: at }]
  })
  return found.length === 0 ? undefined : found
}

function split(text = ''): string[] {
  return text
    .split(/[;；、,，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
