import { readFileSync } from 'node:fs'
import type { FrameLocator, Locator, Page } from '@playwright/test'

/** A text of the portal in both languages, as the whole name of something: by the path of its file (`*` for the language) and its key in it. */
export function nameOf(path: string, key: string): RegExp {
  return new RegExp(`^(${textsOf(path, key).join('|')})$`)
}

/** The texts themselves, as parts of a pattern. */
export function textsOf(path: string, key: string): string[] {
  return ['en', 'zh-CN'].map((language) => {
    const file = new URL(`../../../${path.replace('*', language)}`, import.meta.url)
    const text = key
      .split('.')
      .reduce((at, name) => Object(at)[name], JSON.parse(readFileSync(file, 'utf8')) as unknown)
    if (typeof text !== 'string') throw new Error(`${file.pathname} has no ${key}`)
    return literal(text)
  })
}

/** A text as a part of a pattern that is nothing but itself. */
export const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

type Part = Page | Locator | FrameLocator

const TOOLS = nameOf('src/app/locales/*/shell.json', 'header.tools')
const PHONE_BAR = nameOf('src/app/locales/*/shell.json', 'header.bottom')
const OWN_MENU = nameOf('src/app/locales/*/shell.json', 'header.me')
const SIGN_IN = nameOf('src/app/locales/*/login.json', 'submit')
const USERNAME = nameOf('src/app/locales/*/login.json', 'username')
const PASSWORD = nameOf('src/app/locales/*/login.json', 'password')
const SEARCH = nameOf('src/app/locales/*/desktop.json', 'palette.title')
const REMEMBER = nameOf('src/app/locales/*/login.json', 'remember')
const SHARED_COMPUTER = nameOf('src/app/locales/*/login.json', 'shared')
const noticeKind = (kind: string) => nameOf('src/app/locales/*/common.json', `noticeKinds.${kind}`)
const NOTICES = {
  success: noticeKind('success'),
  info: noticeKind('info'),
  warning: noticeKind('warning'),
  error: noticeKind('error'),
}
const ANY_NOTICE = new RegExp(
  Object.values(NOTICES)
    .map(({ source }) => source)
    .join('|'),
)
const TODAY = nameOf('src/app/locales/*/today.json', 'title')
const ATTENDANCE = nameOf('apps/attendance/locales/*.json', 'tabs')
const MONTH = nameOf('apps/attendance/locales/*.json', 'mine.month')
const SHOW_PASSWORD = nameOf('src/app/locales/*/login.json', 'showPassword')
const SECTIONS = nameOf('apps/administration/locales/*.json', 'sections')
const PAST_IMPORTS = nameOf('apps/administration/locales/*.json', 'imports.past')
const BIN = nameOf('apps/files/locales/*.json', 'bin.list')
const CHANGED = nameOf('src/app/locales/*/kit.json', 'changed.title')
const SELECTED_PEOPLE = nameOf('apps/administration/locales/*.json', 'people.selection')

/** The tools in the header; a page that has them is drawn. */
export const headerTools = (page: Page | Locator) => page.getByRole('banner').getByRole('group', { name: TOOLS })

/** The tools that are rows with names: in the person's menu, or in a phone's sheet. */
export const toolRows = (page: Page) => page.getByRole('list', { name: TOOLS })

/** A phone's bar at the bottom. */
export const phoneBar = (page: Page) => page.getByRole('navigation', { name: PHONE_BAR })

/** The last place in it or in the header, with what is one's own. */
export const ownMenu = (page: Page) => page.getByRole('button', { name: OWN_MENU })

/** The login form: its fields, and its button. */
export const usernameField = (part: Part) => part.getByRole('textbox', { name: USERNAME })
export const passwordField = (part: Part) => part.getByLabel(PASSWORD)
export const signInButton = (part: Part) => part.getByRole('button', { name: SIGN_IN })
export const rememberBox = (part: Part) => part.getByRole('checkbox', { name: REMEMBER })
export const sharedBox = (part: Part) => part.getByRole('checkbox', { name: SHARED_COMPUTER })

/** Fills the login form and sends it. */
export async function sendLogin(part: Part, username: string, password: string): Promise<void> {
  await usernameField(part).fill(username)
  await passwordField(part).fill(password)
  await signInButton(part).click()
}

/** The dialogs and questions that are open. */
export const openDialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** The dialog of the search. */
export const palette = (page: Page) => page.getByRole('dialog', { name: SEARCH })

/**
 * What React draws of the page, by its id: for a moment at its start the picture of the last desktop (boot/desktop-snapshot.ts) stands over it, in which everything
 * has the same role and name.
 */
export const pageRoot = (page: Page) => page.locator('#root')

/** What the desktop says of today, and a card of it by its heading. */
export const today = (page: Page) => page.getByRole('region', { name: TODAY })
export const todayCard = (page: Page, title: string | RegExp) =>
  today(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: title }) })

/** The pages of Attendance, and the name of the person whose month it shows. */
export const attendancePages = (page: Page) => page.getByRole('navigation', { name: ATTENDANCE })
export const personOfMonth = (page: Page) =>
  page.getByRole('region', { name: MONTH }).getByRole('heading', { level: 2 })

/** The button beside the field of a password, which only works once the page's script does. */
export const showPassword = (page: Page) => page.getByRole('button', { name: SHOW_PASSWORD })

/**
 * What stands in place of what loads (ui/feedback/Skeleton.tsx), each named after what it stands for: no other status of the portal has a name. That it is
 * found is seen in ui/kit-widgets.spec.ts: all others expect none.
 */
export const skeletons = (page: Page) => page.getByRole('status', { name: /\S/ })

/** What can be done with the people who are picked in the list. */
export const pickedPeople = (page: Page) => page.getByRole('region', { name: SELECTED_PEOPLE })

/** The rows of data of the tables in a part of a page, without those of headings. */
export function rowsIn(part: Page | Locator): Locator {
  const page = 'page' in part ? part.page() : part
  return part.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
}

/** The notices: all of them, those of a kind, and those with a text. */
export const notices = (page: Page) => page.getByRole('group', { name: ANY_NOTICE })
export const noticesOf = (page: Page, kind: keyof typeof NOTICES) => page.getByRole('group', { name: NOTICES[kind] })
export const noticeOf = (page: Page, text: string | RegExp) => notices(page).filter({ hasText: text })

/** In a form: that another person has changed the record meanwhile, with what differs; and the sentence that gets the focus then. */
export const changedRecord = (page: Page) => page.getByRole('group', { name: CHANGED })
export const changedTitle = (page: Page) => changedRecord(page).getByText(CHANGED)

/** How many pixels of a table its place does not show without scrolling sideways. */
export const hiddenWidth = (table: Locator) =>
  table.evaluate(({ parentElement: place }) => place && place.scrollWidth - place.clientWidth)

/** The link at the head of a page of the administration to the page above it; a section before it may have the same name. */
export const wayBack = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).last()

/** The list of imports that were done. */
export const pastImports = (page: Page) => page.getByRole('list', { name: PAST_IMPORTS }).getByRole('listitem')

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
