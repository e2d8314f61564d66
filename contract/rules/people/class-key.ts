import { foldName, foldText } from '../text/fold-text.ts'

// Grades and classes as schools write them, and the keys in which the forms of one meet. A class is always compared as a pair with its grade: grade 1 with class 12 is
// not grade 11 with class 2.

/** How a grade's number is written. Forms of different kinds may mean different grades: Year 2 of England is Grade 1 elsewhere. A bare number may be of any kind. */
type Kind = 'year' | 'grade' | 'primary' | 'chinese' | 'bare'

interface ReadGrade {
  /** Equal for forms of the same grade. */
  readonly key: string
  /** By which grades are sorted, lowest first: 1 for the first grade of primary school, 0 for the year before. Null for names that say nothing of it. */
  readonly rank: number | null
  readonly kind: Kind | null
  /** By the counting of junior or senior middle school, as 初三 and 高一. */
  readonly ofStage: boolean
}

const DIGITS = '零一二三四五六七八九'
const TENS = /^([一二三四五六七八九])?十([一二三四五六七八九])?$/
const CARDINALS = 'one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ')
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** The number that a text is, in Arabic or Chinese digits or an English word; null for other texts. */
function numberOf(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (text.length === 1 && DIGITS.includes(text)) return DIGITS.indexOf(text)
  const tens = TENS.exec(text)
  if (tens) return (tens[1] ? DIGITS.indexOf(tens[1]) : 1) * 10 + (tens[2] ? DIGITS.indexOf(tens[2]) : 0)
  const at = Math.max(CARDINALS.indexOf(text), ORDINALS.indexOf(text))
  return at === -1 ? null : at + 1
}

const NUMBER = '\\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]'
const WORDS = [...CARDINALS, ...ORDINALS].join('|')

interface GradeForm {
  readonly pattern: RegExp
  readonly kind: Kind
  /**
   * Before the number in the key: g for grades counted from primary school, y for the years of England, which are counted otherwise, j and s for the grades of junior and senior middle school
   * that are none of the twelve, f for forms.
   */
  readonly letter: 'g' | 'y' | 'j' | 's' | 'f'
}

