import type { Locator, Page } from '@playwright/test'
import { GROUP_CODES, type GroupCode } from '../../../contract/endpoints/desktop/desktop.ts'
import applications from '../../../server/modules/units/defaults/applications.json' with { type: 'json' }
import { literal, nameOf, textsOf } from './parts.ts'

const SHELL = 'src/app/locales/*/shell.json'
const GROUPS = new RegExp(GROUP_CODES.map((code) => nameOf(SHELL, `groups.${code}`).source).join('|'))
const RECENTS = nameOf(SHELL, 'recents')
/** What may follow the name of an application in that of its icon. */
const FURTHER = [
  ...textsOf(SHELL, 'unread').map((text) => text.replace(/.*\}/, String.raw`\d+`)),
  ...['licenceMark', 'opensNewWindow', 'needsNetwork'].flatMap((key) => textsOf(SHELL, key)),
]

type Place = Page | Locator

/** The icons in some of the desktop's groups: links, and buttons that open folders. */
export const iconsIn = (groups: Locator) => groups.getByRole('link').or(groups.getByRole('button'))

/** The name of an application's icon in both languages, with what may follow it; an application that the default ones lack is called by its name. */
function iconName(code: string): RegExp {
  const application = applications.find((one) => one.code === code)
  const names = application ? [application.shortName, application.englishShortName] : [code]
  return new RegExp(`^(${names.map(literal).join('|')})( ?(${FURTHER.join('|')}))*$`)
}

/** A group of the desktop's icons, by its code. */
export const iconGroup = (place: Place, code: GroupCode) =>
  place.getByRole('region', { name: nameOf(SHELL, `groups.${code}`) })

/** All icons in the groups of the desktop, applications and folders: not those of what was opened last. */
export const appIcons = (place: Place) => iconsIn(place.getByRole('region', { name: GROUPS }))

/** All that the document has of them, shown or not, also in the picture of the last desktop (boot/desktop-snapshot.ts): nothing is left after signing out. */
export const iconsAnywhere = (page: Page) => page.locator('[data-app-code]')

/** The icon of an application in its group, by the application's code. */
export function appIcon(place: Place, code: string): Locator {
  return place.getByRole('region', { name: GROUPS }).getByRole('link', { name: iconName(code) })
}

/** The icons of what was opened last. */
export const recentIcons = (place: Place) => iconsIn(place.getByRole('region', { name: RECENTS }))

/** The codes of some icons, in their order. */
export function codesOf(found: Locator): Promise<string[]> {
  return found.evaluateAll((all) =>
    all.map((one) => one.getAttribute('data-app-code') ?? one.getAttribute('data-recent-code') ?? ''),
  )
}
