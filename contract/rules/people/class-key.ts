import { foldText } from '../text/fold-text.ts'

// Grades and classes as schools write them, and the keys in which the forms of one meet. A class is always compared as a pair with its grade: grade 1 with class 12 is
// not grade 11 with class 2.

/** How a grade's number is written. Forms of different kinds may mean different grades: Year 2 of England is Grade 1 elsewhere. */
type Kind = 'year' | 'grade' | 'primary' | 'chinese' | 'bare'

interface ReadGrade {
  /** Equal for forms of the same grade. */
  readonly key: string
  /** By which grades are sorted, lowest first: 1 for the first grade of primary school, 0 for the year before. Null for names that say nothing of it. */
  readonly rank: number | null
  readonly kind: Kind | null
}

const DIGITS = '零一二三四五六七八九'
const TENS = /^([一二三四五六七八九])?十([一二三四五六七八九])?$/
const ENGLISH = [
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen'],
  [
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'eleventh',
    'twelfth',
  ],
] as const

/** The number that a text is, in Arabic or Chinese digits or an English word; null for other texts. */
function numberOf(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (text.length === 1 && DIGITS.includes(text)) return DIGITS.indexOf(text)
  const tens = TENS.exec(text)
  if (tens) return (tens[1] ? DIGITS.indexOf(tens[1]) : 1) * 10 + (tens[2] ? DIGITS.indexOf(tens[2]) : 0)
  for (const words of ENGLISH) {
    const at = words.findIndex((word) => word === text)
    if (at !== -1) return at + 1
  }
  return null
}

const NUMBER = '\\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]'
const WORDS = ENGLISH.flat().join('|')

interface GradeForm {
  readonly pattern: RegExp
  readonly kind: Kind
  /** Before the number in the key: g for grades counted from primary school, j and s for those of junior and senior middle school, f for forms. */
  readonly letter: 'g' | 'j' | 's' | 'f'
}

