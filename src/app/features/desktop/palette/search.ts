import type { Person, searchIndex } from '../../../../../contract/endpoints/desktop-search.ts'
import type { Icon } from '../../../../../contract/endpoints/desktop.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { matchName, type NameMatch, type Rank } from '../../../../../contract/rules/match-name.ts'
import { iconName } from '../visible-icons.ts'

export type SearchIndex = ResponseOf<typeof searchIndex>

/** Something that the palette can do: a page of the portal, or one of its actions. */
export interface PaletteAction {
  readonly id: string
  readonly label: string
  /** An SVG file's text. */
  readonly glyph: string
  /** Other names under which it is found, in either language. */
  readonly words: readonly string[]
  /** Its Chinese name, and that name's syllables, separated by spaces. */
  readonly chinese: string
  readonly pinyin: string
  run(): void
}

/** A name under which something is found. */
interface Name {
  readonly text: string
  readonly syllables?: readonly string[] | undefined
}

/** Something that fits, with what of its label does; or, where the label does not fit, the other name that does. */
export interface Hit<T> {
  readonly item: T
  readonly rank: Rank
  readonly label: string
  readonly mark: Mark | null
  readonly other: { readonly text: string; readonly mark: Mark } | null
}

/** A part of a text, as offsets. */
export type Mark = Pick<NameMatch, 'start' | 'end'>

/** The applications that fit a normalized query, best first. */
export function searchIcons(
  query: string,
  icons: readonly Icon[],
  index: SearchIndex,
  language: Language,
): Hit<Icon>[] {
  return sorted(
    icons.flatMap((icon) => {
      const typed = index.find(({ code }) => code === icon.code)
      const short = { text: icon.shortName, syllables: typed?.shortName }
      const long = { text: icon.zname, syllables: typed?.name }
      const english = [{ text: icon.englishShortName }, { text: icon.englishName }]
      const names = language === 'en' ? [...english, short, long] : [short, long, ...english]
      return hitOf(icon, query, iconName(icon, language), names)
    }),
  )
}

/** The actions that fit a normalized query, best first. */
export function searchActions(query: string, actions: readonly PaletteAction[]): Hit<PaletteAction>[] {
  return sorted(
    actions.flatMap((action) => {
      const { label, chinese, pinyin, words } = action
      const names = [{ text: chinese, syllables: pinyin.split(' ') }, ...words.map((text) => ({ text }))]
      const hits = hitOf(action, query, label, [{ text: label }, ...names])
      // The other words only help to find it.
      return hits.map((hit) => (hit.other && words.includes(hit.other.text) ? { ...hit, other: null } : hit))
    }),
  )
}

/** The people that fit a normalized query, in the server's order; those found for what was typed before may not. */
export function searchPeople(query: string, people: readonly Person[]): Hit<Person>[] {
  return people.flatMap((person) =>
    hitOf(person, query, person.name, [{ text: person.name, syllables: person.pinyin }, { text: person.englishName }]),
  )
}

function hitOf<T>(item: T, query: string, label: string, names: readonly Name[]): Hit<T>[] {
  let best: { match: NameMatch; text: string } | null = null
  for (const { text, syllables } of names) {
    const match = matchName(query, text, syllables)
    if (match && (!best || match.rank < best.match.rank)) best = { match, text }
  }
  if (!best) return []
  const { match, text } = best
  const mark = { start: match.start, end: match.end }
  if (text === label) return [{ item, rank: match.rank, label, mark, other: null }]
  return [{ item, rank: match.rank, label, mark: null, other: { text, mark } }]
}

function sorted<T>(hits: Hit<T>[]): Hit<T>[] {
  return hits.toSorted((one, other) => one.rank - other.rank || one.label.length - other.label.length)
}
