import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'

test.use({ school: 'empty' })

test('a school in which nothing waits and nothing is turned on says so, with the picture of each place', async ({
  page,
  context,
  portal,
}) => {
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`delete from message`)
      await tx.execute(sql`delete from todo`)
    }),
  )
  await chooseEnglish(context)
  await popNothingUp(context)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'parent')
  const pictures = new Set<string>()
  const see = async (text: string, place: Page | Locator = page) => {
    const empty = place.locator('.k-empty', { hasText: text })
    await expect(empty).toBeVisible()
    pictures.add(await empty.locator('.k-picture').innerHTML())
  }

  await page.getByRole('button', { name: 'All children’s messages and to-dos' }).click()
  await see('All done', page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Messages/ }).click()
  // They are empty beside the desktop too.
  await see('No unread messages', page.getByRole('dialog'))

  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`update application set update_status = 0`)),
  )
  for (const [kind, width] of [
    ['pc', 1440],
    ['mobile', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/pages/base/${kind}_desktop_all/index.html`)
    await see('No apps yet')
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
  }
  expect(pictures.size).toBe(3)
})
