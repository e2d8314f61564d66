import type { GroupCode, Icon, IconGroups } from '../../../../contract/endpoints/desktop.ts'
import { splitMenu, type MenuContent } from './menu-choice.ts'

/** An entry of the top menu: an application, a group of them, or what leads to all that have no entry of their own. */
export type TopEntry =
  | { readonly kind: 'link'; readonly key: string; readonly icon: Icon }
  | { readonly kind: 'group'; readonly key: string; readonly code: GroupCode; readonly icons: readonly Icon[] }
  | { readonly kind: 'rest'; readonly key: string; readonly all: boolean; readonly content: MenuContent }

/** Key of the entry that leads to the others. */
const REST = 'rest'
/** Fewer places are not worth a menu: then one entry leads to all. */
const LEAST = 3

/** The entries of a menu with `room` CSS pixels. */
export function topEntries(content: MenuContent, room: number): TopEntry[] {
  if (content.kind === 'flat') {
    const { shown, rest } = atLeast(splitMenu(content.icons, room), content.icons)
    const links = shown.map((icon): TopEntry => ({ kind: 'link', key: icon.code, icon }))
    return withRest(links, rest.length > 0 ? { kind: 'flat', icons: rest } : null)
  }
  const { shown, rest } = atLeast(splitMenu(content.groups, room), content.groups)
  const groups = shown.map(({ code, iconVMs }: IconGroups[number]): TopEntry => ({
    kind: 'group',
    key: code,
    code,
    icons: iconVMs,
  }))
  return withRest(groups, rest.length > 0 ? { kind: 'grouped', groups: [...rest] } : null)
}

function atLeast<T>(
  split: { shown: readonly T[]; rest: readonly T[] },
  all: readonly T[],
): { shown: readonly T[]; rest: readonly T[] } {
  return split.rest.length > 0 && split.shown.length < LEAST - 1 ? { shown: [], rest: all } : split
}

function withRest(entries: TopEntry[], content: MenuContent | null): TopEntry[] {
  return content ? [...entries, { kind: 'rest', key: REST, all: entries.length === 0, content }] : entries
}
