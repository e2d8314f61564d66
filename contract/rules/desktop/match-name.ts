/** Quality of a match; smaller is better. */
export const RANK = { exact: 0, prefix: 1, initials: 2, word: 3, infix: 4 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

export interface NameMatch {
  readonly rank: Rank
  readonly start: number
  readonly end: number
}

/** Above any name's length; longer queries are compared letter by letter only. */
const PINYIN_QUERY_MAX = 40

/** The query for comparing: without case, width and outer spaces. */
export function normalizeQuery(query: string): string {
  return query.normalize('NFKC').toLowerCase().replaceAll('ü', 'v').replaceAll(/\s+/g, ' ').trim()
}

/**
 * Matches a name with a normalized query: by its letters, by the initials of its words, and by its pinyin, of which each syllable may be shortened
 * ("gjtsg", "guojtsg", "tushu"). `syllables` has one entry for each character of the text. Null without a match.
 */
export function matchName(query: string, text: string, syllables: readonly string[] = []): NameMatch | null {
  if (query === '') return null
  const found = [matchLetters(query, text), matchWordInitials(query, text), matchPinyin(query, text, syllables)]
  const best = found.reduce((first, one) => (one && (!first || one.rank < first.rank) ? one : first), null)
  // Nearly every name contains a single letter.
  return best?.rank === RANK.infix && /^[a-z0-9]$/.test(query) ? null : best
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
