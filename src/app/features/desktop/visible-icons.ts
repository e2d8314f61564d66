import type { Icon, IconGroups, MenuItem, UnreadCodeCounts } from '../../../../contract/endpoints/desktop/desktop.ts'
import { BELL_CAP, IGNORED_APP_CODES } from '../../../../contract/limits.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { Theme } from '../../../../contract/rules/appearance/themes.ts'

/** The groups to draw: without disabled and ignored icons, and without groups and folders that have none left. */
export function visibleGroups(groups: IconGroups): IconGroups {
  return groups
    .map(({ code, iconVMs }) => ({ code, iconVMs: visibleIcons(iconVMs) }))
    .filter(({ iconVMs }) => iconVMs.length > 0)
}

function visibleIcons(icons: readonly Icon[]): Icon[] {
  return icons.filter(isVisible).flatMap((icon) => {
    if (!icon.iconVMs) return [icon]
    const iconVMs = icon.iconVMs.filter(isVisible)
    return iconVMs.length > 0 ? [{ ...icon, iconVMs }] : []
  })
}

function isVisible({ code, updateStatus }: Icon): boolean {
  return updateStatus !== 0 && !IGNORED_APP_CODES.some((ignored) => ignored === code)
}

/** All applications of the groups, those in folders too, in their order. */
export function applicationsOf(groups: IconGroups): Icon[] {
  return groups.flatMap(({ iconVMs }) => iconVMs.flatMap((icon) => icon.iconVMs ?? [icon]))
}

/** The unread count of an application: from the counts, else the icon's own; of a folder that of its applications. */
export function unreadOf(icon: Icon, counts: UnreadCodeCounts): number {
  if (icon.iconVMs) return icon.iconVMs.reduce((sum, inside) => sum + unreadOf(inside, counts), 0)
  return counts.find(({ code }) => code === icon.code)?.num ?? icon.unReadCodeCount
}

/** A count as a badge shows it, capped at 99+; null for none. */
export function badgeText(count: number): string | null {
  if (count <= 0) return null
  return count > BELL_CAP ? `${BELL_CAP}+` : String(count)
}

export function iconName(icon: MenuItem, language: Language): string {
  return language === 'en'
    ? icon.englishShortName || icon.englishName || icon.name
    : icon.shortName || icon.zname || icon.name
}

/** An application's picture in a theme: grey in ink wash, drawn in the cartoon, else (or where it is missing) the plain one. */
export function iconPicture(icon: Icon, theme: Theme | null): string {
  if (theme === 'ink') return icon.imgGrayPath || icon.imgPath
  if (theme === 'cartoon') return icon.imgCartoonPath || icon.imgPath
  return icon.imgPath
}

export function isExternal(icon: MenuItem): boolean {
  return /^https?:\/\//.test(icon.menuRoute)
}
