import type { FrameLocator, Locator, Page } from '@playwright/test'
import { BIN_PATH } from '../../../apps/files/listing/folder-path.ts'
import { PLACE_PAGES } from '../../../apps/files/sharing/places.ts'
import { routePath, type AppRoute } from '../../../apps/attendance/app-route.ts'
import { ROUTES as ROSTER } from '../../../apps/roster/routes.ts'
import type { Page as PortalPage } from '../../../contract/pages.ts'
import { SETTINGS_PARTS } from '../../../src/app/frame/settings/settings-part.ts'
import { expect, PASSWORD, signIn } from '../fixtures.ts'
import { findTool, isPhone, openOverview } from '../../support/browser/header-tools.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'
import {
  attendancePages,
  binEntries,
  headerTools,
  nameOf,
  pageRoot,
  palette,
  passwordField,
  rowsIn,
  sectionsOf,
  sendLogin,
  showPassword,
  signInButton,
  skeletons,
} from '../../support/browser/parts.ts'
import '../../support/browser/svg-as-nothing.ts'
import { addressesOf } from '../../support/page-addresses.ts'

/** What is done on each screen; it gets the screen's name. */
export type Look = (screen: string) => Promise<void>

const SETTINGS = '/pages/base/desktop/setting'
const ADMINISTRATION = '/administration/pc_administration_tm/index.html'
const FILES = '/pages/files/pc_files_tm/index.html'
const ROSTER_PAGE = '/pages/roster/pc_roster_tm/index.html'

const LANGUAGE = /^(Language|语言)$/
const SWITCH_ROLE = /^(Switch role|切换身份)$/

const main = (page: Page) => page.getByRole('main')
const heading = (part: Page | FrameLocator) => part.getByRole('heading', { level: 1 })
const choices = (page: Page, name: RegExp) => page.getByRole('list', { name })
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

interface Address {
  readonly at: string
  /** What says that the page is drawn. */
  readonly shown: (page: Page) => Locator
}

/** The kinds of pages that are addresses alone, without a session; null where more is done below, or where the page has a story of its own. */
const SIGNED_OUT: Readonly<Record<PortalPage['kind'], Address | null>> = {
  login: null,
  'forgot-password': { at: '/forgetPassword', shown: (page) => page.getByRole('textbox').first() },
  bind: { at: `/bind/?id=${'x'.repeat(43)}`, shown: passwordField },
  authorize: { at: '/authorize', shown: (page) => page.getByText('client_id') },
  join: { at: '/join', shown: heading },
  home: null,
  desktop: null,
  settings: null,
  application: null,
  // They lead on to others.
  relogin: null,
  redirect: null,
  logout: null,
  // attendance/station.spec.ts and administration/setup.spec.ts
  station: null,
  setup: null,
}

const ofAttendance = (page: Page, role: 'region' | 'table' | 'navigation', key: string) =>
  page.getByRole(role, { name: nameOf('apps/attendance/locales/*.json', key) })

/** The pages of Attendance, with what each shows and no other does; null where one of them needs the identifier of a record. */
const ATTENDANCE: Readonly<
  Record<AppRoute['page'], { readonly route: AppRoute; readonly shown: Address['shown'] } | null>
> = {
  mine: {
    route: { page: 'mine', month: null, student: null, day: null },
    shown: (page) => ofAttendance(page, 'region', 'mine.days'),
  },
  day: {
    route: { page: 'day', group: 'staff', date: null },
    shown: (page) => rowsIn(ofAttendance(page, 'table', 'group.dayRecords')).first(),
  },
  month: {
    route: { page: 'month', group: 'staff', month: null },
    shown: (page) => ofAttendance(page, 'region', 'group.monthRecords').getByRole('grid'),
  },
  person: null,
  absences: {
    route: { page: 'absences', view: null },
    shown: (page) => ofAttendance(page, 'navigation', 'absence.views'),
  },
  corrections: {
    route: { page: 'corrections', view: null },
    shown: (page) => ofAttendance(page, 'navigation', 'correction.views'),
  },
}

/** Each screen before signing in. The browser says that one of them was not found. */
export async function visitSignedOut(page: Page, look: Look): Promise<void> {
  await page.goto('/login')
  await expect(showPassword(page)).toBeVisible()
  await look('login')
  await signInButton(page).click()
  await expect(page.getByRole('alert').first()).not.toBeEmpty()
  await look('login-empty')
  for (const [kind, address] of Object.entries(SIGNED_OUT)) {
    if (address === null) continue
    await page.goto(address.at)
    await expect(address.shown(page)).toBeVisible()
    await look(kind)
  }
}