/** Each with the number in its group. */
const FORMS: readonly GradeForm[] = [
  { pattern: new RegExp(`^(?:小学?|第)?(${NUMBER})年级?$`), kind: 'chinese', letter: 'g' },
  { pattern: new RegExp(`^小学?(${NUMBER})$`), kind: 'chinese', letter: 'g' },
  { pattern: new RegExp(`^(?:初中?|初级中学)(${NUMBER})(?:年级?)?$`), kind: 'chinese', letter: 'j' },
  { pattern: new RegExp(`^(?:高中?|高级中学)(${NUMBER})(?:年级?)?$`), kind: 'chinese', letter: 's' },
  { pattern: new RegExp(`^(?:year|yr|y)(?:group)?(\\d{1,2}|${WORDS})$`), kind: 'year', letter: 'y' },
  { pattern: new RegExp(`^(?:grade|gr|g)(\\d{1,2}|${WORDS})$`), kind: 'grade', letter: 'g' },
  { pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)grade$`), kind: 'grade', letter: 'g' },
  { pattern: new RegExp(`^(${ORDINALS.join('|')})grade$`), kind: 'grade', letter: 'g' },
  { pattern: new RegExp(`^(?:primary|p)(\\d{1,2}|${WORDS})$`), kind: 'primary', letter: 'g' },
  {
    pattern: new RegExp(`^junior(?:middle|high)?(?:school)?(?:grade)?(\\d{1,2}|${WORDS})$`),
    kind: 'grade',
    letter: 'j',
  },
  {
    pattern: new RegExp(`^senior(?:middle|high)?(?:school)?(?:grade)?(\\d{1,2}|${WORDS})$`),
    kind: 'grade',
    letter: 's',
  },
  { pattern: new RegExp(`^(?:form|secondary)(\\d{1,2}|${WORDS})$`), kind: 'grade', letter: 'f' },
  { pattern: new RegExp(`^(${NUMBER})$`), kind: 'bare', letter: 'g' },
]

/** What is added to a number for its rank. */
const BEFORE = { g: 0, y: 0, j: 6, s: 9, f: 6 } as const
/** Grades of a stage that are grades of the twelve as well. */
const OF_STAGE = 3

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
    const rank = BEFORE[letter] + number
    const ofStage = letter === 'j' || letter === 's'
    const key = ofStage && number <= OF_STAGE ? `g${rank}` : `${letter}${number}`
    // 初四 of the schools with four grades of junior middle school comes before 高一.
    return { key, rank: letter === 'j' && number > OF_STAGE ? BEFORE.s + 0.5 : rank, kind, ofStage }
  }
  const other = (key: string, rank: number | null) => ({ key, rank, kind: null, ofStage: false })
  // The sixth grade, where junior middle school begins with it, as in Shanghai.
  if (/^(?:初中)?预[初备](?:班|年级)?$/.test(text)) return { ...other('g6', 6), kind: 'chinese' }
  for (const [pattern, key, rank] of EARLY) if (pattern.test(text)) return other(key, rank)
  const ofKindergarten = /^(?:kindergarten|kg|k)([1-4])$/.exec(text)
  if (ofKindergarten) return other(`k${ofKindergarten[1]}`, Number(ofKindergarten[1]) - 3)
  // By the year in which they began or end: who began later is younger.
  const cohort = /^(20\d\d)(级|届)$/.exec(text)
  if (cohort) return other(`c${text}`, 100 + 3000 - Number(cohort[1]))
  return other(`=${text}`, null)
}

/** The key in which the forms of a grade's name meet: '9年级', '九年级', '初三' and 'Grade 9'. 'Year 9' has another. */
export function gradeKey(name: string): string {
  return readGrade(name).key
}

/** The same for 'Year 9' and 'Grade 9': grades with different ones are never the same. */
const numberKey = (name: string) => gradeKey(name).replace(/^y(?=\d)/, 'g')

/** Whether two names of the same number say it in ways that may mean different grades. */
export function mayDiffer(one: string, other: string): boolean {
  const [a, b] = [readGrade(one).kind, readGrade(other).kind]
  return a !== b && a !== null && b !== null && a !== 'bare' && b !== 'bare'
}

/** Whether two names of the same number mean different grades: those of England and of America. */
const isApart = (one: string, other: string) => {
  const kinds = [readGrade(one).kind, readGrade(other).kind]
  return kinds.includes('year') && kinds.includes('grade')
}

export interface Names {
  readonly name: string
  readonly englishName: string
}

/** What a name of a grade means. */
export interface GradeChoice<Grade> {
  /** The grade that a name means. */
  readonly grade?: Grade
  /** It is written in another way than the grade's own names, and may be another. */
  readonly isAlike: boolean
  /** Those that the name could mean, where it could be several. */
  readonly among: readonly Grade[]
  /** One of the same number in another counting, which the name does not mean. */
  readonly apart?: Grade
}

const namesOf = ({ name, englishName }: Names) => (englishName === '' ? [name] : [name, englishName])

/** The grades of a school, among which names are looked for. */
export interface Grades<Grade extends Names> {
  add(grade: Grade): void
  /**
   * Finds the grade that a name means: one of that very name, else one that is written in the same way, else the only one that it can be. A school with 初四 counts 初一 to 初四 from the sixth grade on or from
   * the seventh: there 初三 and 九年级 may be two grades.
   */
  choose(written: string): GradeChoice<Grade>
}

/** Grades by what their names count: a file may have as many as it has rows. */
export function createGrades<Grade extends Names>(given: readonly Grade[] = []): Grades<Grade> {
  const byNumber = new Map<string, Grade[]>()
  /** Whether junior middle school has a fourth grade. */
  let hasFour = false
  const add = (grade: Grade) => {
    for (const key of new Set(namesOf(grade).map(numberKey))) {
      hasFour ||= /^j[4-9]/.test(key)
      byNumber.set(key, [...(byNumber.get(key) ?? []), grade])
    }
  }
  for (const grade of given) add(grade)
  return { add, choose }

  function choose(written: string): GradeChoice<Grade> {
    const same = byNumber.get(numberKey(written)) ?? []
    const exact = same.filter((one) => namesOf(one).some((name) => foldName(name) === foldName(written)))
    const isApartFrom = (one: Grade) => {
      const names = namesOf(one)
      return names.some((name) => isApart(name, written)) && names.every((name) => gradeKey(name) !== gradeKey(written))
    }
    const near = exact.length > 0 ? exact : same.filter((one) => !isApartFrom(one))
    const close = near.filter((one) => namesOf(one).some((name) => !mayDiffer(name, written)))
    const [first, ...others] = close.length > 0 ? close : near
    const apart = same.find(isApartFrom)
    if (!first) return { isAlike: false, among: [], ...(apart && { apart }) }
    if (others.length > 0) return { isAlike: false, among: [first, ...others] }
    if (hasFour && exact.length === 0 && isCountedOtherwise(written, namesOf(first)))
      return { isAlike: false, among: [first] }
    return { grade: first, isAlike: close.length === 0, among: [] }
  }
}

/** Whether one is counted from primary school and the other from junior middle school. */
function isCountedOtherwise(written: string, names: readonly string[]): boolean {
  const { rank, ofStage } = readGrade(written)
  return rank !== null && rank > 5 && rank < 10 && names.every((name) => readGrade(name).ofStage !== ofStage)
}

/** The forms in which a grade stands at the beginning of a class's name, the longest first. */
function prefixesOf(grade: string): string[] {
  const text = squash(grade)
  const [, letter, digits = ''] = /^([gyjsf])(\d+)$/.exec(gradeKey(grade)) ?? []
  const number = Number(digits)
  const of = (prefixes: readonly string[], counted: number) =>
    counted <= 0
      ? []
      : prefixes.flatMap((before) =>
          [String(counted), inChinese(counted)].flatMap((form) => ['年级', '年', ''].map((end) => before + form + end)),
        )
  const english = (words: readonly string[], counted: number) =>
    counted <= 0 ? [] : words.map((word) => word + counted)
  const isOfStage = (before: number) => number > before && number <= before + OF_STAGE
  const junior = letter === 'j' ? number : letter === 'g' && isOfStage(BEFORE.j) ? number - BEFORE.j : 0
  const senior = letter === 's' ? number : letter === 'g' && isOfStage(BEFORE.s) ? number - BEFORE.s : 0
  const written = [
    ...(letter === 'g' || letter === 'y'
      ? [...of(['小学', '小', ''], number), ...english(['grade', 'year', 'primary', 'gr', 'yr', 'y', 'g', 'p'], number)]
      : []),
    ...of(['初中', '初'], junior),
    ...english(['junior'], junior),
    ...of(['高中', '高'], senior),
    ...english(['senior'], senior),
    ...(letter === 'f' ? english(['form', 'secondary'], number) : []),
  ]
  return [...new Set([text, ...written])].toSorted((one, other) => other.length - one.length)
}

/** 12 as '十二', for numbers below 100. */
export function inChinese(number: number): string {
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
  /^((?:year|yr|y|grade|gr|g|form|primary|secondary)\d{1,2})((?:\D|$).*)$/,
  /^([一二三四五六七八九])(\d{1,2}班?)$/,
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

/** What stands alone for a class within a grade that is not said. */
const ALONE = /^[(（]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）]?班$|^(?:class\s*)?(\d{1,2}[A-Z])$/i

/** Splits a text into grade and class, each as it is written there: '' for one that the text lacks, undefined when it lacks both. */
export function splitClass(text: string): { grade: string; class: string } | undefined {
  if (ALONE.test(text)) return { grade: '', class: ALONE.exec(text)?.[1] ?? text }
  if (!readGrade(text).key.startsWith('=') && !/^\d+$/.test(text)) return { grade: text, class: '' }
  // Words with spaces between them, of which the second may begin with a number as well, and years of entry.
  const apart = /^((?:year|grade|form|yr|primary|secondary)\s*\d{1,2}|20\d\d[级届])[\s,，·-]*(?<!\d)(.+)$/i.exec(text)
  if (apart) return { grade: apart[1] ?? '', class: apart[2] ?? '' }
  const grade = gradeInClass(text)
  if (grade === null) return undefined
  for (let end = 1; end < text.length; end += 1)
    if (squash(text.slice(0, end)) === squash(grade) && squash(text.slice(0, end + 1)) !== squash(grade))
      return { grade: text.slice(0, end).trim(), class: text.slice(end).replace(/^[\s,，·.、-]+/, '') }
  return undefined
}

/** A class's name as a whole, for grades whose names say no number: '启航1班' where the grade is 启航. */
const wholeKey = (text: string) => `~${squash(text)}`

/**
 * The key of a class as a row names it: a pair of grade and class. Without a grade in the row, that in the class's name; without one there either, the name as a whole. `grades`: those of the school
 * and of the file, one of which is meant.
 */
export function pairKey(grade: string | undefined, name: string, grades: Grades<Names> = createGrades()): string {
  const said = grade === undefined || grade === '' ? gradeInClass(name) : grade
  if (said === null) return wholeKey(name)
  const of = grades.choose(said).grade?.name ?? said
  return `${gradeKey(of)}|${classKey(name, [of, said])}`
}

/** All keys by which rows may name a class: by the names of both in either language. */
export function keysOfClass(grade: Names, { name, englishName }: Names): string[] {
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
  if (said === null || !/年级|^year|^grade|^[初高]/.test(said)) return false
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
  const number = Number(/^[gyjsf](\d+)$/.exec(gradeKey(grade))?.[1] ?? 0)
  // 901班 and 301班 of 初三.
  const numbers = [number, ...[BEFORE.j, BEFORE.s].map((before) => number - before)].filter((one) => one > 0)
  const counted = new RegExp(`^0?(?:${numbers.join('|')})0?(\\d{1,2})$`).exec(key)
  if (/^\d{3,4}$/.test(key) && numbers.length > 0 && counted) return String(Number(counted[1]))
  return key
    .replaceAll(new RegExp(NUMBER, 'g'), (digits) => String(numberOf(digits) ?? digits))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
