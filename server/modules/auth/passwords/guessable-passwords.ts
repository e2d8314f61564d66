/** What people choose first, in lower case: leaked passwords, keyboard walks, and school words in English and pinyin. docs/develop/asvs.md says what it is for. */
const WORDS: readonly string[] = `
  password passwort passwd passw pass pwd mima wodemima secret login denglu changeme default temp test guest user yonghu root admin
  administrator guanliyuan system portal school xuexiao campus xiaoyuan student xuesheng teacher laoshi jiaoshi parent jiazhang class banji
  education jiaoyu principal xiaozhang office staff desktop welcome hello nihao letmein iloveyou woaini aini love china zhongguo beijing
  shanghai monkey dragon master football baseball basketball sunshine princess shadow superman batman michael jordan charlie computer
  internet google apple windows microsoft trustno freedom qwertyuiop qwerty qwert asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv qazwsxedc
  qazwsx qaz wsx 1qaz 2wsx 3edc 1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4 a1b2c3 5201314 1314 520 521 147 258 369 woaiwojia woaizhongguo buzhidao
  wobuzhidao wojiushiwo tianxiawudi haohaoxuexi tiantianxiangshang zhongguoren 7758258 7758521 584`
  .trim()
  .split(/\s+/)
  .toSorted((one, other) => other.length - one.length)

/** Fewest different letters and digits that must be left without everything common. */
const LEAST_OWN = 4
/** The same beside the login name or the unit's name, which a guesser tries with every short ending. */
const LEAST_BESIDE_NAME = 6
/** Shorter words of a name stand in too many good passwords. */
const LEAST_WORD = 4
const SOUNDALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether a password is little more than common words, words of `related`, a name or word of up to three syllables in pinyin, dates, rows of the keyboard or
 * alphabet, also with digits for letters.
 */
export function isGuessable(password: string, related: readonly string[]): boolean {
  const own = related
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u))
    .filter((word) => word.length >= LEAST_WORD)
    .toSorted((one, other) => other.length - one.length)
  const plain = password.normalize('NFKC').toLowerCase()
  const spelled = [...plain].map((one) => SOUNDALIKES[one] ?? one).join('')
  const words = [...own, ...WORDS]
  // Digits that stand for letters would make syllables by chance.
  const left = [
    [plain, withoutSyllables(withoutWords(plain, words))],
    [spelled, withoutWords(spelled, words)],
  ] as const
  return left.some(([text, rest]) => {
    const isNamed = own.some((word) => text.includes(word))
    return countOwn(rest) < (isNamed ? LEAST_BESIDE_NAME : LEAST_OWN)
  })
}

/** Without words and dates. */
function withoutWords(text: string, words: readonly string[]): string {
  let left = text.replaceAll(/(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])?)?/g, ' ')
  for (const word of words) left = left.replaceAll(word, ' ')
  return left
}

/** Different letters and digits that are left without rows. */
function countOwn(text: string): number {
  return new Set([...withoutRows(text)].filter((one) => /[\p{L}\p{Nd}]/u.test(one))).size
}

/** Of a Chinese name. */
const SYLLABLES_MOST = 3
const SYLLABLE =
  /(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:[iu]ang|iong|ang|eng|ing|ong|ian|iao|uai|uan|ai|ei|ui|ao|ou|iu|ie|[uv]e|er|an|en|[iuv]n|ia|ua|uo|[aoeiuv])/
const SYLLABLES = new RegExp(`^(?:${SYLLABLE.source}){1,${SYLLABLES_MOST}}$`)

/** Removes the letters when all of them together are a short name or word in pinyin: `zhangwei`, `wang.wei`. */
function withoutSyllables(text: string): string {
  const letters = text.replaceAll(/[^a-z]/g, '')
  return SYLLABLES.test(letters) ? text.replaceAll(/[a-z]/g, ' ') : text
}

/** Removes three and more characters in a row that are equal, rising or falling: `aaa`, `1234`, `cba`. */
function withoutRows(text: string): string {
  const codes = [...text].map((one) => one.codePointAt(0) ?? 0)
  const stepAt = (at: number) => (codes[at] ?? Number.NaN) - (codes[at - 1] ?? Number.NaN)
  const inRow = new Set<number>()
  for (let at = 2; at < codes.length; at += 1) {
    const step = stepAt(at)
    if (Math.abs(step) <= 1 && step === stepAt(at - 1)) for (const one of [at - 2, at - 1, at]) inRow.add(one)
  }
  return codes.map((code, at) => (inRow.has(at) ? ' ' : String.fromCodePoint(code))).join('')
}
