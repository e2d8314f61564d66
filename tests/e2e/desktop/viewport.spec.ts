import { sql } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, startSession, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { sendLogin } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

test.use({ school: 'viewport' })

test.beforeEach(async ({ context }) => {
  await chooseEnglish(context)
  await popNothingUp(context)
})

const FILES = '/pages/files/pc_files_tm/index.html'

interface MadeFile {
  /** The body of `mount`, which knows `container` and `portal`. */
  readonly script: string
  readonly style?: string
}

/** Delivers these files as those of an application. */
async function deliver(page: Page, app: string, files: Readonly<Record<string, MadeFile>>): Promise<void> {
  const manifest: Record<string, string> = {}
  for (const [fileId, { script, style }] of Object.entries(files)) {
    const path = `/assets/made-${app}-${fileId}`
    manifest[`${fileId}.js`] = `${path}.js`
    await page.route(`**${path}.js`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export function mount(container, portal, crashed) { ${script}; return () => container.replaceChildren('gone') }`,
      }),
    )
    if (style === undefined) continue
    manifest[`${fileId}.css`] = `${path}.css`
    await page.route(`**${path}.css`, (route) => route.fulfill({ contentType: 'text/css', body: style }))
  }
  await page.route(`**/${app}/manifest.json*`, (route) => route.fulfill({ json: manifest }))
}

/** Follows an address within the page, as a link of the portal does. */
function follow(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const told = (page: Page) => page.getByRole('main').getByRole('alert')

test('each form of an application’s address leads to it, for the people whose menu has it', async ({
  page,
  portal,
}) => {
  await signIn(page, 'teacher')
  for (const path of [
    '/pages/roster/pc_roster_tm/index.html',
    '/pages/roster/mobile_roster_tm/index.html',
    '/pages/base/pc_roster_tm/index.html',
    '/pages/base/pc_roster_pre/index.html',
    '/pc_roster_tm.html',
    '/mobile_roster_pre.html',
  ]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(heading(page, 'Class lists')).toBeVisible()
    })
  }
  await page.context().clearCookies()
  await startSession(page, 'student')
  await page.goto('/pages/files/pc_files_spm/index.html')
  await expect(heading(page, 'Files')).toBeVisible()
  for (const path of [
    FILES,
    '/pages/roster/pc_roster_spm/index.html',
    // An application in another one's page.
    '/pages/files/pc_files_spm/index.html?app=roster&fileId=roster',
  ]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(heading(page, 'Page not found')).toBeVisible()
    })
  }

  await test.step('an area office', async () => {
    await page.context().clearCookies()
    await page.goto(`${portal.url.replace('localhost', 'area.localhost')}/login`)
    await sendLogin(page, 'staff', 'Campus2026')
    await expect(appIcons(page).first()).toBeVisible()
    await appIcon(page, 'files').click()
    await expect(page).toHaveURL(/\/area\/files\/pc_files_tm\/index\.html/)
    await expect(heading(page, 'Files')).toBeVisible()
  })
})

test('a page that is not there offers the search, the desktop, and the page before it', async ({ page }) => {
  await signIn(page, 'teacher')
  await page.goto('/pages/nothing/pc_nothing_tm/index.html')
  await expect(heading(page, 'Page not found')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const ways = page.getByRole('main')
  // Opened by its address, it has no page before it.
  await expect(ways.getByRole('button', { name: 'Go back' })).toHaveCount(0)
  await ways.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('attendance')
  await expect(page.getByRole('option', { name: /Attendance/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ways.getByRole('button', { name: 'Search' })).toBeFocused()
  await ways.getByRole('link', { name: 'Back to the desktop' }).click()
  await expect(appIcons(page).first()).toBeVisible()

  await page.evaluate(() => {
    history.pushState({ idx: 2, key: 'nothing', usr: null }, '', '/pages/nothing/pc_nothing_tm/index.html')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
  await ways.getByRole('button', { name: 'Go back' }).click()
  await expect(appIcons(page).first()).toBeVisible()
})

test('an application whose desktop does not load says so, and opens with another try', async ({ page, tolerate }) => {
  tolerate(AWAY)
  await startSession(page, 'teacher')
  await page.route('**/api/base/desktop/my_app_icon?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'server.busy' } }),
  )
  await page.goto('/pages/attendance/pc_attendance_tm/index.html')
  await expect(heading(page, 'This page could not be loaded')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/base/desktop/my_app_icon?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Attendance' })).toBeVisible()
})

test('the dedicated page of one school is its own application, which an administrator adds, and not there for others', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await page.route('**/pages/app/lang/**', (route) => route.fulfill({ json: { app: {} } }))
  await deliver(page, 'app', { app: { script: "container.innerHTML = '<h1>Made for this school</h1>'" } })
  await signIn(page, 'teacher')
  await page.goto('/pages/app/pc_app_tm/index.html')
  await expect(heading(page, 'Page not found')).toBeVisible()
  const office = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  await chooseEnglish(office)
  await popNothingUp(office)
  const admin = await office.newPage()
  await startSession(admin, 'admin')
  await admin.goto('/pages/administration/pc_administration_tm/index.html#/applications/new')
  await admin.getByRole('textbox', { name: 'Name in Chinese' }).fill('应用中心')
  await admin.getByRole('textbox', { name: 'Name in English' }).fill('Application centre')
  await admin.getByRole('radio', { name: 'Made for this school', exact: true }).check()
  await expect(admin.getByText('/pages/app/pc_app_tm/index.html', { exact: false })).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('link', { name: 'Application centre' })).toBeVisible()
  await office.close()
  await page.goto('/pages/app/pc_app_tm/index.html')
  await expect(heading(page, 'Made for this school')).toBeVisible()
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from application where code = 'app'`)),
  )
})