/** That the page is of this place in its application, by the links to its pages. */
const expectCurrent = (links: Locator, path: string) =>
  expect(links.locator('[aria-current=page]')).toHaveAttribute('href', new RegExp(`#/${path.split('/')[1]}$`))

/** Opens a page that has a heading, and waits for what it loads. `expectThere`: that it is the one that was asked for. */
async function visit(
  page: Page,
  look: Look,
  address: string,
  screen: string,
  expectThere: () => Promise<void> = async () => {},
): Promise<void> {
  // Where only the fragment differs, the page before would still be drawn.
  await page.goto('about:blank')
  await page.goto(address)
  await expect(heading(page)).toBeVisible()
  await expectThere()
  await expect(skeletons(page)).toHaveCount(0)
  // Previews are pages of the portal, drawn after the page around them.
  for (const preview of await page.locator('iframe:visible').all())
    await expect(heading(preview.contentFrame()).first()).toBeVisible()
  await look(screen)
}

/**
 * The pages of the administration, by its table of sections: those of the sections that are listed, among which are `some`. `folder` is where the unit has its
 * applications.
 */
async function visitAdministration(page: Page, look: Look, folder: string, some: readonly string[]): Promise<void> {
  const { routesOf, SECTIONS } = await import('../../../apps/administration/sections.ts')
  await page.goto(`${folder}${ADMINISTRATION}`)
  // In a narrow window they are behind a button.
  const links = sectionsOf(page).getByRole('link', { includeHidden: true })
  await expect(links).not.toHaveCount(0)
  const listed = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('#/')[1]))
  const sections = SECTIONS.filter((section) => listed.includes(section.path))
  expect(sections.map(({ path }) => path)).toEqual(listed)
  expect(listed).toEqual(expect.arrayContaining([...some]))
  for (const { path } of routesOf(sections)) {
    if (path === '/') continue
    for (const address of addressesOf(path))
      await visit(
        page,
        look,
        `${folder}${ADMINISTRATION}#${address}`,
        `administration${address.replaceAll('/', '-')}`,
        () => expectCurrent(sectionsOf(page), address),
      )
  }
}

/** An administrator's desktop with everything that opens over it, and the pages that it leads to. */
export async function visitAsAdmin(page: Page, look: Look): Promise<void> {
  await signIn(page, 'admin')
  await expect(headerTools(page)).toBeVisible()
  await look('desktop')
  await visitTools(page, look)
  await visitMessages(page, look)
  for (const part of SETTINGS_PARTS) await visit(page, look, `${SETTINGS}?part=${part}`, `settings-${part}`)
  await visitAdministration(page, look, '/pages', ['people', 'sign-in', 'attendance', 'trail'])
  await page.goto(FILES)
  await expect(page.getByRole('button', { name: /^(Upload files|上传文件)$/ })).toBeVisible()
  await look('files')
  await visitFiles(page, look)
  await visitAttendance(page, look)
  await visitRoster(page, look)
  await page.goto('/pages/unknown/pc_unknown_tm/index.html')
  await expect(main(page)).toBeVisible()
  await look('not-there')
}

async function visitAttendance(page: Page, look: Look): Promise<void> {
  for (const [part, found] of Object.entries(ATTENDANCE)) {
    if (!found) continue
    const path = routePath(found.route)
    await visit(page, look, `/pages/attendance/pc_attendance_tm/index.html#${path}`, `attendance-${part}`, async () => {
      await expectCurrent(attendancePages(page), path)
      await expect(found.shown(page)).toBeVisible()
    })
  }
}

/** The class lists, and the pages of the first class. */
async function visitRoster(page: Page, look: Look): Promise<void> {
  await page.goto(ROSTER_PAGE)
  await main(page).getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/#\/class\/./)
  const [, classId = ''] = /#\/class\/([^/?]+)/.exec(page.url()) ?? []
  for (const { path } of ROSTER)
    await visit(
      page,
      look,
      `${ROSTER_PAGE}#${path.replace(':classId', classId)}`,
      `roster${path.replaceAll(/[/:]+/g, '-')}`,
    )
}

