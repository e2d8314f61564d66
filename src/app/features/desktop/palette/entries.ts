import type { Person } from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import type { Icon } from '../../../../../contract/endpoints/desktop/desktop.ts'
import type { Language } from '../../../../../contract/envelope.ts'
import { RANK } from '../../../../../contract/rules/match-name.ts'
import { iconName } from '../visible-icons.ts'
import { searchActions, searchIcons, searchPeople, type Hit, type PaletteAction, type SearchIndex } from './search.ts'

export type Entry =
  | { readonly kind: 'application'; readonly key: string; readonly hit: Hit<Icon> }
  | { readonly kind: 'action'; readonly key: string; readonly hit: Hit<PaletteAction> }
  | { readonly kind: 'person'; readonly key: string; readonly hit: Hit<Person> }

interface Section {
  readonly id: 'recents' | 'applications' | 'pages' | 'people'
  readonly entries: readonly Entry[]
}

const LONGEST = 30

/** Without a query recent applications and all actions; else the matches, the section with the best one first and people last. */
export function listSections({
  query,
  icons,
  recents,
  actions,
  people,
  index,
  language,
}: {
  query: string
  icons: readonly Icon[]
  recents: readonly string[]
  actions: readonly PaletteAction[]
  people: readonly Person[]
  index: SearchIndex
  language: Language
}): Section[] {
  if (query === '') {
    const recent = recents.flatMap((code) => icons.find((icon) => icon.code === code) ?? [])
    return filled([
      { id: 'recents', entries: recent.map((icon) => applicationEntry(plain(icon, iconName(icon, language)))) },
      { id: 'pages', entries: actions.map((action) => actionEntry(plain(action, action.label))) },
    ])
  }
  const applications = searchIcons(query, icons, index, language).slice(0, LONGEST)
  const pages = searchActions(query, actions)
  const own: Section[] = [
    { id: 'applications', entries: applications.map(applicationEntry) },
    { id: 'pages', entries: pages.map(actionEntry) },
  ]
  if ((pages[0]?.rank ?? Infinity) < (applications[0]?.rank ?? Infinity)) own.reverse()
  return filled([...own, { id: 'people', entries: searchPeople(query, people).map(personEntry) }])
}

function filled(sections: readonly Section[]): Section[] {
  return sections.filter(({ entries }) => entries.length > 0)
}

function plain<T>(item: T, label: string): Hit<T> {
  return { item, rank: RANK.exact, label, mark: null, other: null }
}

const applicationEntry = (hit: Hit<Icon>): Entry => ({ kind: 'application', key: `app-${hit.item.code}`, hit })
const actionEntry = (hit: Hit<PaletteAction>): Entry => ({ kind: 'action', key: `page-${hit.item.id}`, hit })
const personEntry = (hit: Hit<Person>): Entry => ({ kind: 'person', key: `person-${hit.item.id}`, hit })
