import type { Page } from '@playwright/test'
import { isReadyForOffline } from '../../support/browser/kept-on-device.ts'
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
  },
  {
    language: 'zh-CN',
    width: 390,
    now: /^消息, (\d+) 条未读$/,
    last: (count: string) => new RegExp(`^消息, 截至 .*\\d\\d 有 ${count} 项未处理$`),
    todos: /^待办, 截至 .*\d\d 有 \d+ 项未处理$/,
  },
] as const

for (const { language, width, now, last, todos } of VARIANTS) {
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
}

/** The column at the right says why it has no lists. */
async function expectColumn(page: Page): Promise<void> {
  const column = page.getByRole('region', { name: 'Messages and to-dos' })
  await expect(column).toContainText('You are offline. The lists are here when the network is back.')
  await expect(column).toContainText(/As of .*\d\d.*: \d+ unread, \d+ to-dos/)
}
