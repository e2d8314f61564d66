import { foldText } from '../../../../contract/rules/text/fold-text.ts'
import { isEmail } from '../../../../contract/rules/fields/email.ts'
import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import type { ImportWarning } from '../../../../contract/rules/imports/import-warnings.ts'
import { shownText } from './check-texts.ts'
import { readDate, readMonth } from './read-date.ts'
import { type Country, readPhone } from '../../phones/read-phone.ts'
import { showPhone } from '../../phones/show-phone.ts'
import { readStatus, wordsIn } from './read-status.ts'
import { maskCell } from '../../people/record/sealed-numbers.ts'
import type { Relation, RowProblem, RowWarning, UserKind } from '../reading/staged-row.ts'

/** Values by the words for them. */
export const wordsOf = <Value>(
  ...values: readonly (readonly [value: Value, words: string])[]
): ReadonlyMap<string, Value> =>
  new Map(values.flatMap(([value, words]) => words.split(' ').map((word) => [word, value])))

const TYPES = wordsOf<UserKind>(
  [1, '1 学生 student pupil'],
  [2, '2 教师 老师 教职工 teacher'],
  [3, '3 家长 监护人 parent guardian relative'],
  [4, '4 职工 员工 职员 行政 staff employee administrator'],
)
const SEXES = wordsOf<number>(
  [1, '男 男性 男生 男孩 1男 男1 m male boy man 1'],
  [2, '女 女性 女生 女孩 2女 女2 f female girl woman 2'],
)
/** A word for a guardian that is not among them is an 'other'. */
const RELATIONS = wordsOf<Relation>(
  [
    'father',
    '父亲 爸爸 爸 父 父子 父女 继父 养父 生父 father dad daddy stepfather stepdad fosterfather adoptivefather',
  ],
  [
    'mother',
    '母亲 妈妈 妈 母 母子 母女 继母 养母 生母 mother mum mom mummy stepmother stepmum stepmom fostermother adoptivemother',
  ],
  [
    'grandparent',
    '祖父母 外祖父母 爷爷 奶奶 外公 外婆 姥姥 姥爷 祖父 祖母 外祖父 外祖母 公公 婆婆 阿公 阿婆 爷 奶 grandparent grandmother grandfather grandma grandpa granny nan nana grandad granddad',
  ],
  ['other', '其他 其它 其他监护人 监护人 家长 other guardian relative parent carer'],
)
/** Further relatives, who are an 'other': a guardian who is called so has no name. */
const RELATIVES = new Set(
  '伯父 伯母 伯伯 叔叔 叔父 叔 婶婶 婶 舅舅 舅父 舅 舅妈 舅母 姑姑 姑妈 姑母 姑父 姑 姨 姨妈 姨母 姨父 阿姨 小姨 大姨 哥哥 哥 姐姐 姐 弟弟 妹妹 嫂子 表哥 表姐 堂哥 堂姐 太爷爷 太奶奶 干爹 干妈 亲戚 亲属 父母 爸妈 本人 uncle aunt auntie brother sister cousin godfather godmother parents'.split(
    ' ',
  ),
)
/** Reasons that schools write in place of a parent's name when that parent is no guardian. */
const NOBODY =
  /^(?:现|现在|已经?|因病|因|正?在)?(?:死亡|去世|过世|病故|亡故|身故|已?故|逝世?|服刑|坐牢|入狱|监狱|狱中|在押|戒毒所?|失联|失踪|出走|走失|弃养|遗弃|离家出走|离异|离婚|丧偶|改嫁|再婚|单亲|孤儿|不在|无联系|联系不上|不清楚|不知道?|dead|died|passedaway|inprison|missing|divorced|absent)+(?:了|中)?$/u
/** What is written where there is no person and no value. */
const NOTHING =
  /^(?:无|没有|暂无|空|不详|未知|未填|离异|离婚|已故|去世|已去世|亡故|丧偶|单亲|无(?:父|母)亲?|同上|同(?:父|母)亲?|略|n\/?a|n\.a\.?|tb[ac]|none|nil|null|unknown|deceased|not ?(?:known|applicable)|[-/\\—–_.·*×x?？、。]+)$/u

/** Years that a person may have, and months from now in which a pupil may enter the school: those of the next school year are known. */
const YEARS_MOST = 120
const MONTHS_AHEAD = 13

/** Whether a cell says that there is nothing: 无, /, —, N/A, 不详, 离异. */
export function isNothing(text: string): boolean {
  return NOTHING.test(foldText(text))
}

/** Whether a cell for a name has none: empty, without a letter (0), or a reason in its place (服刑, 死亡). */
export function isNobody(text: string): boolean {
  const folded = foldText(text).replaceAll(/[\s.。!?]/g, '')
  return isNothing(text) || !/\p{L}/u.test(folded) || NOBODY.test(folded)
}

/** Whether a cell for a name has a word for a relative instead: 爸爸, Mum. */
export function isRelation(text: string): boolean {
  const [, word = ''] = wordsIn(text)
  return RELATIONS.has(word) || RELATIVES.has(word)
}