test('each loaded file has its own container, of which one is visible; it is mounted once, recorded, and gone on leaving', async ({
  page,
}) => {
  const count = (name: string) =>
    `globalThis.mounts = [...(globalThis.mounts ?? []), '${name}']; container.innerHTML = '<input aria-label="${name}">'`
  await deliver(page, 'files', { one: { script: count('one') }, two: { script: count('two') } })
  await deliver(page, 'attendance', { one: { script: `${count('other')}; void portal.permissions()` } })
  const noted: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user_access_detail'))
      noted.push(new URLSearchParams(request.postData() ?? '').get('resId') ?? '')
  })
  const mounts = () => page.evaluate(() => Reflect.get(globalThis, 'mounts'))
  await signIn(page, 'teacher')
  await follow(page, `${FILES}?app=files&fileId=one&id=7&linkUrl=https%3A%2F%2Fevil.example`)
  await page.getByRole('textbox', { name: 'one' }).fill('typed')

  await follow(page, `${FILES}?app=files&fileId=two`)
  await expect(page.getByRole('textbox', { name: 'two' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'one' })).toBeHidden()
  await follow(page, `${FILES}?app=attendance&fileId=one`)
  await expect(page.getByRole('textbox', { name: 'other' })).toBeVisible()
  await follow(page, `${FILES}?app=files&fileId=one`)
  await expect(page.getByRole('textbox', { name: 'one' })).toHaveValue('typed')
  // Three are there, and one of them is shown.
  const drawnFiles = page.getByRole('main').getByRole('textbox', { includeHidden: true })
  await expect(drawnFiles).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1)
  expect(await mounts()).toEqual(['one', 'two', 'other'])
  // With the code of the application whose file is shown, once the viewport has told its route.
  await expect.poll(() => noted).toEqual(['files', 'attendance', 'files'])

  await follow(page, '/pages/base/pc_desktop_all/index.html')
  await expect(appIcon(page, 'files')).toBeVisible()
  await expect(drawnFiles).toHaveCount(0)
})

