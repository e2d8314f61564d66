import * as face from '../../../contract/endpoints/faces/face.ts'
import { NEAR, test } from '../../support/browser/fake-camera.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { chooseEnglish, expect, popNothingUp, startSession } from '../fixtures.ts'
import { allowFaces } from '../../support/browser/allow-faces.ts'

test.use({ school: 'face-attendance' })

test('Attendance takes the photo by which a person who agreed is recognised, and clocks them in by face, as the settings do', async ({
  page,
  context,
  camera,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await camera.show({ seed: 5, ...NEAR })
  await allowFaces(page.request, portal.url, { clockIn: true, headTurn: false })
  await chooseEnglish(context)
  await popNothingUp(context)
  await startSession(page, 'teacher')
  await page.goto('/pages/attendance/pc_attendance_tm/index.html')
  const take = page.getByRole('button', { name: 'Take a face photo' })
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(take).toHaveCount(0)

  const headers = { 'x-portal-device': 'pc', origin: portal.url }
  const { data } = await (await page.request.get(face.mine.path, { headers })).json()
  const form = { userId: data[0].userId, textVersion: data[0].textVersion, language: 'en' }
  expect((await (await page.request.post(face.giveConsent.path, { headers, form })).json()).code).toBe('ok')

  await page.reload()
  await expect(take).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await take.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take photo', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Face photo saved')).toBeVisible()
  await expect(take).toHaveCount(0)

  await page.getByRole('button', { name: 'Clock out' }).click()
  await expect(page.getByText(/Lin Zhiyuan clocked out at \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Clock-ins and clock-outs' })).toContainText('Face')

  await page.goto('/pages/base/desktop/setting?part=face')
  await page.getByRole('button', { name: 'Clock in or out' }).click()
  await expect(page.getByText(/Lin Zhiyuan clocked (in|out) at \d\d:\d\d/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // Where stations alone count, it is not offered. The page would follow the administrator's session, which has the same cookies.
  await page.goto('about:blank')
  await allowFaces(page.request, portal.url, { clockIn: false })
  await startSession(page, 'teacher')
  await page.goto('/pages/attendance/pc_attendance_tm/index.html')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clock in' })).toHaveCount(0)
})
