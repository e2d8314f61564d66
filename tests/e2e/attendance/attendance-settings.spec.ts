import type { Page } from '@playwright/test'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import { chooseEnglish, expect, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import { noticeOf } from '../../support/browser/parts.ts'

const PAGE = '/pages/administration/pc_administration_tm/index.html'

/** Within the page: its document stays. */
const open = (page: Page, part: string) => page.goto(`${PAGE}#/attendance/${part}`)

test('a school sets its cards, holidays, stations and hours', async ({ page, context }) => {
  await popNothingUp(context)
  await chooseEnglish(context)
  await startSession(page, 'admin')

  await test.step('a card is given, changed, taken away and given back', async () => {
    await open(page, 'cards')
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('teacher-of-nobody')
    await expect(page.getByText('No one was found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('T0101')
    await page.getByRole('button', { name: 'Add a card for Lin Zhiyuan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Card of Lin Zhiyuan' })
    await dialog.getByLabel('Card number').fill('12-A')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const message = dialog.getByText('This card number cannot be read')
    await expect(message).toBeVisible()
    // What is wrong is filled and has a sign; the focus, here on the same field, is a ring alone.
    expect(await message.evaluate((element) => getComputedStyle(element, '::before').maskImage)).toContain('svg')
    await dialog.getByLabel('Card number').press('End')
    const looks = await dialog.getByLabel('Card number').evaluate((element) => {
      const { backgroundColor, outlineColor, outlineStyle, borderColor } = getComputedStyle(element)
      return { backgroundColor, outlineColor, outlineStyle, borderColor }
    })
    expect(looks.outlineStyle).toBe('solid')
    expect(looks.outlineColor).not.toBe(looks.borderColor)
    expect(looks.backgroundColor).not.toBe('rgb(255, 255, 255)')
    expect(await findViolations(page)).toEqual([])
    // Longer than a number may be: nothing is cut off.
    await dialog.getByLabel('Card number').fill('0'.repeat(24))
    await page.keyboard.press('Enter')
    await expect(message).toBeVisible()
    await dialog.getByLabel('Card number').fill('０４a2 2bc1 5678')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Card …5678')).toBeVisible()
    // A list of one says nothing about its end.
    await expect(page.getByText('Everything is loaded')).toHaveCount(0)
    const filter = page.getByRole('group', { name: 'People to list' })
    await filter.getByRole('radio', { name: 'Without a card 0' }).check()
    await expect(page.getByText('Everyone has a card')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await filter.getByRole('radio', { name: 'Everyone 1' }).check()
    await page.getByRole('button', { name: 'Remove the card of Lin Zhiyuan' }).click()
    await expect(page.getByText('Card …5678')).toHaveCount(0)
    await noticeOf(page, 'Removed the card').getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('Card …5678')).toBeVisible()

    // The others are seen and given one.
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('')
    await filter.getByRole('radio', { name: /^Without a card [1-9]/ }).check()
    const lacking = page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
    await expect(lacking.getByText(/^Card …/)).toHaveCount(0)
    const give = lacking.first().getByRole('button', { name: /^Add a card for / })
    const who = ((await give.getAttribute('aria-label')) ?? '').replace('Add a card for ', '')
    await give.click()
    await page.getByRole('dialog').getByLabel('Card number').fill('0087654321')
    await page.keyboard.press('Enter')
    await expect(lacking.getByRole('button', { name: `Add a card for ${who}`, exact: true })).toHaveCount(0)
  })

  await test.step('holidays are added, deleted and brought back', async () => {
    await open(page, 'calendar/2031')
    await expect(page.getByText('Nothing is set for 2031')).toBeVisible()
    await page.getByRole('button', { name: 'Add days' }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('First day') })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('校庆')
    await dialog.getByLabel('English name (optional)').fill('Founders’ days')
    await dialog.getByLabel('First day').fill('2031-05-06')
    await dialog.getByLabel('Last day (optional)').fill('2031-05-05')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('The last day cannot be before the first')).toBeVisible()
    await dialog.getByLabel('Last day (optional)').fill('2031-05-07')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Founders’ days' })
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: 'Delete Founders’ days' }).click()
    await expect(row).toHaveCount(0)
    await noticeOf(page, 'Deleted').getByRole('button', { name: 'Undo' }).last().click()
    await expect(row).toBeVisible()
  })

  await test.step('a station is renamed, its guide is set, and it is revoked', async () => {
    await page.evaluate(async (path) => {
      const headers = { 'x-portal-device': 'pc', 'content-type': 'application/json' }
      await fetch(path, { method: 'POST', headers, body: '{"name":"North gate","place":"","direction":"both"}' })
    }, attendanceStation.register.path)
    await open(page, 'stations')
    await expect(page.getByRole('link', { name: 'Make this device a station' })).toHaveAttribute(
      'href',
      '/pages/attendance/station',
    )
    await page.getByRole('button', { name: 'Edit North gate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit station' })
    await dialog.getByLabel('Name', { exact: true }).fill('East gate')
    await dialog.getByLabel('Width of the guide').fill('90')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter a whole number from 20 to 60, or leave it empty')).toBeVisible()
    await dialog.getByLabel('Width of the guide').fill('45')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit East gate' }).click()
    await expect(dialog.getByLabel('Width of the guide')).toHaveValue('45')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Revoke East gate' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect(page.getByText('Revoked East gate')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit East gate' })).toHaveCount(0)
  })

  await test.step('the time zone and how long records are kept are checked, saved and there again', async () => {
    await open(page, 'general')
    await page.getByLabel('Time zone').fill('Asia/Nowhere')
    await page.getByLabel('Keep records for').fill('48')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This time zone does not exist. Choose one from the list')).toBeVisible()
    await page.getByLabel('Time zone').fill('Asia/Urumqi')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Urumqi')
    await expect(page.getByLabel('Keep records for')).toHaveValue('48')

    // For those who come after.
    await page.getByLabel('Time zone').fill('Asia/Shanghai')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
})
