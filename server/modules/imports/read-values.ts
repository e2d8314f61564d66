import { isEmail } from '../../../contract/rules/fields/email.ts'
import { isPhone } from '../../../contract/rules/fields/phone.ts'
import type { ImportProblem } from '../../../contract/rules/imports/import-problems.ts'
import type { ImportWarning } from '../../../contract/rules/imports/import-warnings.ts'
import type { Relation, RowProblem, RowWarning, UserKind } from './staged-row.ts'

const TYPES = new Map<string, UserKind>(
  (
    [
      [1, ['1', '学生', 'student', 'pupil']],
      [2, ['2', '教师', '老师', '教职工', 'teacher']],
      [3, ['3', '家长', '监护人', 'parent', 'guardian', 'relative']],
      [4, ['4', '职工', '员工', '职员', '行政', 'staff', 'employee', 'administrator']],
    ] as const
  ).flatMap(([type, words]) => words.map((word): [string, UserKind] => [word, type])),
)
const SEXES = new Map([
  ...['男', 'm', 'male', 'boy', '1'].map((word): [string, number] => [word, 1]),
  ...['女', 'f', 'female', 'girl', '2'].map((word): [string, number] => [word, 2]),
])
const STATUSES = new Map([
  ...['在校', '在职', '在读', '正常', '启用', 'active', 'enabled', '1'].map((word): [string, boolean] => [word, true]),
  ...['离校', '离职', '毕业', '停用', '转出', 'left', 'inactive', 'tobedeleted', 'disabled', '0'].map(
    (word): [string, boolean] => [word, false],
  ),
])
const RELATIONS = new Map<string, Relation>(
  (
    [
      ['father', ['父亲', '爸爸', '父', '父子', '父女', 'father', 'dad']],
      ['mother', ['母亲', '妈妈', '母', '母子', '母女', 'mother', 'mum', 'mom']],
      [
        'grandparent',
        [
          '祖父母',
          '爷爷',
          '奶奶',
          '外公',
          '外婆',
          '姥姥',
          '姥爷',
          '祖父',
          '祖母',
          '外祖父',
          '外祖母',
          'grandparent',
          'grandmother',
          'grandfather',
        ],
      ],
      ['other', ['其他', '其它', '其他监护人', 'other', 'guardian', 'relative']],
    ] as const
  ).flatMap(([relation, words]) => words.map((word): [string, Relation] => [word, relation])),
)
const LEAST_DATE = '1930-01-01'
const LARGEST_DATE = '2100-01-01'

// oxlint-disable-next-line no-control-regex -- removing control characters is its purpose
const UNSHOWN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu

/** A value as it is stored: the database takes neither a null nor half a character, in which a cut may end. */
const shown = (value: string, length: number) => value.slice(0, length).replaceAll(UNSHOWN_CHARACTERS, '')

/** Reads the cells of one row, and gathers what is wrong with them (`problems`) and what is to be said of them (`warnings`). */
export function createValueReader(headings: Readonly<Record<string, string>>) {
  const problems: RowProblem[] = []
  const warnings: RowWarning[] = []
  const refuse = (field: string, value: string, code: ImportProblem, params: Readonly<Record<string, string>> = {}) => {
    problems.push({
      column: headings[field] ?? '',
      value: shown(value, 200),
      code,
      params: { value: shown(value, 60), ...params },
    })
    return undefined
  }
  const warn = (field: string, value: string, code: ImportWarning, params: Readonly<Record<string, string>> = {}) => {
    warnings.push({
      column: headings[field] ?? '',
      value: shown(value, 200),
      code,
      params: { value: shown(value, 60), ...params },
    })
    return undefined
  }
  const word = <T>(words: ReadonlyMap<string, T>, field: string, text: string | undefined, code: ImportProblem) => {
    if (text === undefined) return undefined
    const found = words.get(text.normalize('NFKC').toLowerCase().trim())
    return found ?? refuse(field, text, code)
  }

  return {
    problems,
    warnings,
    refuse,
    warn,
    isRefused: (field: string) => field in headings && problems.some(({ column }) => column === headings[field]),
    type: (field: string, text: string | undefined) => word(TYPES, field, text, 'type_unknown'),
    sex: (field: string, text: string | undefined) => word(SEXES, field, text, 'sex_unknown'),
    status: (field: string, text: string | undefined) => word(STATUSES, field, text, 'status_unknown'),
    relation: (field: string, text: string | undefined) => word(RELATIONS, field, text, 'relation_unknown'),
    phone(field: string, text: string | undefined) {
      if (text === undefined) return undefined
      const digits = text
        .normalize('NFKC')
        .replaceAll(/[\s-]/g, '')
        .replace(/^(\+|00)86/, '')
      return isPhone(digits) ? digits : refuse(field, text, 'bad_phone')
    },
    email(field: string, text: string | undefined) {
      if (text === undefined) return undefined
      const address = text.normalize('NFKC').trim()
      return isEmail(address) ? address : refuse(field, text, 'bad_email')
    },
    date(field: string, text: string | undefined) {
      if (text === undefined) return undefined
      const date = dateOf(text)
      return date !== undefined && date >= LEAST_DATE && date < LARGEST_DATE ? date : refuse(field, text, 'bad_date')
    },
  }
}

export type ValueReader = ReturnType<typeof createValueReader>

/** A day as 2016-09-01, of the forms that schools write. */
function dateOf(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim()
  const parts =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(typed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(typed)
  if (!parts) return undefined
  const [, year = '', month = '', day = ''] = parts
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : undefined
}
