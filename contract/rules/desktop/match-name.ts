import { foldText } from '../text/fold-text.ts'
import { searchForms, searchName } from '../text/search-name.ts'

/** Quality of a match; smaller is better. */
export const RANK = { exact: 0, prefix: 1, initials: 2, word: 3, infix: 4 } as const
type Rank = (typeof RANK)[keyof typeof RANK]

export interface NameMatch {
  readonly rank: Rank
  readonly start: number
  readonly end: number
}

/** Above any name's length; longer queries are compared letter by letter only. */
const PINYIN_QUERY_MAX = 40

/** The query for comparing: without case, width and outer spaces. */
export function normalizeQuery(query: string): string {
  return foldText(query).replaceAll('ü', 'v')
}

/**
 * Matches a name with a normalized query: by its letters, by the initials of its words, and by its pinyin, of which each syllable may be shortened
 * ("gjtsg", "guojtsg", "tushu"). `syllables` has one entry for each character of the text. Null without a match.
 */
export function matchName(query: string, text: string, syllables: readonly string[] = []): NameMatch | null {
  if (query === '') return null
  const found = [matchLetters(query, text), matchWordInitials(query, text), matchPinyin(query, text, syllables)]
  const best = bestOf(found)
  // Nearly every name contains a single letter.
  return best?.rank === RANK.infix && /^[a-z0-9]$/.test(query) ? null : best
}

/**
 * Matches the name of a person with what was typed, as the searches of people do: without accents and what stands between the parts of a name ('muller' and 'mueller'
 * find Müller, '买买提艾力' finds 买买提·艾力). Null without a match.
 */
export function matchPersonName(typed: string, name: string, syllables: readonly string[] = []): NameMatch | null {
  const whole = matchName(normalizeQuery(typed), name, syllables)
  const forms = [...new Set([...searchForms(typed), searchName(normalizeQuery(typed))])]
  const found = [plainOf(name, searchName), plainOf(name, (letter) => searchForms(letter).at(-1) ?? '')].flatMap(
    (plain) => forms.map((form) => matchPlain(form, plain, syllables)),
  )
  return bestOf([whole, ...found])
}

/** The first of those with the best rank. */
function bestOf(found: readonly (NameMatch | null)[]): NameMatch | null {
  return found.reduce((best, one) => (one && (!best || one.rank < best.rank) ? one : best), null)
}

interface Plain {
  readonly text: string
  /** Of each character of `text`, where it begins in the name; then the name's length. */
  readonly offsets: readonly number[]
  /** Of each character of `text` that has its own syllable, which one. */
  readonly places: readonly number[]
}

/** A name without what a search does not compare, with the way back to its own characters. */
function plainOf(name: string, fold: (letter: string) => string): Plain {
  const letters = [...name]
  const offsets: number[] = []
  const places: number[] = []
  let [text, offset] = ['', 0]
  for (const [place, letter] of letters.entries()) {
    for (const part of fold(letter)) {
      text += part
      for (let unit = 0; unit < part.length; unit += 1) offsets.push(offset)
      places.push(place)
    }
    offset += letter.length
  }
  return { text, offsets: [...offsets, offset], places }
}

function matchPlain(form: string, { text, offsets, places }: Plain, syllables: readonly string[]): NameMatch | null {
  const match = matchName(
    form,
    text,
    places.map((place) => syllables[place] ?? ''),
  )
  return match && { rank: match.rank, start: offsets[match.start] ?? 0, end: offsets[match.end] ?? 0 }
}

function matchLetters(query: string, text: string): NameMatch | null {
  const letters = text.toLowerCase()
  // Where lower case changes the length, offsets would be wrong; names have no such letters.
  if (letters.length !== text.length) return null
  let at = letters.indexOf(query)
  if (at < 0) return null
  if (at === 0) return { rank: letters === query ? RANK.exact : RANK.prefix, start: 0, end: query.length }
  const first = { rank: RANK.infix, start: at, end: at + query.length }
  for (; at >= 0; at = letters.indexOf(query, at + 1)) {
    if (/[\s\-/:('"’]/.test(letters[at - 1] ?? '')) return { rank: RANK.word, start: at, end: at + query.length }
  }
  return first
}

function matchWordInitials(query: string, text: string): NameMatch | null {
  const words = [...text.matchAll(/[A-Za-z0-9]+/g)]
  if (query.length < 2 || words.length < query.length) return null
  const initials = words.map(([word]) => word[0]?.toLowerCase()).join('')
  if (!initials.startsWith(query)) return null
  const last = words[query.length - 1]
  return { rank: RANK.initials, start: words[0]?.index ?? 0, end: last ? last.index + last[0].length : text.length }
}

function matchPinyin(query: string, text: string, syllables: readonly string[]): NameMatch | null {
  const letters = query.replaceAll(/[\s'’]/g, '')
  if (!/^[a-z0-9]+$/.test(letters) || letters.length > PINYIN_QUERY_MAX) return null
  const characters = [...text]
  if (syllables.length !== characters.length) return null
  const offsets = characters.reduce<number[]>((sums, one) => [...sums, (sums.at(-1) ?? 0) + one.length], [0])
  for (let first = 0; first < characters.length; first += 1) {
    if (!syllables[first]) continue
    const run = consume(letters, syllables, first)
    if (!run) continue
    const place = { start: offsets[first] ?? 0, end: offsets[run.end] ?? text.length }
    if (first > 0) return { rank: RANK.infix, ...place }
    if (!run.full) return { rank: RANK.initials, ...place }
    return { rank: run.end === characters.length && run.whole ? RANK.exact : RANK.prefix, ...place }
  }
  return null
}

/** `full`: every syllable but perhaps the last is complete; `whole`: the last one too. `end` is the character after the last. */
interface Run {
  readonly end: number
  readonly full: boolean
  readonly whole: boolean
}

/** Matches all letters with syllables from `first` on, as much of each as possible, with backtracking. */
function consume(letters: string, syllables: readonly string[], first: number): Run | null {
  const dead = new Set<number>()
  const walk = (at: number, from: number, full: boolean): Run | null => {
    const syllable = syllables[at]
    if (syllable === undefined) return null
    if (syllable === '') return walk(at + 1, from, full)
    const key = (at * (PINYIN_QUERY_MAX + 1) + from) * 2 + Number(full)
    if (dead.has(key)) return null
    for (let taken = sharedLength(syllable, letters, from); taken > 0; taken -= 1) {
      const whole = taken === syllable.length
      if (from + taken === letters.length) return { end: at + 1, full, whole }
      const run = walk(at + 1, from + taken, full && whole)
      if (run) return run
    }
    dead.add(key)
    return null
  }
  return walk(first, 0, true)
}

function sharedLength(syllable: string, letters: string, from: number): number {
  let length = 0
  while (length < syllable.length && syllable[length] === letters[from + length]) length += 1
  return length
}
