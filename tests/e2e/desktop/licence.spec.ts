import { sql } from 'drizzle-orm'
import * as licence from '../../../contract/endpoints/units/licence.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test, type RunningPortal } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'licence' })

const FILES = '/pages/files/pc_files_tm/index.html'

/** Lets the licence of a service end so many days ago. */
function endLicence({ dataFolder }: RunningPortal, service: string, days: number): Promise<unknown> {
  return usePortalData(dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`update licence set ends_at = now() - make_interval(days => ${days}) where server_id = ${service}`),
    ),
  )
}

test('a module whose licence ends is closed by its check and by the server’s refusal, and can be read for a while', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  const dialog = page.getByRole('alertdialog', { name: 'Module expired' })
  const newFolder = page.getByRole('button', { name: 'New folder' })
  const name = page.getByRole('dialog').getByRole('textbox')
  const nextSession = () => page.evaluate(() => sessionStorage.clear())

  await test.step('without an answer to the check it does not open, and says what to do', async () => {
    await page.route(`**${licence.unit.path}*`, (route) => route.abort())
    await page.goto(FILES)
    await expect(page.getByRole('heading', { name: 'could not check whether', exact: false })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.unroute(`**${licence.unit.path}*`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(newFolder).toBeVisible()
  })

  await test.step('the answer is kept for the session', async () => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes(`${licence.unit.path}?`) && asked.push(request.url()))
    await page.reload()
    await expect(newFolder).toBeVisible()
    expect(asked).toEqual([])
  })

  await test.step('what is open goes on for reading when the licence ends; what changes is refused', async () => {
    await endLicence(portal, 'base', 1)
    await newFolder.click()
    await name.fill('Plans')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('This module has expired, please contact the administrator!')
    await dialog.getByRole('button', { name: 'View only' }).click()
    await expect(dialog).toHaveCount(0)
    // What was typed is still there.
    await expect(name).toHaveValue('Plans')
    await name.press('Escape')
  })

  await test.step('the next time its check closes it, and it opens for reading', async () => {
    await nextSession()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(dialog).toBeVisible()
    await expect(dialog).toContainText('an administrator of Riverside School')
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await dialog.getByRole('button', { name: 'View only' }).click()
    await expect(newFolder).toBeVisible()
  })

  await test.step('after the days of grace what is open is closed by the server’s refusal', async () => {
    await endLicence(portal, 'base', 31)
    await page.getByRole('link', { name: 'Hand-ins', exact: true }).click()
    await expect(dialog).toContainText('It can no longer be viewed')
    await expect(dialog.getByRole('button', { name: 'View only' })).toHaveCount(0)
  })

  await test.step('the next time reading is not offered, whom to ask is said, and the way leads back', async () => {
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await nextSession()
      await page.reload()
      await expect(dialog).toContainText('It can no longer be viewed, and opens again once it is renewed.')
      await expect(dialog).toContainText('To renew it, ask an administrator of Riverside School.')
      await expect(dialog.getByRole('button', { name: 'View only' })).toHaveCount(0)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      const folder = process.env['PORTAL_SHOTS']
      if (folder) await page.screenshot({ path: `${folder}/licence-over-${width}.png` })
    }
    await dialog.getByRole('button', { name: 'Back to the desktop' }).click()
    await expect(appIcon(pageRoot(page), 'files')).toBeVisible()
  })

  await test.step('its icon says that it has expired; sites of others open all the same', async () => {
    await page.reload()
    await expect(appIcon(page, 'files')).toContainText('Expired')
    await expect(appIcon(page, 'national-library')).not.toContainText('Expired')
    expect(await findViolations(page)).toEqual([])
  })
})

test('an administrator is not told to ask an administrator, but who renews a licence', async ({
  page,
  context,
  portal,
}) => {
  await chooseEnglish(context)
  await popNothingUp(context)
  await endLicence(portal, 'base', 1)
  await signIn(page, 'admin')
  await page.goto(FILES)
  const dialog = page.getByRole('alertdialog', { name: 'Module expired' })
  await expect(dialog).toContainText('The operator of the portal can renew it')
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(Date.now() - 86_400_000)
  await expect(dialog).toContainText(`It expired on ${day}`)
  await expect(dialog).not.toContainText('contact the administrator')
  await expect(dialog).not.toContainText('To renew it')
})
