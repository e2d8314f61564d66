import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

// A service worker would have the files already.
test.use({ serviceWorkers: 'block' })

test('a page whose code does not arrive says so below the header, and comes with the network (en, 1440 px)', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseEnglish(context)
  await popNothingUp(context)
  const missing = '**/assets/ApplicationPage-*.js'
  await page.route(missing, (route) => route.abort('connectionfailed'))
  await signIn(page, 'teacher')
  await appIcon(page, 'attendance').click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await context.setOffline(true)
  await expect(page.getByText('The page opens automatically when you are back online')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeDisabled()
  await page.unroute(missing)
  await context.setOffline(false)
  await expect(page.getByRole('tab').or(page.getByRole('navigation')).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toHaveCount(0)
})

test('offline, the icons of other sites are dimmed and say why, and the portal’s own are not (en, 390 px)', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  const other = appIcon(pageRoot(page), 'smart-schools')
  const own = appIcon(pageRoot(page), 'files')
  await expect(other).toContainText('Opens in a new window', { ignoreCase: true })
  await context.setOffline(true)
  await expect(other).toContainText('Needs a network')
  await expect(other.locator('.d-icon__tile')).toHaveCSS('opacity', '0.5')
  await expect(own.locator('.d-icon__tile')).toHaveCSS('opacity', '1')
})
