import type { Person, searchIndex } from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import type { Icon, MenuItem } from '../../../../../contract/endpoints/desktop/desktop.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { matchName, matchPersonName, RANK, type NameMatch } from '../../../../../contract/rules/desktop/match-name.ts'
import type { SvgComponent } from '../../../ui/icons/Icon.tsx'
import { iconName } from '../visible-icons.ts'

export type SearchIndex = ResponseOf<typeof searchIndex>

export interface PaletteAction {
  readonly id: string
  readonly label: string
  readonly glyph: SvgComponent
  /** Other names for the search, in either language. */
  readonly words: readonly string[]
  /** The Chinese name and its syllables, separated by spaces. */
  readonly chinese: string
  readonly pinyin: string
  run(): void
}

/** A page of the application that is open. */
export type SearchPage = Pick<PaletteAction, 'label' | 'run'>

/** An application, or a page of the menu inside one. */
export type Target = MenuItem & { readonly inside?: Icon }

/** What can be opened: the applications, each followed by its pages. */
export function targetsOf(applications: readonly Icon[]): Target[] {
  return applications.flatMap((inside) => [inside, ...(inside.children ?? []).map((page) => ({ ...page, inside }))])
}

interface Name {
  readonly text: string
  readonly syllables?: readonly string[] | undefined
}

/** Quality of a match with a word that is not shown: after all names. */
const OTHER_WORD = RANK.infix + 1

/** A match with the matching part of its label, or with the other name that matches. */
export interface Hit<T> {
  readonly item: T
  /** `RANK`, or `OTHER_WORD` after all of it. */
  readonly rank: number
  readonly label: string
  readonly mark: Mark | null
  readonly other: { readonly text: string; readonly mark: Mark } | null
}

export type Mark = Pick<NameMatch, 'start' | 'end'>

export function searchIcons(
  query: string,
  icons: readonly Target[],
  index: SearchIndex,
  language: Language,
): Hit<Target>[] {
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

/** Few letters are within many words; few characters are not. */
const isShort = (query: string) => /^[a-z0-9]{1,3}$/.test(query)

/** By their names, else by their other words, which are only for the search. */
export function searchActions(query: string, actions: readonly PaletteAction[]): Hit<PaletteAction>[] {
  const worst = isShort(query) ? RANK.word : RANK.infix
  return sorted(
    actions.flatMap((action): Hit<PaletteAction>[] => {
      const { label, chinese, pinyin, words } = action
      const named = hitOf(action, query, label, [{ text: label }, { text: chinese, syllables: pinyin.split(' ') }])
      if (named.length > 0) return named
      const isMeant = words.some((word) => (matchName(query, word)?.rank ?? OTHER_WORD) <= worst)
      return isMeant ? [{ item: action, rank: OTHER_WORD, label, mark: null, other: null }] : []
    }),
  )
}

/** In the order given. In English people have their English name, where there is one. */
export function searchPeople(query: string, people: readonly Person[], language: Language): Hit<Person>[] {
  return people.flatMap((person) => {
    const chinese = { text: person.name, syllables: person.pinyin }
    const english = { text: person.englishName }
    const isEnglish = language === 'en' && person.englishName !== ''
    const names = isEnglish ? [english, chinese] : [chinese, english]
    return hitOf(person, query, isEnglish ? person.englishName : person.name, names, matchPersonName)
  })
}

function hitOf<T>(
  item: T,
  query: string,
  label: string,
  names: readonly Name[],
  matches: typeof matchName = matchName,
): Hit<T>[] {
  let best: { match: NameMatch; text: string } | null = null
  for (const { text, syllables } of names) {
    const match = matches(query, text, syllables)
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

export type Entry =
  | { readonly kind: 'application'; readonly key: string; readonly hit: Hit<Target> }
  | { readonly kind: 'action'; readonly key: string; readonly hit: Hit<PaletteAction> }
  | {
      readonly kind: 'person'
      readonly key: string
      readonly hit: Hit<Person>
      readonly does: PersonAction
      /** The entry before it is of the same person. */
      readonly isFurther: boolean
    }

/** What can be done with a person who was found: their page in the administration, their attendance, a message to them, or their name. */
export type PersonAction = 'page' | 'attendance' | 'write' | 'copy'

interface Section {
  readonly id: 'here' | 'recents' | 'applications' | 'pages' | 'people'
  readonly entries: readonly Entry[]
}

const LONGEST = 30
/** Pages that only have a short query somewhere within stand there up to this number: people come after them. */
const ENOUGH = 6
/** Pages of the open application without a query. */
const FIRST = 5
/** People with all that can be done with them; those after them have the first of it. */
const WITH_ALL = 3

/**
 * Without a query pages of the open application, recent applications and all actions; else the matches: those in the open application first, then the
 * section with the best one, and people last.
 */
export function listSections({
  query,
  here = [],
  icons,
  recents,
  actions,
  places = [],
  people,
  actionsOf,
  index,
  language,
}: {
  query: string
  here?: readonly PaletteAction[]
  icons: readonly Target[]
  recents: readonly string[]
  actions: readonly PaletteAction[]
  /** Found by a query alone. */
  places?: readonly PaletteAction[]
  people: readonly Person[]
  /** At least one, the likeliest first. */
  actionsOf: (person: Person) => readonly PersonAction[]
  index: SearchIndex
  language: Language
}): Section[] {
  if (query === '') {
    const recent = recents.flatMap((code) => icons.find((icon) => icon.code === code) ?? [])
    return filled([
      { id: 'here', entries: here.slice(0, FIRST).map((page) => actionEntry(plain(page, page.label))) },
      { id: 'recents', entries: recent.map((icon) => applicationEntry(plain(icon, iconName(icon, language)))) },
      { id: 'pages', entries: actions.map((action) => actionEntry(plain(action, action.label))) },
    ])
  }
  const applications = searchIcons(query, icons, index, language).slice(0, LONGEST)
  const pages = searchActions(query, [...actions, ...places])
    .filter(({ rank }, at) => !isShort(query) || rank < RANK.infix || at < ENOUGH)
    .slice(0, LONGEST)
  const own: Section[] = [
    { id: 'applications', entries: applications.map(applicationEntry) },
    { id: 'pages', entries: pages.map(actionEntry) },
  ]
  if ((pages[0]?.rank ?? Infinity) < (applications[0]?.rank ?? Infinity)) own.reverse()
  const inside = searchActions(query, here).slice(0, LONGEST)
  return filled([
    { id: 'here', entries: inside.map(actionEntry) },
    ...own,
    {
      id: 'people',
      entries: searchPeople(query, people, language).flatMap((hit, at) =>
        actionsOf(hit.item)
          .slice(0, at < WITH_ALL ? Infinity : 1)
          .map((does, nth) => personEntry(hit, does, nth > 0)),
      ),
    },
  ])
}

function filled(sections: readonly Section[]): Section[] {
  return sections.filter(({ entries }) => entries.length > 0)
}

function plain<T>(item: T, label: string): Hit<T> {
  return { item, rank: RANK.exact, label, mark: null, other: null }
}

const applicationEntry = (hit: Hit<Target>): Entry => ({ kind: 'application', key: `app-${hit.item.code}`, hit })
const actionEntry = (hit: Hit<PaletteAction>): Entry => ({ kind: 'action', key: `page-${hit.item.id}`, hit })
const personEntry = (hit: Hit<Person>, does: PersonAction, isFurther: boolean): Entry => ({
  kind: 'person',
  key: `person-${hit.item.id}-${does}`,
  hit,
  does,
  isFurther,
})