test('styles reach neither out of an application nor into another one, and go with it', async ({ page }) => {
  const style = `
    body, .h-logo, button { visibility: hidden !important }
    h1 { color: rgb(1, 2, 3) }
    @keyframes made { to { opacity: 0 } }
    @media all { h1 { padding-left: 7px } }`
  const content = "container.innerHTML = '<h1>Title</h1><button>Press</button>'"
  await deliver(page, 'files', { one: { script: content, style }, two: { script: content } })
  await deliver(page, 'attendance', { one: { script: content } })
  await signIn(page, 'teacher')
  await follow(page, `${FILES}?app=files&fileId=one`)
  const title = page.getByRole('main').getByRole('heading', { name: 'Title' })
  await expect(title).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(title).toHaveCSS('padding-left', '7px')
  await expect(page.getByText('Press')).toHaveCSS('visibility', 'hidden')
  await expect(page.getByRole('banner').getByRole('presentation').first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button').first()).toBeVisible()

  await follow(page, `${FILES}?app=attendance&fileId=one`)
  await expect(title).not.toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.getByRole('button', { name: 'Press' })).toBeVisible()

  await follow(page, '/pages/base/pc_desktop_all/index.html')
  await expect(page.getByText('Press')).toHaveCount(0)
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
})

test('styles of an application and those that come with a page follow the chosen brightness and contrast', async ({
  page,
  context,
}) => {
  const style = `
    .tried { color: rgb(1, 1, 1); outline-color: rgb(1, 1, 1) }
    @media (prefers-color-scheme: dark) { .tried { color: rgb(9, 9, 9) } }
    @media (prefers-contrast: more) { .tried { outline-color: rgb(9, 9, 9) } }`
  await deliver(page, 'files', {
    one: { script: 'container.innerHTML = \'<p class="tried">Application</p>\'', style },
  })
  for (const name of ['early', 'late'])
    await context.route(`**/assets/${name}-made.css`, (route) =>
      route.fulfill({ contentType: 'text/css', body: style.replaceAll('.tried', `.${name}`) }),
    )
  // Before the portal's scripts.
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (self !== top || !document.head) return
      observer.disconnect()
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = '/assets/early-made.css'
      document.head.append(link)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
  await signIn(page, 'teacher')
  const other = await context.newPage()
  await other.goto('/pages/base/pc_desktop_all/index.html')
  /** As the settings in another tab do; null for the system's. */
  const choose = (key: 'colorMode' | 'contrast', value: string | null) =>
    other.evaluate(([of, now]) => (now ? localStorage.setItem(of, now) : localStorage.removeItem(of)), [
      key,
      value,
    ] as const)
  const show = async () => {
    await follow(page, `${FILES}?app=files&fileId=one`)
    await page.evaluate(() => {
      for (const name of ['early', 'late']) {
        if (document.querySelector(`.${name}`)) continue
        const tried = document.createElement('p')
        tried.className = name
        document.body.append(tried)
      }
    })
  }
  const expectStyles = async (color: 'plain' | 'dark', contrast: 'plain' | 'more', names: readonly string[]) => {
    for (const name of names) {
      await expect(page.locator(name)).toHaveCSS('color', color === 'dark' ? 'rgb(9, 9, 9)' : 'rgb(1, 1, 1)')
      await expect(page.locator(name)).toHaveCSS('outline-color', contrast === 'more' ? 'rgb(9, 9, 9)' : 'rgb(1, 1, 1)')
    }
  }
  const application = '.v-file .tried'
  await show()
  await expectStyles('plain', 'plain', [application, '.early'])

  await choose('colorMode', 'dark')
  await choose('contrast', 'more')
  await expectStyles('dark', 'more', [application, '.early'])
  await page.evaluate(() => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = '/assets/late-made.css'
    document.head.append(link)
  })
  await expectStyles('dark', 'more', ['.late'])

  // An application's is kept while it is closed.
  await follow(page, '/pages/base/pc_desktop_all/index.html')
  await expect(appIcon(page, 'files')).toBeVisible()
  await expect(page.locator(application)).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' })
  await choose('colorMode', 'light')
  await choose('contrast', 'normal')
  await show()
  await expectStyles('plain', 'plain', [application, '.early', '.late'])
  await choose('colorMode', null)
  await choose('contrast', null)
  await expectStyles('dark', 'more', [application, '.early', '.late'])

  // Linked before the portal follows what comes later.
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
  await choose('colorMode', 'dark')
  await choose('contrast', 'more')
  await page.reload()
  await show()
  await expectStyles('dark', 'more', [application, '.early'])
})

