import { trimSpoken } from '../../../contract/rules/desktop/spoken-text.ts'

/** A normalized text with the syllables of its characters, as `syllablesOf` gives them. */
export interface SpokenText {
  readonly text: string
  readonly syllables: readonly string[]
}

/** A phrase and what it opens. */
export interface Phrase extends SpokenText {
  readonly opens: string
}

/** Quality of a match; smaller is better. */
const RANK = { letters: 0, sounds: 1, lettersWithin: 2, soundsWithin: 3, part: 4 } as const

/** Around what a person wants: polite words, verbs of opening, and kinds of pages. Longer ones first where one begins another. */
const LEADING =
  /^(?:请问|请你|请您|请|麻烦你|麻烦您|麻烦|帮我|帮忙|给我|我想要|我想|我要|能不能|可不可以|可以|打开|开启|启动|进入|跳转到|切换到|转到|前往|查看|查询|查一下|查|看一下|看看|看|找一下|找|搜索|一下|去|到|(?:please|could you|can you|would you|i want to|i would like to|i need to|i'd like to|let me see|let me|open|launch|start|show me|show|go to|take me to|navigate to|switch to|the|my)(?![a-z0-9]))\s*/
const TRAILING =
  /\s*(?:谢谢|一下|页面|界面|应用|模块|功能|吧|吗|呢|啊|的|(?<![a-z0-9])(?:please|page|application|app|now|thank you|thanks))$/

/** The text for comparing: in lower case, with one space for every row of other marks. */
export function normalizeSpoken(text: string): string {
  return trimSpoken(text)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
}

/** More polite words than anybody says; each makes another form to compare. */
const FILLERS_MAX = 8

/** The normalized text, and what is left of it without one word after the other around it; the shortest is the last. */
export function withoutFillers(text: string): string[] {
  const found = [text]
  for (let left = text; ;) {
    const shorter = LEADING.test(left) ? left.replace(LEADING, '') : left.replace(TRAILING, '')
    if (shorter === '' || shorter === left || found.length > FILLERS_MAX) return found
    found.push(shorter)
    left = shorter
  }
}

/**
 * What the best phrase opens; null without one. `said` are the forms of `withoutFillers`. Letters count before sounds, the whole before a part, and a longer phrase
 * before a shorter one; a part that several phrases share says too little.
 */
export function matchPhrase(said: readonly SpokenText[], phrases: readonly Phrase[]): string | null {
  const forms = said.map(heard)
  let best: { rank: number; length: number; opens: string } | null = null
  let isShared = false
  for (const phrase of phrases) {
    const target = heard(phrase)
    const rank = rankOf(forms, target)
    if (rank === null) continue
    const { length } = target.sounds
    const isBetter = !best || rank < best.rank || (rank === best.rank && rank !== RANK.part && length > best.length)
    if (!isBetter) {
      if (best?.rank === rank && rank === RANK.part && best.opens !== phrase.opens) isShared = true
      continue
    }
    best = { rank, length, opens: phrase.opens }
    isShared = false
  }
  return isShared ? null : (best?.opens ?? null)
}

interface Heard {
  /** Without spaces. */
  readonly letters: string
  /** One for each Chinese character, and one for each word of letters or digits. */
  readonly sounds: readonly string[]
  /** All syllables and words in a row. */
  readonly spelled: string
  readonly isLatin: boolean
}

function heard({ text, syllables }: SpokenText): Heard {
  const sounds: string[] = []
  let word = ''
  const endWord = () => {
    if (word !== '') sounds.push(word)
    word = ''
  }
  for (const [at, character] of [...text].entries()) {
    if (/[a-z0-9']/.test(character)) {
      word += character
      continue
    }
    endWord()
    if (character !== ' ') sounds.push(foldSound(syllables[at] ?? character))
  }
  endWord()
  const letters = text.replaceAll(' ', '')
  const spelled = foldSound([...text].map((character, at) => syllables[at] ?? character).join(''))
  return { letters, sounds, spelled: spelled.replaceAll(' ', ''), isLatin: /^[a-z0-9']+$/.test(letters) }
}

/** What people and recognisers take for each other: flat and retroflex sounds, n and ng at the end, n and l at the beginning. */
function foldSound(pinyin: string): string {
  return pinyin
    .replaceAll(/([zcs])h/g, '$1')
    .replaceAll('ng', 'n')
    .replaceAll(/n(?=[aeiouv])/g, 'l')
}

function rankOf(forms: readonly Heard[], phrase: Heard): number | null {
  const [full] = forms
  const bare = forms.at(-1)
  if (!full || !bare || phrase.sounds.length === 0) return null
  if (forms.some(({ letters }) => letters === phrase.letters)) return RANK.letters
  if (forms.some((form) => soundsAs(form, phrase))) return RANK.sounds
  // A single syllable is within too much.
  if (isTelling(phrase)) {
    if (!phrase.isLatin && full.letters.includes(phrase.letters)) return RANK.lettersWithin
    if (isRowWithin(phrase.sounds, full.sounds)) return phrase.isLatin ? RANK.lettersWithin : RANK.soundsWithin
  }
  return isTelling(bare) && isRowWithin(bare.sounds, phrase.sounds) ? RANK.part : null
}

function soundsAs(form: Heard, phrase: Heard): boolean {
  // Typed in pinyin, which does not tell where a syllable ends.
  if (form.isLatin && !phrase.isLatin) return form.spelled === phrase.spelled
  return form.sounds.length === phrase.sounds.length && isRowWithin(form.sounds, phrase.sounds)
}

function isTelling({ sounds, isLatin, letters }: Heard): boolean {
  return isLatin ? letters.length >= 4 : sounds.length >= 2
}

function isRowWithin(row: readonly string[], within: readonly string[]): boolean {
  for (let first = 0; first + row.length <= within.length; first += 1)
    if (row.every((sound, at) => sound === within[first + at])) return true
  return false
}
