import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as family from '../../../contract/endpoints/family/family.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { isReadyForOffline, keptDesktops, keptLists } from '../../support/browser/kept-on-device.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { headerTools, pageRoot, sendLogin, today } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

test.use({ school: 'home', serviceWorkers: 'allow' })

const SETTINGS = '/pages/base/desktop/setting'

/** Nothing is chosen and linked that a test before did. */
test.beforeEach(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`delete from account_link`)
      await tx.execute(sql`update guardian set chosen_at = null`)
    }),
  ),
)

const childCards = (page: Page) =>
  today(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /Attendance of |的考勤$/ }) })

/** The to-dos of the page, and how many there are of the chosen child. */
const todoPanel = (page: Page) => page.getByRole('complementary', { name: /^(To-dos|待办)$/ })
const todoRows = (page: Page) => todoPanel(page).getByRole('listitem')
const todoCount = (page: Page) => todoPanel(page).getByText(/^\d+$/)

/** The number that a button of the header says; 0 for none. */
async function numberOf(page: Page, button: 'Messages' | 'To-dos'): Promise<number> {
  const label = await headerTools(page)
    .getByRole('button', { name: new RegExp(`^${button}`), includeHidden: true })
    .first()
    .getAttribute('aria-label')
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0)
}

async function expectGood(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('a parent with two children narrows the home to one by its chip, and applications show that child (zh-CN, 390 px)', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await popNothingUp(context)
  await signIn(page, 'parent')
  const chips = page.getByRole('radiogroup', { name: '选择要看的孩子' })
  const chip = (name: RegExp) => chips.getByRole('radio', { name })
  await expect(chip(/^全部，\d+ 项$/)).toBeChecked()
  await expect(chip(/^林溪，\d+ 项$/)).toBeVisible()
  await expect(childCards(page)).toHaveCount(2)
  await expectGood(page)
  for (const box of await chips.getByRole('radio').all())
    expect((await box.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
  const firstIcon = appIcons(pageRoot(page)).first()
  const before = await firstIcon.boundingBox()

  await test.step('by keyboard', async () => {
    await chip(/^全部/).focus()
    await page.keyboard.press('ArrowRight')
    await expect(chip(/^林溪/)).toBeFocused()
    await page.keyboard.press('End')
    await expect(chip(/^林川/)).toBeFocused()
    await expect(chip(/^全部/)).toBeChecked()
    await page.keyboard.press('Space')
    await expect(chip(/^林川/)).toBeChecked()
  })
  await expect(childCards(page)).toHaveCount(1)
  await expect(childCards(page)).toContainText('林川')
  expect(await firstIcon.boundingBox()).toEqual(before)
  // One notion of the chosen child: the header's button shows it, without loading the page again.
  await expect(await findTool(page, '选择孩子: 林川')).toBeVisible()
  await page.keyboard.press('Escape')
  // The chips are the only switch of the home; the rest of the page is inert no more.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /选择孩子|所有孩子/ })).toHaveCount(0)
  await expectGood(page)

  await test.step('the lists of messages and to-dos are narrowed too', async () => {
    await page.getByRole('button', { name: /^待办, / }).click()
    await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible()
    await expect(chip(/^林川/)).toBeChecked()
    await expect(todoRows(page).first()).toBeVisible()
    const ofChild = await todoCount(page).textContent()
    await chip(/^全部/).click()
    await expect(todoCount(page)).not.toHaveText(String(ofChild))
    await chip(/^林川/).click()
    await expect(todoCount(page)).toHaveText(String(ofChild))
  })

  await test.step('it stays so when the page is loaded again, and applications show the child', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^桌面/ }).click()
    await expect(chip(/^林川/)).toBeChecked()
    await expect(childCards(page)).toHaveCount(1)
    await childCards(page).getByRole('link').click()
    await expect(page).toHaveURL(/attendance.*#\/mine/)
    await expect(
      page.getByRole('button', { name: '选择孩子: 林川' }).or(page.getByText('林川').first()).first(),
    ).toBeVisible()
  })
})

