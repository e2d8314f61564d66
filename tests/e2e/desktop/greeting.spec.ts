import type { Page } from '@playwright/test'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { pageRoot } from '../../support/browser/parts.ts'

/** Lets the clock of an open page stand at a moment, and then go on over it. */
async function pass(page: Page, moment: string): Promise<void> {
  await page.clock.pauseAt(new Date(Date.parse(moment) - 1000))
  await page.clock.runFor(2000)
  // The date follows when the page is idle.
  await page.clock.runFor(4000)
}

test.describe('in Kiritimati', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('a desktop that stays open greets by the hour of its reader, and turns its date at midnight', async ({
    page,
    context,
  }) => {
    await popNothingUp(context)
    await page.clock.install({ time: '2028-02-28T09:00:00+14:00' })
    await signIn(page, 'teacher')
    const greeting = page.getByRole('heading', { level: 1 })
    await expect(greeting).toHaveText('早上好，林致远')
    await expect(page.getByText(/^2月28日/)).toBeVisible()
    for (const [moment, words] of [
      ['2028-02-28T11:00:00+14:00', '中午好'],
      ['2028-02-28T13:00:00+14:00', '下午好'],
      ['2028-02-28T18:00:00+14:00', '晚上好'],
    ] as const) {
      await pass(page, moment)
      await expect(greeting).toContainText(words)
    }
    await pass(page, '2028-02-29T00:00:00+14:00')
    await expect(page.getByText(/^2月29日/)).toBeVisible()
    await pass(page, '2028-03-01T05:00:00+14:00')
    await expect(greeting).toContainText('早上好')
    await expect(page.getByText(/^3月1日/)).toBeVisible()
  })
})

test.describe('in New York, where the clock goes forward', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a desktop greets by the clock of its reader', async ({ page, context }) => {
    await popNothingUp(context)
    await chooseEnglish(context)
    await page.clock.install({ time: '2027-03-14T01:30:00-05:00' })
    await signIn(page, 'parent')
    const greeting = page.getByRole('heading', { level: 1 })
    await expect(greeting).toContainText('Good evening, Lin Zhiyuan')
    // Five o'clock comes an hour sooner.
    await pass(page, '2027-03-14T05:00:00-04:00')
    await expect(greeting).toContainText('Good morning')
    await expect(page.getByText('Sunday 14 March')).toBeVisible()
  })
})

for (const [language, term] of [
  ['zh-CN', /20\d\d—20\d\d 学年第[一二]学期/],
  ['en', /20\d\d–20\d\d school year, (first|second) term/],
] as const) {
  test(`the greeting has the year and the term of the school, at each width (${language})`, async ({
    page,
    context,
  }) => {
    await popNothingUp(context)
    if (language === 'en') await chooseEnglish(context)
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      if (width === 1440) await signIn(page, 'parent')
      else await page.reload()
      await expect(pageRoot(page).getByText(term)).toBeVisible()
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    expect(await findViolations(page)).toEqual([])
  })
}
