import { mine, giveConsent } from '../../../contract/endpoints/faces/face.ts'
import { NEAR, test } from '../../support/browser/fake-camera.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { chooseEnglish, expect, popNothingUp, startSession } from '../fixtures.ts'
import { allowFaces } from './allow-faces.ts'

test.use({ school: 'face-attendance' })

test('Attendance offers to take the photo by which stations recognise a person who agreed to that', async ({
  page,
  context,
  camera,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await camera.show({ seed: 5, ...NEAR })
  await allowFaces(page.request, portal.url, { clockIn: true })
  await chooseEnglish(context)
  await popNothingUp(context)
  await startSession(page, 'teacher')
  await page.goto('/pages/attendance/pc_attendance_tm/index.html')
  const take = page.getByRole('button', { name: 'Take a face photo' })
  await expect(page.locator('.at-days')).toBeVisible()
  await expect(take).toHaveCount(0)

  const headers = { 'x-portal-device': 'pc', origin: portal.url }
  const { data } = await (await page.request.get(mine.path, { headers })).json()
  const form = { userId: data[0].userId, textVersion: data[0].textVersion, language: 'en' }
  expect((await (await page.request.post(giveConsent.path, { headers, form })).json()).code).toBe('ok')

  await page.reload()
  await expect(take).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await take.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Photograph', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Face photo saved')).toBeVisible()
  await expect(take).toHaveCount(0)
})