test('the to-dos of a chosen child stay as they were last after a start without a network (en, 390 px)', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'parent')
  const child = page.getByRole('radiogroup', { name: 'Which child to see' }).getByRole('radio').nth(2)
  await child.click()
  await expect(child).toBeChecked()
  await expect.poll(() => isReadyForOffline(page)).toBe(true)
  const open = () =>
    page
      .getByRole('button', { name: /^To-dos/ })
      .filter({ visible: true })
      .click()
  const rows = todoRows(page)
  await open()
  await expect(todoCount(page)).toBeVisible()
  await expect(rows.first()).toBeVisible()
  const seen = (await rows.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
  await expect.poll(() => keptLists(page)).toContainEqual(expect.stringMatching(/^todos-/))
  await expect.poll(() => keptDesktops(page)).toHaveLength(1)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^As of .*\d\d/)).toBeVisible()
  await expect(child).toBeChecked()
  await expect(rows).toContainText(seen)
  await expectGood(page)
  // The bar that says so stays under the header.
  await rows.last().scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(60)
  const [header, bar] = [await page.getByRole('banner').boundingBox(), await page.getByText(/^Offline: /).boundingBox()]
  expect(Math.abs((bar?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0))).toBeLessThan(2)
  await context.setOffline(false)
  await expect(page.getByText(/^As of .*\d\d/)).toHaveCount(0)
  await expect(rows).toContainText(seen)
})