test('an application that is missing, does not arrive or is none says so, and opens once it can', async ({
  page,
  tolerate,
}) => {
  tolerate(AWAY)
  await signIn(page, 'teacher')
  const open = async (): Promise<void> => {
    await page.goto('about:blank')
    await page.goto(`${FILES}?app=files&fileId=files`)
  }

  await test.step('missing', async () => {
    await page.route('**/files/manifest.json*', (route) => route.fulfill({ status: 404 }))
    await open()
    await expect(told(page)).toContainText('This app is not installed')
    await expect(told(page).getByRole('button')).toHaveText(['Back to the desktop'])
    expect(await findViolations(page, { withoutColors: true })).toEqual([])
  })

  await test.step('unreachable, then there', async () => {
    await page.route('**/files/manifest.json*', (route) => route.fulfill({ json: { 'files.js': '/assets/away.js' } }))
    await page.route('**/assets/away.js', (route) => route.abort())
    await open()
    await expect(told(page)).toContainText('The app could not be opened')
    await deliver(page, 'files', { files: { script: "container.innerHTML = '<h1>Arrived</h1>'" } })
    await told(page).getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Arrived')).toBeVisible()
  })

  await test.step('not an application', async () => {
    await page.route('**/files/manifest.json*', (route) => route.fulfill({ json: { 'files.js': '/assets/none.js' } }))
    await page.route('**/assets/none.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export const x = 1' }),
    )
    await open()
    await expect(told(page)).toContainText('incomplete')
  })
})

test('an application that loops is stopped, or not opened again by itself, and opens on request', async ({
  page,
  portal,
  tolerate,
}) => {
  tolerate(/changes in a loop/)
  await signIn(page, 'teacher')

  await test.step('a route that changes without end', async () => {
    await page.goto('/pages/roster/pc_roster_tm/index.html')
    await expect(heading(page, 'Class lists')).toBeVisible()
    await page.evaluate(() => {
      let turn = 0
      const change = () => {
        turn += 1
        history.replaceState(null, '', `#/class/${turn}`)
        dispatchEvent(new PopStateEvent('popstate'))
        if (!document.querySelector('main [role=alert]')) requestAnimationFrame(change)
      }
      change()
    })
    await expect(told(page)).toContainText('ran into a problem')
    await page.evaluate(() => history.replaceState(null, '', '#/'))
    await told(page).getByRole('button', { name: 'Open again' }).click()
    await expect(heading(page, 'Class lists')).toBeVisible()
  })

  await test.step('a script that does not end', async () => {
    const starts = `
      if (localStorage.getItem('calm')) container.innerHTML = '<h1>Calm</h1>'
      else { console.info('does not end'); for (;;) {} }`
    await deliver(page, 'files', { files: { script: starts } })
    // Another site gets a process of its own: the one that hangs is ended without a word, as when the user closes a page that does not answer. A page that
    // hangs already cannot be left in a test, so that leaving begins before, and ends once the script is seen to run.
    const elsewhere = portal.url.replace('localhost', '127.0.0.1')
    const leaves = page.waitForRequest(`${elsewhere}/`)
    const hangs = page.waitForEvent('console', (message) => message.text() === 'does not end')
    await page.route('**/assets/made-files-files.js', async (route) => {
      await leaves
      await route.fallback()
    })
    await page.route(`${elsewhere}/`, async (route) => {
      await hangs
      await route.continue()
    })
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await follow(page, FILES)
    await page.goto(elsewhere)
    await page.unrouteAll()
    await deliver(page, 'files', { files: { script: starts } })
    await page.goto(FILES)
    await expect(told(page)).toContainText('stopped responding')
    expect(await findViolations(page, { withoutColors: true })).toEqual([])
    await page.evaluate(() => localStorage.setItem('calm', '1'))
    await told(page).getByRole('button', { name: 'Open again' }).click()
    await expect(heading(page, 'Calm')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Calm')).toBeVisible()
  })
})