/** A day some months after another, or before it: of the same number, of a longer month that of the next. */
function shiftMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/** Of several words, and of one with a remark, the first that is known. */
const knownWord = <T>(words: ReadonlyMap<string, T>, text: string): T | undefined =>
  wordsIn(text)
    .map((word) => words.get(word))
    .find((found) => found !== undefined)

interface ReaderOptions {
  /** The country of phones without a country's code. */
  readonly country?: Country | undefined
  /** Today in the unit's time zone; later birthdays are refused. */
  readonly today?: string | undefined
  /** The place of a field's cell, as C7. */
  readonly cellOf?: ((field: string) => string) | undefined
}

/** Reads the cells of one row, and gathers what is wrong with them (`problems`) and what is to be said of them (`warnings`), both with identity numbers masked. */
export function createValueReader(
  headings: Readonly<Record<string, string>>,
  {
    country = 'CN',
    today = new Date().toISOString().slice(0, 10),
    cellOf = (field) => headings[field] ?? field,
  }: ReaderOptions = {},
) {
  const problems: RowProblem[] = []
  const warnings: RowWarning[] = []
  const remark = <Code>(field: string, value: string, code: Code, params: Readonly<Record<string, string>> = {}) => {
    const masked = maskCell(field, value)
    return {
      column: headings[field] ?? '',
      value: shownText(masked, 200),
      code,
      params: { value: shownText(masked, 60), ...params },
    }
  }
  const refuse = (...given: Parameters<typeof remark<ImportProblem>>) => {
    problems.push(remark(...given))
    return undefined
  }
  const warn = (...given: Parameters<typeof remark<ImportWarning>>) => {
    warnings.push(remark(...given))
    return undefined
  }
  /** What a word means; one that is not known is not read, and that is said. */
  const word = <T>(words: ReadonlyMap<string, T>, field: string, text: string | undefined, code: ImportWarning) => {
    if (text === undefined || isNothing(text)) return undefined
    return knownWord(words, text) ?? warn(field, text, code)
  }

  return {
    problems,
    warnings,
    refuse,
    warn,
    isRefused: (field: string) => field in headings && problems.some(({ column }) => column === headings[field]),
    type(field: string, text: string | undefined) {
      if (text === undefined) return undefined
      return TYPES.get(foldText(text)) ?? refuse(field, text, 'type_unknown')
    },
    /** Of 男/女, as forms have it to be chosen from, none was. */
    sex: (field: string, text: string | undefined) =>
      text !== undefined && /男.*女|女.*男/.test(text)
        ? warn(field, text, 'sex_skipped')
        : word(SEXES, field, text, 'sex_skipped'),
    /** Whether the person stays. */
    status(field: string, text: string | undefined) {
      const status = text === undefined ? undefined : readStatus(text, headings[field])
      if (status !== undefined) return status !== 'left'
      return text === undefined || isNothing(text) ? undefined : warn(field, text, 'status_skipped')
    },
    /** The number of a person; refuses one that a spreadsheet program has turned into an amount, as 1,001.00. */
    number(field: string, text: string | undefined) {
      if (text === undefined || !/^(?:-?\d+[.,]\d+|-\d+|\(-?\d+(?:\.\d+)?\))$/.test(text.normalize('NFKC').trim()))
        return text
      return refuse(field, text, 'number_broken', { cell: cellOf(field) })
    },
    relation(field: string, text: string | undefined): Relation | undefined {
      if (text === undefined || isNothing(text)) return undefined
      const known = knownWord(RELATIONS, text)
      if (known === undefined) warn(field, text, 'relation_other')
      return known ?? 'other'
    },
    phone(field: string, text: string | undefined) {
      if (text === undefined || isNothing(text)) return undefined
      const read = readPhone(text, country)
      if (!read) return warn(field, text, 'phone_none')
      if (!read.isNumber) warn(field, text, 'phone_text')
      if (read.more.length > 0) warn(field, text, 'phone_more', { more: read.more.map(showPhone).join(', ') })
      return read.phone
    },
    email(field: string, text: string | undefined) {
      if (text === undefined || isNothing(text)) return undefined
      const address = text.normalize('NFKC').trim()
      return isEmail(address) ? address : refuse(field, text, 'bad_email')
    },
    /** A day, or the first day of a month. */
    day(kind: 'day' | 'month', field: string, text: string | undefined, order?: Parameters<typeof readDate>[1]) {
      if (text === undefined || isNothing(text)) return undefined
      const day = kind === 'day' ? readDate(text, order) : readMonth(text, order)
      if (day === undefined) return warn(field, text, kind === 'day' ? 'date_skipped' : 'month_skipped')
      const last = shiftMonths(today, kind === 'day' ? 0 : MONTHS_AHEAD)
      if (day <= last && day >= shiftMonths(today, -12 * YEARS_MOST)) return day
      return refuse(field, text, 'day_impossible', { cell: cellOf(field) })
    },
  }
}

export type ValueReader = ReturnType<typeof createValueReader>
