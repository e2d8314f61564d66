import type { Locator } from '@playwright/test'
import { request, type BrowserContext, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { AWAY, PASSWORD, PLACES, chooseEnglish, expect, signIn, test, toldOnce } from '../fixtures.ts'
import { isPhone } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { runUntilStream } from './run-until-stream.ts'
import { rowsIn } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

// Axe looks at the list and at the form in contrasts.spec.ts. What is published here is gone for later tests, and what is ignored is taken back.
test.afterAll(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from message where author_id is not null`)),
  ),
)

/** What a page of the portal sends along. */
const headersAt = (origin: string) => ({ origin, 'x-portal-device': 'pc' })

/** Publishes a message as the administrator, from outside the page's browser. */
async function publishTo(
  page: Page,
  text: string,
  userTypes: (1 | 2 | 3 | 4)[],
  link: { url?: string; applicationCode?: string } = {},
): Promise<void> {
  const { origin } = new URL(page.url())
  const office = await request.newContext({ baseURL: origin })
  const headers = headersAt(origin)
  const form = { username: 'admin', password: PASSWORD }
  await office.post('/api/uaa/oauth/login', { form, headers })
  const data = messageTo(userTypes, text, { importance: 4, ...link })
  const answer = await (await office.post(publications.save.path, { data, headers })).json()
  expect(answer).toMatchObject({ status: 200 })
  const { publicationId } = z.parse(publications.save.response, answer.data)
  const state = async () =>
    (await (await office.get(publications.show.path, { params: { publicationId }, headers })).json()).data.state
  await expect.poll(state).toBe('sent')
  await office.dispose()
}

const bell = (page: Page) => page.getByRole('button', { name: /^(Messages|消息)/ })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(Messages|消息)$/ })

/** The number that the bell's name tells. */
async function unreadOf(page: Page): Promise<number> {
  await expect(bell(page)).toHaveAccessibleName(/\d/)
  return Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0])
}

async function openStreams(context: BrowserContext): Promise<{ count: () => number }> {
  let streams = 0
  context.on('request', (sent) => {
    if (sent.url().endsWith('/api/base/live/events')) streams += 1
  })
  return { count: () => streams }
}

test('a teacher reads the unread list and the expiry of modules, until they are signed out from elsewhere', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  // Without the column beside the desktop, which loads the same list.
  await page.setViewportSize({ width: 1100, height: 720 })
  await chooseEnglish(context)
  await signIn(page, 'teacher')
  const count = await unreadOf(page)
  const dialog = dialogOf(page)
  const rows = dialog.getByRole('listitem')

  await test.step('what cannot be loaded says so and is tried again', async () => {
    await context.route('**/message_select_not_read*', (route) => route.abort())
    await bell(page).click()
    await expect(dialog.getByText('The messages could not be loaded')).toBeVisible()
    await context.unroute('**/message_select_not_read*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(rows.first()).toBeVisible()
  })

  await test.step('the unread list tells importance by word and picture, and what is ignored can be taken back', async () => {
    await expect(rows).toHaveCount(count)
    for (const word of ['Routine', 'Notice', 'Important', 'Very important', 'Urgent'])
      await expect(dialog.getByText(word, { exact: true }).first()).toBeVisible()
    // And by five colours.
    const colors = await dialog
      .getByText(/^(Routine|Notice|Important|Very important|Urgent)$/)
      .evaluateAll((words) => words.map((word) => `${word.textContent}: ${getComputedStyle(word).color}`))
    expect(new Set(colors.map((one) => one.split(': ')[1])).size).toBe(5)
    expect(new Set(colors).size).toBe(5)

    const first = (await textIn(rows.first()).textContent()) ?? ''
    await rows
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click()
    await expect(rows).toHaveCount(count - 1)
    await expect(dialog.getByText(first)).toHaveCount(0)
    // The focus goes on to the next, so that a whole list is worked off by keyboard.
    await expect(rows.first().getByRole('button', { name: /^Mark as read/ })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(count)
    await expect(textIn(rows.first())).toHaveText(first)

    await dialog.getByRole('button', { name: 'Ignore all' }).click()
    await expect(dialog.getByText('No unread messages')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Ignore all' })).toBeDisabled()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(count)
    await page.keyboard.press('Escape')
    await expect(bell(page)).toBeFocused()
    expect(await unreadOf(page)).toBe(count)
  })

  await test.step('modules are listed as expired, about to expire, and in use', async () => {
    await bell(page).click()
    await dialog.getByRole('button', { name: 'See the modules' }).click()
    const modules = page.getByRole('dialog', { name: 'Expiry of modules' })
    await expect(modules.getByRole('columnheader')).toHaveText(['Module', 'Expires', 'Status'])
    const named = rowsIn(modules).first()
    await expect(named.getByRole('rowheader')).not.toBeEmpty()
    await expect(named.getByRole('time')).toHaveText(/^\d{1,2} \w+ 20\d\d$/)
    const order = ['Expired', 'About to expire', 'In use']
    const statuses = await modules.getByRole('cell', { name: /^(?:Expired|About to expire|In use)$/ }).allTextContents()
    const steps = statuses.map((status) => order.indexOf(status))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(new Set(statuses)).toEqual(new Set(order))
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('a device that is signed out from elsewhere leaves the desktop at once, and keeps nothing', async () => {
    const elsewhere = await request.newContext({ baseURL: portal.url })
    const headers = headersAt(portal.url)
    await elsewhere.post('/api/uaa/oauth/login', { form: { username: 'teacher', password: PASSWORD }, headers })
    await elsewhere.post('/api/uaa/account/end_other_sessions', { form: {}, headers })
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await elsewhere.dispose()
  })
})

test('an address of ours opens here, one of another site in a new window, and the page is then loaded anew', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await context.route('https://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  )
  await signIn(page, 'student')
  await publishTo(page, 'To the library', [1], { url: 'https://elsewhere.example/library' })
  await publishTo(page, 'To the files', [1], { applicationCode: 'files' })
  await bell(page).click()
  const row = (text: string) => dialogOf(page).getByRole('listitem').filter({ hasText: text })

  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    row('To the library').getByRole('button', { name: 'Open in a new window' }).click(),
  ])
  await expect(opened).toHaveURL('https://elsewhere.example/library')
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  await page.waitForEvent('load')
  await expect(appIcons(page).first()).toBeVisible()

  await bell(page).click()
  await expect(row('To the library')).toHaveCount(0)
  await row('To the files').getByRole('button', { name: 'Open the page' }).click()
  await expect(page).toHaveURL(/\/pages\/files\/pc_files_pre\/index\.html$/)
  await expect(dialogOf(page)).toBeHidden()

  await test.step('a unit that wants no number has a dot on its bell', async () => {
    await context.route('**/api/base/desktop/getMessageConfig*', (route) =>
      route.fulfill({ json: { status: 200, code: 'ok', message: '', data: { config: '{"pcOpen":1}' } } }),
    )
    await page.goto('/')
    const messages = page.locator('.k-counted').filter({ has: bell(page) })
    await expect(messages.locator('.k-counted__dot')).toBeVisible()
    await expect(messages.locator('.k-counted__count')).toHaveCount(0)
    await expect(bell(page)).toHaveAccessibleName(/unread$/)
  })
})

test('the count goes up in every tab the moment an administrator publishes, over one connection for all of them', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  const streams = await openStreams(context)
  await signIn(page, 'parent')
  const count = await unreadOf(page)
  const other = await context.newPage()
  await other.goto('/')
  expect(await unreadOf(other)).toBe(count)
  expect(streams.count()).toBe(1)

  await bell(other).click()
  await publishTo(page, 'School is closed tomorrow', [3])
  await expect(bell(page)).toHaveAccessibleName(`Messages, ${count + 1} unread`)
  await expect(dialogOf(other).getByText('School is closed tomorrow')).toBeVisible()
  expect(streams.count()).toBe(1)

  // The tab that holds the connection goes; another one takes over.
  await page.close()
  await publishTo(other, 'And the day after', [3])
  await expect(dialogOf(other).getByText('And the day after')).toBeVisible()
  await expect.poll(() => streams.count()).toBe(2)
})

test('without a stream the counts come by asking, at once and every minute, until a stream opens again', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await page.clock.install()
  await context.route('**/api/base/live/events', (route) => route.abort())
  await signIn(page, 'staff')
  const count = await unreadOf(page)
  await publishTo(page, 'Without a stream', [4])
  await page.clock.runFor(60_000)
  await expect(bell(page)).toHaveAccessibleName(`Messages, ${count + 1} unread`)

  await context.unroute('**/api/base/live/events')
  const opened = page.waitForResponse('**/api/base/live/events')
  await runUntilStream(page)
  expect((await opened).status()).toBe(200)
  await publishTo(page, 'With a stream again', [4])
  await expect(bell(page)).toHaveAccessibleName(`Messages, ${count + 2} unread`)
})

test('a list that was drawn before the stream opens has what was published meanwhile', async ({ page, context }) => {
  await chooseEnglish(context)
  let release = () => {}
  const published = new Promise<void>((resolve) => (release = resolve))
  // The page would poll the counts meanwhile.
  for (const call of ['live/events', 'desktop/unhandlecount**']) {
    await context.route(`**/api/base/${call}`, async (route) => {
      await published
      await route.continue()
    })
  }
  await signIn(page, 'parent')
  await bell(page).click()
  await expect(dialogOf(page).getByRole('listitem').first()).toBeVisible()
  await publishTo(page, 'Before the stream', [3])
  await expect(dialogOf(page).getByText('Before the stream')).toHaveCount(0)
  release()
  await expect(dialogOf(page).getByText('Before the stream')).toBeVisible()
})

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an administrator writes an urgent message from the bell, and is asked before it goes to many people (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const say = (chinese: string, english: string) => (language === 'en' ? english : chinese)
    if (language === 'en') await chooseEnglish(context)
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, 'admin')
    await bell(page).click()
    await page.getByRole('button', { name: say('写消息', 'Write'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('写消息', 'Write a message'))
    const text = `${language} ${width}: 运动会`
    const title = page.getByRole('textbox', { name: say('标题', 'Title'), exact: true })
    await title.fill(text)
    await page.getByRole('checkbox', { name: say('职工', 'Support staff'), exact: true }).check()
    await page.getByRole('radio', { name: say('紧急', 'Urgent') }).check({ force: true })
    const send = page.getByRole('button', { name: say('发送给', 'Send to') })
    await expect(send).toHaveAccessibleName(/\d/)
    await send.click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(say('人会收到', 'people get it'))
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.keyboard.press('Escape')
    await expect(title).toHaveValue(text)

    await send.click()
    await question.getByRole('button', { name: say('按紧急发送', 'Send as urgent') }).click()
    await expect(
      page.getByRole('heading', { level: 1 }).getByText(say('已发送', 'Sent'), { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: say('撤回', 'Recall') })).toBeVisible()
    await page.goto('/')
    await bell(page).click()
    // A phone has a page for them.
    await expect((isPhone(page) ? page.getByRole('main') : dialogOf(page)).getByText(text)).toBeVisible()
  })
}

/** The text of an unread message, below the line that says how important it is and from whom. */
const textIn = (row: Locator) => row.getByRole('paragraph').nth(1)
