import { expectClearBadges, fillBadges } from '../../support/browser/badges.ts'
import { popNothingUp, signIn, test } from '../fixtures.ts'

test.use({ school: 'many messages' })

test('badges of 99+ cover no button beside theirs', async ({ page, context, portal }) => {
  await fillBadges(portal.dataFolder)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  for (const width of [1440, 1100, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.reload()
    await expectClearBadges(page)
  }
})