/** Each with the number in its group. */
const FORMS: readonly GradeForm[] = [
  { pattern: new RegExp(`^(?:小学?|第)?(${NUMBER})年级?$`), kind: 'chinese', letter: 'g' },
  { pattern: new RegExp(`^小学?(${NUMBER})$`), kind: 'chinese', letter: 'g' },
  { pattern: new RegExp(`^(?:初中?|初级中学)(${NUMBER})(?:年级?)?$`), kind: 'chinese', letter: 'j' },
  { pattern: new RegExp(`^(?:高中?|高级中学)(${NUMBER})(?:年级?)?$`), kind: 'chinese', letter: 's' },
  { pattern: new RegExp(`^(?:year|yr|y)(?:group)?(\\d{1,2}|${WORDS})$`), kind: 'year', letter: 'g' },
  { pattern: new RegExp(`^(?:grade|gr|g)(\\d{1,2}|${WORDS})$`), kind: 'grade', letter: 'g' },
  { pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)grade$`), kind: 'grade', letter: 'g' },
  { pattern: new RegExp(`^(${ENGLISH[1].join('|')})grade$`), kind: 'grade', letter: 'g' },
  { pattern: new RegExp(`^(?:primary|p)(\\d{1,2}|${WORDS})$`), kind: 'primary', letter: 'g' },
  { pattern: new RegExp(`^junior(\\d{1,2}|${WORDS})$`), kind: 'grade', letter: 'j' },
  { pattern: new RegExp(`^senior(\\d{1,2}|${WORDS})$`), kind: 'grade', letter: 's' },
  { pattern: new RegExp(`^(?:form|secondary)(\\d{1,2}|${WORDS})$`), kind: 'grade', letter: 'f' },
  { pattern: new RegExp(`^(${NUMBER})$`), kind: 'bare', letter: 'g' },
]

/** What is added to a number for its rank. */
const BEFORE = { g: 0, j: 6, s: 9, f: 6 } as const

/** Years before primary school, by their names. */
const EARLY: readonly (readonly [pattern: RegExp, key: string, rank: number])[] = [
  [/^(?:幼儿园)?托班$/, 'e:tuo', -3],
  [/^(?:幼儿园)?小班$/, 'e:xiao', -2],
  [/^(?:幼儿园)?中班$/, 'e:zhong', -1],
  [/^(?:幼儿园)?大班$/, 'e:da', 0],
  [/^学前班?$/, 'e:xueqian', 0.5],
  [/^nursery$/, 'e:nursery', -1],
  [/^pre-?k(?:indergarten)?$/, 'e:prek', -1],
  [/^reception$/, 'e:reception', 0],
  [/^(?:kindergarten|kg|k)$/, 'e:kindergarten', 0],
]

/** A text without what tells no grades or classes apart: case, width, spaces, commas. */
const squash = (text: string) => foldText(text).replaceAll(/[ ,，、]/g, '')

/** Reads the name of a grade. Two names are of the same grade when their keys are equal. */
export function readGrade(name: string): ReadGrade {
  const text = squash(name)
  for (const { pattern, kind, letter } of FORMS) {
    const number = numberOf(pattern.exec(text)?.[1] ?? '')
    if (number === null || number === 0) continue
    return { key: `${letter}${number}`, rank: BEFORE[letter] + number, kind }
  }
  for (const [pattern, key, rank] of EARLY) if (pattern.test(text)) return { key, rank, kind: null }
  const ofKindergarten = /^(?:kindergarten|kg|k)([1-4])$/.exec(text)
  if (ofKindergarten) return { key: `k${ofKindergarten[1]}`, rank: Number(ofKindergarten[1]) - 3, kind: null }
  // By the year in which they began or end: who began later is younger.
  const cohort = /^(20\d\d)(级|届)$/.exec(text)
  if (cohort) return { key: `c${text}`, rank: 100 + 3000 - Number(cohort[1]), kind: null }
  return { key: `=${text}`, rank: null, kind: null }
}

/** The key in which the forms of a grade's name meet: '2年级', '二年级', 'Grade 2' and 'Year 2'. */
export function gradeKey(name: string): string {
  return readGrade(name).key
}

/** Whether two names of the same key say it in ways that may mean different grades. */
export function mayDiffer(one: string, other: string): boolean {
  const [a, b] = [readGrade(one).kind, readGrade(other).kind]
  return a !== b && a !== null && b !== null && a !== 'bare' && b !== 'bare'
}

/** The forms in which a grade stands at the beginning of a class's name, the longest first. */
function prefixesOf(grade: string): string[] {
  const text = squash(grade)
  const { key } = readGrade(grade)
  const [, letter, digits] = /^([gjsf])(\d+)$/.exec(key) ?? []
  const number = Number(digits)
  const forms = [digits ?? '', inChinese(number)]
  const of = (prefixes: readonly string[]) =>
    prefixes.flatMap((before) => forms.flatMap((form) => ['年级', '年', ''].map((end) => before + form + end)))
  const counted = (more: number) => (number <= 3 ? prefixesOf(`${number + more}年级`) : [])
  const written =
    letter === 'g'
      ? [
          ...of(['小学', '小', '']),
          ...['grade', 'year', 'primary', 'gr', 'yr', 'y', 'g', 'p'].map((word) => word + digits),
        ]
      : letter === 'j'
        ? [...of(['初中', '初']), ...counted(BEFORE.j)]
        : letter === 's'
          ? [...of(['高中', '高']), ...counted(BEFORE.s)]
          : letter === 'f'
            ? [`form${digits}`, `secondary${digits}`]
            : []
  return [...new Set([text, ...written])].toSorted((one, other) => other.length - one.length)
}

/** 12 as '十二', for numbers below 100. */
function inChinese(number: number): string {
  const [tens, ones] = [Math.trunc(number / 10), number % 10]
  return (tens === 0 ? '' : tens === 1 ? '十' : `${DIGITS.charAt(tens)}十`) + (ones === 0 ? '' : DIGITS.charAt(ones))
}

const BRACKETS = /[()[\]{}【】〔〕「」]/g

/** A class's name without its grade, as its number or letter where it has one: '1' of '（1）班', '01班', '一班' and 'Class 1'. */
function withoutForm(text: string): string {
  const bare = text
    .replaceAll(BRACKETS, '')
    .replace(/^(?:class|form|第)(?=.)/, '')
    .replace(/(.)班$/u, '$1')
  const number = numberOf(bare)
  return number === null ? bare : String(number)
}

/** What a class's name begins with may be its grade only where the rest shows that the number has ended: '二(1)班', '2.1', '2-1', '10A', '七1班', not '12班'. */
function isEnd(prefix: string, rest: string): boolean {
  if (rest === '') return false
  if (/\d$/.test(prefix))
    return /^(?:[([.【〔-]|[a-z]$|class|form)/.test(rest) || (/\D/.test(prefix) && /^[^\d]/.test(rest))
  if (prefix.length <= 2 && /[一二三四五六七八九十]$/.test(prefix))
    return /^[([.【〔\d-]/.test(rest) || (prefix.length === 2 && /^[小初高]/.test(prefix))
  return true
}

/** The key of a class within its grade. `grades`: the names of its grade, which a class's name may begin with. */
export function classKey(name: string, grades: readonly string[] = []): string {
  const text = squash(name)
  const prefix = grades
    .filter((grade) => grade !== '')
    .flatMap(prefixesOf)
    .toSorted((one, other) => other.length - one.length)
    .find((one) => text.startsWith(one) && isEnd(one, text.slice(one.length)))
  return withoutForm(prefix === undefined ? text : text.slice(prefix.length).replace(/^[.-](?=.)/, ''))
}

/** A grade and the rest, of class names that say both: '一年级1班', '初二（3）班', 'Grade 7, Class 2', '10A', '2(1)班'. */
const WHOLE = [
  new RegExp(`^((?:小学?|初中?|高中?)?(?:${NUMBER})年级?)(.+)$`),
  new RegExp(`^((?:小学?|初中?|高中?)(?:[一二三四五六七八九]|[1-9](?!\\d)))(.+)$`),
  /^((?:year|yr|grade|gr|form|primary|secondary)\d{1,2})((?:\D|$).*)$/,
  new RegExp(`^(${NUMBER})([([【〔.-].+|[a-z])$`),
]

/** The grade that a class's name begins with, as it is written there; null where it says none. */
export function gradeInClass(name: string): string | null {
  const text = squash(name)
  for (const pattern of WHOLE) {
    const [, grade = '', rest = ''] = pattern.exec(text) ?? []
    if (rest !== '' && !readGrade(grade).key.startsWith('=')) return grade
  }
  return null
}

/** A class's name as a whole, for grades whose names say no number: '启航1班' where the grade is 启航. */
const wholeKey = (text: string) => `~${squash(text)}`

/**
 * The key of a class as a row names it: a pair of grade and class. Without a grade in the row, that in the class's name; without one there either, the name as a whole.
 */
export function pairKey(grade: string | undefined, name: string): string {
  const of = grade === undefined || grade === '' ? gradeInClass(name) : grade
  return of === null ? wholeKey(name) : `${gradeKey(of)}|${classKey(name, [of])}`
}

interface ClassNames {
  readonly name: string
  readonly englishName: string
}

/** All keys by which rows may name a class: by the names of both in either language. */
export function keysOfClass(grade: ClassNames, { name, englishName }: ClassNames): string[] {
  const grades = [grade.name, grade.englishName].filter((one) => one !== '')
  const names = [name, englishName].filter((one) => one !== '')
  return [
    ...new Set(
      names.flatMap((one) => [
        ...grades.map((of) => `${gradeKey(of)}|${classKey(one, grades)}`),
        ...grades.map((of) => wholeKey(squash(one).startsWith(squash(of)) ? one : of + one)),
      ]),
    ),
  ]
}

/** Whether a row's class says another grade than the row's column: '二年级1班' in a row of '一年级'. */
export function isOtherGrade(grade: string, name: string): boolean {
  const said = gradeInClass(name)
  if (said === null || !/年级|^year|^grade/.test(said)) return false
  const [own, other] = [readGrade(grade).rank, readGrade(said).rank]
  return own !== null && other !== null && own !== other
}

/** Where a grade with a rank belongs among others that stand in order: before the first of a higher rank, else at the end. */
export function placeOfGrade(ranks: readonly (number | null)[], rank: number | null): number {
  if (rank === null) return ranks.length
  const at = ranks.findIndex((one) => one !== null && one > rank)
  return at === -1 ? ranks.length : at
}

/** A looser key of a class in a grade: names with equal ones may be one class, which has to be asked ('101班' or '1.01' beside '1班', '实验一班' beside '实验1班'). */
export function looseClassKey(grade: string, name: string): string {
  const key = classKey(name, [grade])
  const number = /^[gjsf](\d+)$/.exec(gradeKey(grade))?.[1]
  const counted = number === undefined ? null : new RegExp(`^0?${number}0?(\\d{1,2})$`).exec(key)
  if (/^\d{3,4}$/.test(key) && counted) return String(Number(counted[1]))
  return key
    .replaceAll(new RegExp(NUMBER, 'g'), (digits) => String(numberOf(digits) ?? digits))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