/** The parts of Files beside the caller's own folders, with nothing in them, and the dialogs of a file. */
async function visitFiles(page: Page, look: Look): Promise<void> {
  for (const path of [...PLACE_PAGES.map((place) => `/${place}`), BIN_PATH])
    await visit(page, look, `${FILES}#${path}`, `files${path.replaceAll('/', '-')}`)
  await page.goto(FILES)
  const name = 'every screen.md'
  const put = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^(Upload files|上传文件)$/ }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) })
  }
  await put('one')
  const row = rowsIn(page).filter({ hasText: name })
  await expect(row).toBeVisible()
  await put('two')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('files-replace')
  await page.getByRole('button', { name: /^(Replace|替换)$/ }).click()
  // In a wide window its end stands apart.
  await row.getByRole('link', { name: /^every screen ?\.md$/ }).click()
  await expect(page.getByRole('dialog').getByText('two', { exact: true })).toBeVisible()
  await look('files-preview')
  await page.getByRole('button', { name: /^(Versions|历史版本)$/ }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await look('files-versions')
  await page.keyboard.press('Escape')
  await row.hover()
  await row.getByRole('button', { name: /^(Share|共享) / }).click()
  await expect(page.getByRole('searchbox').last()).toBeVisible()
  await look('files-share')
  await page.keyboard.press('Escape')
  await row.hover()
  await row.getByRole('button', { name: /^(Delete|删除) / }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`${FILES}#${BIN_PATH}`)
  await expect(binEntries(page).first()).toBeVisible()
  await look('files-bin-filled')
  await page.goto(FILES)
}

async function visitTools(page: Page, look: Look): Promise<void> {
  await (await findTool(page, /^(Voice assistant|语音助手)$/)).click()
  await expect(dialog(page, /^(Voice assistant|语音助手)$/)).toBeVisible()
  await look('voice')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Theme|主题)$/)).click()
  await expect(dialog(page, /^(Theme|主题)$/)).toBeVisible()
  await look('theme')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Log out|退出)$/)).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('log-out')
  await page.keyboard.press('Escape')
  await (await findTool(page, LANGUAGE)).click()
  await expect(choices(page, LANGUAGE)).toBeVisible()
  await look('language')
  await page.goto('/')
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  // The page hears the keys once it has come to rest.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await look('search')
  await page.keyboard.type('wj')
  await expect(page.getByRole('option').first()).toBeVisible()
  await look('search-found')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Version information|版本信息)$/ }).click()
  await expect(dialog(page, /^(About|关于)$/)).toBeVisible()
  await look('about')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(Arrange icons|调整图标顺序)$/ }).click()
  await expect(page.getByRole('button', { name: /^(Done arranging|完成调整)$/ })).toBeVisible()
  await look('arranging')
}

async function visitMessages(page: Page, look: Look): Promise<void> {
  await page.goto('/')
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  await page.getByRole('button', { name: /^(Messages|消息)/ }).click()
  const list = isPhone(page) ? main(page) : dialog(page, /^(Messages|消息)$/)
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await look('messages')
}

/** A parent's desktop with the choice of a child and the overview of all children. */
export async function visitAsParent(page: Page, look: Look): Promise<void> {
  await signIn(page, 'parent')
  const todos = page.getByRole('complementary', { name: /^(To-dos|待办)$/ })
  if (isPhone(page)) {
    await expect(todos).toBeVisible()
    await look('to-dos-bar')
    await todos.getByRole('button', { name: /^(Show the to-dos|展开待办列表)$/ }).click()
  }
  await expect(todos.getByRole('listitem').first()).toBeVisible()
  await look('to-dos')
  await todos.getByRole('button', { name: /^(Close|关闭)/ }).click()
  await openOverview(page)
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await look('family-overview')
  await page.keyboard.press('Escape')
  await (await findTool(page, /^(Choose child|选择孩子)/)).click()
  await expect(page.getByRole('dialog').getByRole('row').first()).toBeVisible()
  await look('choose-child')
  await page.keyboard.press('Escape')
  await (await findTool(page, SWITCH_ROLE)).click()
  await expect(choices(page, SWITCH_ROLE)).toBeVisible()
  await look('switch-role')
}

/** The desktop of an education office's staff; its administrator's, with the settings and the administration. `origin` is its address. */
export async function visitArea(page: Page, look: Look, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await sendLogin(page, 'staff', PASSWORD)
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
  await look('area-staff-desktop')
  // Else the login page would lead on to the desktop, and the one of staff would be drawn first.
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${origin}/login`)
  await sendLogin(page, 'admin', PASSWORD)
  await expect(appIcon(pageRoot(page), 'administration')).toBeVisible()
  await look('area-desktop')
  await visit(page, look, `${origin}/area/areaBase/areaDesktop/setting`, 'area-settings')
  // The section that no school has.
  await visitAdministration(page, look, `${origin}/area`, ['schools'])
}