test('a parent with children at two schools links the accounts, sees both, signs in place, and removes the link (en, 1440 px)', async ({
  page,
  context,
  browser,
  portal,
  tolerate,
}) => {
  // Two schools and every step of a link.
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'parent')
  const there = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await chooseEnglish(there)
    await popNothingUp(there)
    const other = await there.newPage()
    const code = await test.step('the code is made at the other school', async () => {
      const school = portal.url.replace('localhost', 'ginkgo.localhost')
      await other.goto(`${school}/login`)
      await sendLogin(other, 'parent', PASSWORD)
      await expect(appIcons(pageRoot(other)).first()).toBeVisible()
      await other.goto(school + SETTINGS)
      await other.getByRole('button', { name: 'Create a code' }).click()
      const dialog = other.getByRole('dialog', { name: 'Linking code' })
      const field = dialog.getByLabel('Linking code', { exact: true })
      await expect(field).toBeVisible()
      expect(await findViolations(other)).toEqual([])
      return (await field.inputValue().catch(() => null)) ?? (await field.textContent()) ?? ''
    })
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)

    await test.step('and typed at this one', async () => {
      await page.goto(SETTINGS)
      const section = page.getByRole('region', { name: 'Children at other schools' })
      await expect(section).toContainText('No other school is linked yet')
      await section.getByRole('button', { name: 'Enter a code' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enter a linking code' })
      await dialog.getByLabel('Linking code').fill('ABCD-EFGH-JKLM')
      await dialog.getByRole('button', { name: 'Link', exact: true }).click()
      await expect(dialog.getByText(/This linking code is not right/)).toBeVisible()
      await dialog.getByLabel('Linking code').fill(code.toLowerCase())
      expect(await findViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Link', exact: true }).click()
      await expect(page.getByText('Ginkgo Middle School is linked')).toBeVisible()
      await expect(section.getByText('Ginkgo Middle School', { exact: true })).toBeVisible()
      await expectGood(page)
    })

    const chips = page.getByRole('radiogroup', { name: 'Which child to see' })
    await test.step('children of both stand side by side', async () => {
      await page.goto('/pages/base/pc_desktop_all/index.html')
      await expect(chips.getByRole('radio')).toHaveCount(5)
      await expect(childCards(page)).toHaveCount(4)
      await expect(childCards(page).filter({ hasText: 'Ginkgo Middle School' })).toHaveCount(2)
      await expectGood(page)
      const link = today(page)
        .getByRole('link', { name: /^Open at Ginkgo Middle School: Attendance of/ })
        .first()
      await expect(link).toHaveAttribute('href', new RegExp(`^http://ginkgo\\.localhost:${portal.port}/.*attendance`))
    })

    await test.step('a to-do of the other school is signed here, and undone', async () => {
      const list = page.getByRole('region', { name: /^Ginkgo Middle School/ }).last()
      const sign = list.getByRole('button', { name: /^Sign:/ })
      const count = await sign.count()
      expect(count).toBeGreaterThan(0)
      await sign.first().click()
      const form = page.getByRole('dialog', { name: 'Sign' })
      await expect(form).toContainText('Ginkgo Middle School')
      await expect(form).toContainText(/You sign as (?!Ginkgo|Lin)\S+/)
      await form.getByRole('radio', { name: 'I agree' }).check()
      await form.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(sign).toHaveCount(count - 1)
      const answers = () =>
        usePortalData(portal.dataFolder, (database) =>
          database.asOwner(
            async (tx) =>
              (
                await tx.execute(sql`
            select t.answer from todo t join user_account a on a.user_id = t.user_id join unit_host h on h.unit_id = a.unit_id
            where h.host = 'ginkgo.localhost' and a.login_name = 'parent' and t.answer = 'agreed'`)
              ).rows,
          ),
        )
      expect(await answers()).toHaveLength(1)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(sign).toHaveCount(count)
      expect(await answers()).toHaveLength(0)
    })

    await test.step('the badges of the header count both schools, and their dialogs show both, settled in place', async () => {
      await page.getByRole('button', { name: /^Messages, / }).click()
      const messages = page.getByRole('dialog', { name: 'Messages' })
      await expect(
        messages
          .getByRole('region', { name: /^Ginkgo Middle School/ })
          .getByRole('listitem')
          .first(),
      ).toBeVisible()
      const all = await messages.getByRole('listitem').count()
      expect(await numberOf(page, 'Messages')).toBe(all)
      await page.keyboard.press('Escape')
      await expect(messages).toHaveCount(0)

      await page.getByRole('button', { name: /^To-dos, / }).click()
      const todos = page.getByRole('dialog', { name: 'To-dos' })
      await expect(todos.getByRole('heading', { name: 'Riverside School' })).toBeVisible()
      const ofSchool = todos.getByRole('region', { name: /^Ginkgo Middle School/ })
      const rows = ofSchool.getByRole('listitem')
      await expect(rows.first()).toBeVisible()
      const count = await rows.count()
      const waiting = await numberOf(page, 'To-dos')
      await ofSchool
        .getByRole('button', { name: /^Ignore:/ })
        .first()
        .click()
      await expect(rows).toHaveCount(count - 1)
      await expect.poll(() => numberOf(page, 'To-dos')).toBe(waiting - 1)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect(rows).toHaveCount(count)
      await ofSchool
        .getByRole('button', { name: /^Sign:/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Sign' }).getByRole('button', { name: 'Cancel' }).click()
      await page.keyboard.press('Escape')
      await expect(todos).toHaveCount(0)

      await page.getByRole('button', { name: /^Messages, / }).click()
      await messages.getByRole('button', { name: 'Ignore all' }).click()
      await expect(messages.getByRole('listitem')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Messages', exact: true })).toHaveCount(1)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect(messages.getByRole('listitem')).toHaveCount(all)
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
    })

    await test.step('the badges are the same in an application', async () => {
      const before = [await numberOf(page, 'Messages'), await numberOf(page, 'To-dos')]
      await page.goto('/pages/files/pc_files_tm/index.html')
      await expect.poll(async () => [await numberOf(page, 'Messages'), await numberOf(page, 'To-dos')]).toEqual(before)
      await page.goto('/pages/base/pc_desktop_all/index.html')
      await expect(childCards(page)).toHaveCount(4)
    })

    await test.step('without a network what the other school had last stays, with its time, also after a new start', async () => {
      tolerate(AWAY)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      const list = page.getByRole('region', { name: /^Ginkgo Middle School/ }).first()
      // What this device has kept is shown first, and may be of the moment before the messages came back; so may what the page before still asks for.
      await page.goto('about:blank')
      const loading = page.waitForResponse(
        (response) => response.url().includes('/family_overview') && 'x-portal-account' in response.request().headers(),
      )
      await page.goto('/pages/base/pc_desktop_all/index.html')
      const { messages } = z.parse(family.overview.response, Object(await (await loading).json()).data)
      const seen = messages.length
      await expect(list.getByRole('listitem')).toHaveCount(seen)
      await expect.poll(() => numberOf(page, 'Messages')).toBeGreaterThan(seen)
      const total = await numberOf(page, 'Messages')
      await context.setOffline(true)
      await expect(list.getByText(/^As of /)).toBeVisible()
      await expect(list.getByText(/could not be loaded/)).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('region', { name: 'Messages and to-dos' })).toContainText(`${total} unread`)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/pages/base/mobile_desktop_all/index.html')
      await page.getByRole('button', { name: /^Messages, \d+ unread as of / }).click()
      await expect(list.getByText(/^As of /)).toBeVisible()
      await expect(list.getByRole('listitem')).toHaveCount(seen)
      await expect(list.getByText(/could not be loaded/)).toHaveCount(0)
      await expectGood(page)
      await context.setOffline(false)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/pages/base/pc_desktop_all/index.html')
      await expect(childCards(page)).toHaveCount(4)
      await expect(list.getByText(/^As of /)).toHaveCount(0)
    })

    await test.step('a child there narrows the home to that school', async () => {
      await chips.getByRole('radio', { name: /^Gu Yichuan, Ginkgo Middle School/ }).click()
      await expect(childCards(page)).toHaveCount(1)
      await expect(childCards(page)).toContainText('Gu Yichuan')
      await expectGood(page)
      await chips.getByRole('radio', { name: /^All/ }).click()
    })

    await test.step('where it does not answer, its part says so and the rest stays', async () => {
      tolerate(AWAY)
      await page.route('**/desktop/today?*', (route) =>
        route.request().headers()['x-portal-account']
          ? route.fulfill({ status: 500, json: { status: 500, code: 'server.internal', message: '', data: null } })
          : route.continue(),
      )
      await page.reload()
      await expect(today(page).getByText('Ginkgo Middle School could not be loaded')).toBeVisible()
      await expect(childCards(page).filter({ hasText: 'Lin Xi' })).toHaveCount(1)
      await page.unroute('**/desktop/today?*')
      await today(page).getByRole('button', { name: 'Try again' }).click()
      await expect(today(page).getByText('Ginkgo Middle School could not be loaded')).toHaveCount(0)
      await expect(childCards(page)).toHaveCount(4)
    })

    await test.step('the link is removed, on both sides', async () => {
      await page.goto(SETTINGS)
      await page.getByRole('button', { name: 'Remove the link with Ginkgo Middle School' }).click()
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await expect(question).toContainText('What you signed and replied stays')
      await question.getByRole('button', { name: 'Remove link' }).click()
      await expect(page.getByText('The link with Ginkgo Middle School was removed')).toBeVisible()
      await page.goto('/pages/base/pc_desktop_all/index.html')
      await expect(chips.getByRole('radio')).toHaveCount(3)
      await expect(childCards(page)).toHaveCount(2)
      await other.reload()
      await expect(other.getByRole('region', { name: 'Children at other schools' })).toContainText(
        'No other school is linked yet',
      )
    })
  } finally {
    await there.close()
  }
})
