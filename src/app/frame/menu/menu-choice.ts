import type { Icon, IconGroups } from '../../../../contract/endpoints/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { MENU_ICON_WIDTH, MENU_MAX_ICONS, MENU_MAX_WIDTH, MENU_MAX_WIDTH_STAFF } from '../../../../contract/limits.ts'
import { visibleGroups } from '../../features/desktop/visible-icons.ts'

/** What the application menu holds: groups with names for teachers and other staff, one flat list for students and parents. */
export type MenuContent =
  | { readonly kind: 'grouped'; readonly groups: IconGroups }
  | { readonly kind: 'flat'; readonly icons: readonly Icon[] }

/** Whoever the menu is for. */
export type MenuUser = Pick<SessionUser, 'userType' | 'unitType'>

/** Applications of the platform itself, which only schools have. */
const SCHOOL_CODES: ReadonlySet<string> = new Set(['base', 'education'])
const SCHOOL = '2'
const OTHER_STAFF = 4
/** Between two icons of the top menu, in CSS pixels: ten of them just fill its width. */
const GAP = (MENU_MAX_WIDTH - MENU_MAX_ICONS * MENU_ICON_WIDTH) / (MENU_MAX_ICONS - 1)

/** A person's menu, from the groups of their desktop. Icons that are off or ignored are not in it. */
export function menuContent({ userType, unitType }: MenuUser, all: IconGroups): MenuContent {
  const groups = visibleGroups(all)
    .map(({ code, iconVMs }) => ({
      code,
      iconVMs: unitType === SCHOOL ? iconVMs : iconVMs.filter((icon) => !SCHOOL_CODES.has(icon.code)),
    }))
    .filter(({ iconVMs }) => iconVMs.length > 0)
  return userType === 2 || userType === OTHER_STAFF
    ? { kind: 'grouped', groups }
    : { kind: 'flat', icons: groups.flatMap(({ iconVMs }) => iconVMs) }
}

/** How wide the top menu may become for a person, in CSS pixels. */
export function menuMaxWidth({ userType, unitType }: MenuUser): number {
  return userType === OTHER_STAFF && unitType === SCHOOL ? MENU_MAX_WIDTH_STAFF : MENU_MAX_WIDTH
}

/** What stands in a top menu with `room` CSS pixels, ten at most, and what goes behind its last entry then. */
export function splitMenu<T>(entries: readonly T[], room: number): { shown: readonly T[]; rest: readonly T[] } {
  const most = Math.max(0, Math.min(MENU_MAX_ICONS, Math.floor((room + GAP) / (MENU_ICON_WIDTH + GAP))))
  if (entries.length <= most) return { shown: entries, rest: [] }
  // One of the places leads to the others.
  const shown = entries.slice(0, Math.max(0, most - 1))
  return { shown, rest: entries.slice(shown.length) }
}
