import type { Page } from '@playwright/test'
import { addGuardian } from '../../../contract/endpoints/people/guardians.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { pageRoot, rowsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

// People are added.
test.use({ school: 'phones' })

const WORDS = {
  'zh-CN': {
    number: '20260125',
    stored: '+447700900125',
    shown: '+44 7700 900125',
    phone: '手机号',
    guardians: '家长',
    edit: '编辑',
    save: '保存',
    saved: '已保存白鹭',
    typed: '+852 5123-4567',
    after: '+852 5123 4567',
    call: '打电话给白鹭：+852 5123 4567',
    text: '内线 8804',
    search: '查找人员',
  },
  en: {
    number: '20260126',
    stored: '+447700900126',
    shown: '+44 7700 900126',
    phone: 'Mobile number',
    guardians: 'Parents',
    edit: 'Edit',
    save: 'Save',
    saved: '白鹭 saved',
    typed: '(+852) 6123 4567',
    after: '+852 6123 4567',
    call: 'Call 白鹭: +852 6123 4567',
    text: 'ext. 8805',
    search: 'Find people',
  },
} as const

async function findPupil(page: Page, number: string) {
  const listed = await page.request.get(`${people.list.path}?query=${number}&userType=1`)
  const id = String((await listed.json()).data.people[0].id)
  const shown = await page.request.get(`${people.show.path}?kind=pupil&id=${id}`)
  const { classId, realName } = (await shown.json()).data
  return { id, classId: String(classId), realName: String(realName) }
}

/** Writes rows of people, as an import does. */
async function importPeople(page: Page, origin: string, sheet: string) {
  const headers = { 'x-portal-device': 'pc', origin }
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
  const read = await page.request.post(imports.preview.path, { headers, multipart: { file } })
  const { importId } = (await read.json()).data
  const data = { importId, confirmDeactivation: false, leaveOut: false }
  await page.request.post(imports.apply.path, { headers, data })
  await expect
    .poll(
      async () => (await (await page.request.get(`${imports.summary.path}?importId=${importId}`)).json()).data.status,
    )
    .toBe('applied')
}

for (const [language, width] of PLACES) {
  test(`a phone is read as its country writes it, typed in any form, and called as it is stored (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    const pupil = await findPupil(page, words.number)
    const added = await page.request.post(addGuardian.path, {
      headers: { 'x-portal-device': 'pc', origin: portal.url },
      data: {
        studentId: pupil.id,
        parent: { realName: '白鹭', phone: words.stored },
        relation: 'mother',
        mayConsent: false,
        isEmergencyContact: false,
      },
    })
    expect((await added.json()).code).toBe('ok')
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }

    await test.step('the search finds the parent by the number as it is shown', async () => {
      await appIcon(pageRoot(page), 'administration').click()
      await page.getByRole('searchbox', { name: words.search }).fill(words.shown)
      await expect(rowsIn(page)).toHaveCount(1)
      await expect(rowsIn(page)).toContainText('白鹭')
    })

    await test.step('it is shown on the pages of the child and of the parent', async () => {
      await page.evaluate((to) => {
        location.hash = to
      }, `/people/pupil/${pupil.id}`)
      const guardians = page.getByRole('region', { name: words.guardians, exact: true })
      await expect(guardians).toContainText(words.shown)
      await guardians.getByRole('link', { name: '白鹭' }).click()
      await expect(page.getByText(words.shown, { exact: true })).toBeVisible()
      await expect(page.getByText(words.stored, { exact: true })).toBeHidden()
      await expectWhole()
    })

    await test.step('the form shows it so, and takes another form', async () => {
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: words.edit, exact: true }).click()
      const field = dialog.getByLabel(words.phone, { exact: true })
      await expect(field).toHaveValue(words.shown)
      await field.fill(words.typed)
      await dialog.getByRole('button', { name: words.save }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(words.after, { exact: true })).toBeVisible()
    })

    await test.step('the contact sheet of the class shows it, and calls the stored number', async () => {
      await page.goto(`/pages/roster/pc_roster_tm/index.html#/class/${pupil.classId}/contacts`)
      const link = page.getByRole('link', { name: words.call })
      await expect(link).toHaveText(words.after)
      await expect(link).toHaveAttribute('href', `tel:${words.after.replaceAll(' ', '')}`)
      await expectWhole()
    })

    await test.step('a number that an import kept as text is shown there without a link', async () => {
      const sheet = `姓名,学号,监护人1姓名,监护人1手机\n${pupil.realName},${words.number},白鹤,${words.text}\n`
      await importPeople(page, portal.url, sheet)
      await page.reload()
      await expect(page.getByText(words.text, { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: words.text })).toHaveCount(0)
      await expectWhole()
    })
  })
}
