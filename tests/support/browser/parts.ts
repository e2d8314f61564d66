import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

/** A text of the portal in both languages, as the whole name of something: by the path of its file (`*` for the language) and its key in it. */
function nameOf(path: string, key: string): RegExp {
  const texts = ['en', 'zh-CN'].map((language) => {
    const file = new URL(`../../../${path.replace('*', language)}`, import.meta.url)
    const text = key
      .split('.')
      .reduce((at, name) => Object(at)[name], JSON.parse(readFileSync(file, 'utf8')) as unknown)
    if (typeof text !== 'string') throw new Error(`${file.pathname} has no ${key}`)
    return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  })
  return new RegExp(`^(${texts.join('|')})$`)
}

const TOOLS = nameOf('src/app/locales/*/shell.json', 'header.tools')
const PHONE_BAR = nameOf('src/app/locales/*/shell.json', 'header.bottom')
const OWN_MENU = nameOf('src/app/locales/*/shell.json', 'header.me')
const SIGN_IN = nameOf('src/app/locales/*/login.json', 'submit')
const ATTENDANCE = nameOf('apps/attendance/locales/*.json', 'tabs')
const MONTH = nameOf('apps/attendance/locales/*.json', 'mine.month')
const SHOW_PASSWORD = nameOf('src/app/locales/*/login.json', 'showPassword')
const SECTIONS = nameOf('apps/administration/locales/*.json', 'sections')
const BIN = nameOf('apps/files/locales/*.json', 'bin.list')
const CHANGED = nameOf('src/app/locales/*/kit.json', 'changed.title')
const SELECTED_PEOPLE = nameOf('apps/administration/locales/*.json', 'people.selection')

/** The tools in the header; a page that has them is drawn. */
export const headerTools = (page: Page) => page.getByRole('banner').getByRole('group', { name: TOOLS })

/** A phone's bar at the bottom. */
export const phoneBar = (page: Page) => page.getByRole('navigation', { name: PHONE_BAR })

/** The last place in it, with what is one's own. */
export const ownMenu = (page: Page) => phoneBar(page).getByRole('button', { name: OWN_MENU })

/** The button of the login form. */
export const signInButton = (page: Page) => page.getByRole('button', { name: SIGN_IN })

/** The pages of Attendance, and the name of the person whose month it shows. */
export const attendancePages = (page: Page) => page.getByRole('navigation', { name: ATTENDANCE })
export const personOfMonth = (page: Page) =>
  page.getByRole('region', { name: MONTH }).getByRole('heading', { level: 2 })

/** The button beside the field of a password, which only works once the page's script does. */
export const showPassword = (page: Page) => page.getByRole('button', { name: SHOW_PASSWORD })

/**
 * What stands in place of what loads (ui/feedback/Skeleton.tsx), by its class, because each is named after what it stands for. That the class is right is seen in
 * ui/kit-widgets.spec.ts: all others expect none.
 */
export const skeletons = (page: Page) => page.locator('.k-skeleton')

/** What can be done with the people who are picked in the list. */
export const pickedPeople = (page: Page) => page.getByRole('region', { name: SELECTED_PEOPLE })

/** The rows of data of the tables in a part of a page, without those of headings. */
export function rowsIn(part: Page | Locator): Locator {
  const page = 'page' in part ? part.page() : part
  return part.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
}

/** The notices with this text, by their class: the live region that has all of them is what has a role. */
export const noticeOf = (page: Page, text: string | RegExp) => page.locator('.k-notice').filter({ hasText: text })

/** In a form: that another person has changed the record meanwhile, with what differs; and the sentence that gets the focus then. */
export const changedRecord = (page: Page) => page.getByRole('group', { name: CHANGED })
export const changedTitle = (page: Page) => changedRecord(page).getByText(CHANGED)

/** The sections of the administration. */
export const sectionsOf = (page: Page) => page.getByRole('navigation', { name: SECTIONS })

/** What is in the bin of Files. */
export const binEntries = (page: Page) => page.getByRole('list', { name: BIN }).getByRole('listitem')

/** Slips with first passwords or codes: one for each person, whose definitions are the address, then the user name and password, or the code. */
export const slipsIn = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('definition') })
    .filter({ has: page.getByRole('img') })
