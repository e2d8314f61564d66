import { sql } from 'drizzle-orm'
import type { Locator, Page } from '@playwright/test'
import type { PermissionCode } from '../../../contract/permissions.ts'
import { chooseEnglish, expect, popNothingUp, signIn, test, type RunningPortal } from '../fixtures.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'

test.use({ school: 'permissions' })

const DESKTOP = '/pages/base/pc_desktop_all/index.html'
const FILES = '/pages/files/pc_files_tm/index.html'
const ATTENDANCE = '/pages/attendance/pc_attendance_tm/index.html'
const setting = (name: string) => `/pages/base/desktop/setting?part=${name}`

/** For each code: a page, what is always there once it is drawn, and what only the holder sees. */
const SHOWN: Readonly<
  Partial<Record<PermissionCode, readonly [string, (page: Page) => Locator, (page: Page) => Locator]>>
> = {
  desktop_theme: [DESKTOP, icon('files'), (page) => page.getByRole('button', { name: 'Theme' })],
  desktop_drag: [DESKTOP, icon('files'), (page) => page.locator('.d-arrange')],
  files: [DESKTOP, icon('attendance'), icon('files')],
  attendance: [DESKTOP, icon('files'), icon('attendance')],
  roster: [DESKTOP, icon('files'), icon('roster')],
  files_upload: [FILES, row, (page) => page.getByRole('button', { name: 'Upload files' })],
  files_folder: [FILES, row, (page) => page.getByRole('button', { name: 'New folder' })],
  files_rename: [FILES, row, (page) => page.getByRole('button', { name: /^Rename/ })],
  files_remove: [FILES, row, (page) => page.getByRole('button', { name: /^Delete/ })],
  attendance_admin: [ATTENDANCE, tabs, (page) => tabs(page).getByRole('link', { name: 'Settings' })],
  base_message: [setting('messages'), title, (page) => page.getByRole('radiogroup')],
  base_face: [setting('account'), title, (page) => part(page, 'Manage faces')],
  base_unit: [setting('account'), title, (page) => part(page, 'Storage')],
}

function icon(code: string) {
  return (page: Page) => page.locator(`#root [data-app-code=${code}]`).first()
}
function row(page: Page) {
  return page.getByRole('link', { name: 'Plans' })
}
function tabs(page: Page) {
  return page.locator('.at-tabs')
}
function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
function part(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Settings', exact: true }).getByRole('link', { name, exact: true })
}

/** Takes a code from everybody; the returned function gives it back. */
async function withdraw({ dataFolder }: RunningPortal, code: string): Promise<() => Promise<void>> {
  const run = (statement: ReturnType<typeof sql>) =>
    usePortalData(dataFolder, (database) => database.asOwner((tx) => tx.execute(statement)))
  await run(sql`create table taken as select * from permission_grant where code = ${code}`)
  await run(sql`delete from permission_grant where code = ${code}`)
  return async () => {
    await run(sql`insert into permission_grant select * from taken`)
    await run(sql`drop table taken`)
  }
}

test('what a person may not do is not offered, and is again once it is granted', async ({ page, context, portal }) => {
  test.slow()
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'admin')
  await page.goto(FILES)
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Plans')
  await page.keyboard.press('Enter')
  await expect(row(page)).toBeVisible()

  for (const [code, [address, always, only]] of Object.entries(SHOWN)) {
    await test.step(code, async () => {
      await page.goto(address)
      await expect(always(page)).toBeVisible()
      await expect(only(page)).toBeVisible()
      const giveBack = await withdraw(portal, code)
      await page.reload()
      await expect(always(page)).toBeVisible()
      await expect(only(page)).toHaveCount(0)
      await giveBack()
    })
  }

  await test.step('an application without its code is not found', async () => {
    const giveBack = await withdraw(portal, 'files')
    await page.goto(FILES)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await giveBack()
  })
})
