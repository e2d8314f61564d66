import type { Locator, Page } from '@playwright/test'
import { isReadyForOffline, keptLists } from '../../support/browser/kept-on-device.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, signInByForm, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const VARIANTS = [
  {
    language: 'en',
    width: 1440,
    now: /^Messages, (\d+) unread$/,
    last: (count: string) => new RegExp(`^Messages, ${count} unread as of .*\\d\\d`),
    todos: /^To-dos, \d+ waiting as of .*\d\d/,
    todosNow: /^To-dos, \d+ waiting$/,
    names: { messages: 'Messages', todos: 'To-dos', desktop: 'Desktop', close: 'Close', ignore: /^Mark as read: / },
    failure: /^Network Error/,
    asOf: /^As of .*\d\d/,
  },
  {
    language: 'zh-CN',
    width: 390,
    now: /^消息, (\d+) 条未读$/,
    last: (count: string) => new RegExp(`^消息, 截至 .*\\d\\d 有 ${count} 项未处理$`),
    todos: /^待办, 截至 .*\d\d 有 \d+ 项未处理$/,
    todosNow: /^待办, \d+ /,
    names: { messages: '消息', todos: '待办', desktop: '桌面', close: '关闭', ignore: /^标为已读/ },
    failure: /^网络连接失败/,
    asOf: /^截至 .*\d\d/,
  },
] as const

for (const { language, width, now, last, todos, todosNow, names, failure, asOf } of VARIANTS) {
  test(`a start without a network shows how many messages and to-dos there were, and when (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signInByForm(page, 'teacher')
    const bell = (name: RegExp) => page.getByRole('button', { name }).filter({ visible: true })
    await expect(bell(now)).toBeVisible()
    const count = now.exec((await bell(now).getAttribute('aria-label')) ?? '')?.[1] ?? ''
    await expect.poll(() => isReadyForOffline(page)).toBe(true)

    await context.setOffline(true)
    await page.reload()
    await expect(bell(last(count))).toBeVisible()
    await expect(bell(todos)).toBeVisible()
    if (width > 1180) await expectColumn(page)
    expect(await findViolations(page)).toEqual([])

    await context.setOffline(false)
    await expect(bell(now)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Messages and to-dos' })).toHaveCount(0)
  })

  test(`the own messages and to-dos stay as they were last after a start without a network, with their time (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signInByForm(page, 'teacher')
    const open = async (button: RegExp, name: string) => {
      await page.getByRole('button', { name: button }).filter({ visible: true }).click()
      return width < 400 ? page.getByRole('main').filter({ hasText: name }) : page.getByRole('dialog', { name })
    }
    const close = (list: Locator) =>
      width < 400
        ? page.getByRole('button', { name: names.desktop }).click()
        : list.getByRole('button', { name: names.close }).last().click()
    const textsOf = async (list: Locator) => {
      await expect.poll(async () => (await namesIn(list)).length).toBeGreaterThan(0)
      await expect(list.getByText(asOf)).toHaveCount(0)
      const texts = await namesIn(list)
      expect(texts).not.toContain('')
      await close(list)
      return texts
    }
    const messages = await textsOf(await open(now, names.messages))
    const waiting = await textsOf(await open(todosNow, names.todos))
    await expect.poll(() => isReadyForOffline(page)).toBe(true)
    await expect.poll(() => keptLists(page)).toEqual(['messages', 'todos'])

    await context.setOffline(true)
    await page.reload()
    const bell = await open(last('\\d+'), names.messages)
    await expect(bell.getByText(asOf)).toBeVisible()
    await expect.poll(() => namesIn(bell)).toEqual(messages)
    expect(await findViolations(page)).toEqual([])
    // What could not be said to the server is not done.
    await bell.getByRole('button', { name: names.ignore }).first().click()
    await expect(page.getByText(failure)).toBeVisible()
    await expect.poll(() => namesIn(bell)).toEqual(messages)
    await expect(bell.getByText(asOf)).toBeVisible()
    await close(bell)
    const list = await open(todos, names.todos)
    await expect(list.getByText(asOf)).toBeVisible()
    await expect.poll(() => namesIn(list)).toEqual(waiting)
    expect(await findViolations(page)).toEqual([])

    await context.setOffline(false)
    await expect(list.getByText(asOf)).toHaveCount(0)
    await expect.poll(() => namesIn(list)).toEqual(waiting)
  })
}

/** The buttons that take a message or a to-do off the list; each has its text in its name. */
const namesIn = (list: Locator) =>
  list
    .getByRole('button', { name: /^(Mark as read: |Ignore: |标为已读：|忽略：)/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent))

/** The column at the right says where the lists are. */
async function expectColumn(page: Page): Promise<void> {
  const column = page.getByRole('region', { name: 'Messages and to-dos' })
  await expect(column).toContainText('You are offline. The bell and the to-dos at the top show what was loaded last.')
  await expect(column).toContainText(/As of .*\d\d.*: \d+ unread, \d+ to-dos/)
}
