import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import * as face from '../../../contract/endpoints/faces/face.ts'
import { secondStep } from '../../../contract/endpoints/sign-in/second-factor.ts'
import { allowFaces } from '../../support/browser/allow-faces.ts'
import { NEAR, test } from '../../support/browser/fake-camera.ts'
import { PASSWORD, PLACES, chooseEnglish, expect, startSession, toldOnce } from '../fixtures.ts'
import { downloadSheets, valuesOf } from '../../support/browser/download-sheets.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openDialogs } from '../../support/browser/parts.ts'

const SETTINGS = '/pages/base/desktop/setting?part=faces'
const OWN = '/pages/base/desktop/setting?part=face'
const FACE = { seed: 6, ...NEAR }
/** A PIN that no one else uses. */
const PIN = '730164'

const WORDS = {
  'zh-CN': {
    title: '人脸管理',
    signIn: '刷脸登录',
    headTurn: '按提示转头',
    pin: '再输入 PIN 码',
    open: /拿着别人的照片就可能登录/,
    days: '多久没有使用就删除',
    wrongDays: /请填写 30 到 3650 之间的整数/,
    shorter: /保存后一小时左右会自动删除/,
    unsaved: '有改动还没有保存',
    save: '保存',
    saved: '已保存，马上生效',
    without: '还没有的',
    exportList: '导出名单',
    onPaper: '纸质同意书',
    neverUsed: '还没有',
    with: '有人脸的',
    search: '姓名、拼音或用户名',
    person: '林川',
    manage: '管理林川的人脸',
    paper: '登记纸质同意书',
    guardian: '签字的监护人',
    required: /请填写这一项/,
    record: '登记',
    recorded: /凭李建国签的纸质同意书登记/,
    take: '采集',
    photograph: '拍照',
    one: '共 1 张，最多 5 张。',
    show: '查看最新的照片',
    photo: '保存的人脸照片',
    remove: '删除照片',
    final: /不能恢复/,
    removed: '人脸照片已删除',
    none: '还没有照片。',
    withdraw: '撤回同意',
    earlier: /^以前的同意/,
    from: '从',
    to: '到',
    reversed: /结束日期不能早于开始日期/,
    csv: '下载表格（CSV）',
    json: '下载数据（JSON）',
    close: '关闭',
    setPin: '设置 PIN 码',
    newPin: '新的 PIN 码',
    easy: /PIN 码须为 6 到 12 位数字/,
    password: '当前密码',
    pinSet: 'PIN 码已设置',
    removePin: '删除 PIN 码',
    pinRemoved: 'PIN 码已删除',
  },
  en: {
    title: 'Manage faces',
    signIn: 'Signing in by face',
    headTurn: 'Head turn',
    pin: 'A PIN as well',
    open: /holding up someone’s photo may work/,
    days: 'Delete if not used for',
    wrongDays: /Enter a whole number from 30 to 3650/,
    shorter: /deleted permanently about an hour after you save/,
    unsaved: 'You have unsaved changes',
    save: 'Save',
    saved: 'Saved. It takes effect at once',
    without: 'Without one',
    exportList: 'Export list',
    onPaper: 'On paper',
    neverUsed: 'Never',
    with: 'With a face photo',
    search: 'Name, pinyin or username',
    person: 'Lin Chuan',
    manage: 'Manage the face of Lin Chuan',
    paper: 'Record a signed form',
    guardian: 'Guardian who signed',
    required: /Fill this in/,
    record: 'Record',
    recorded: /Recorded from the form that 李建国 signed/,
    take: 'Take a photo',
    photograph: 'Take photo',
    one: '1 of at most 5.',
    show: 'Show the newest photo',
    photo: 'The saved face photo',
    remove: 'Delete the photos',
    final: /permanently/,
    removed: 'The photos were deleted',
    none: 'No photos yet.',
    withdraw: 'Withdraw consent',
    earlier: /^Earlier consents/,
    from: 'From',
    to: 'To',
    reversed: /The last day cannot be before the first/,
    csv: 'Download as CSV',
    json: 'Download as JSON',
    close: 'Close',
    setPin: 'Set a PIN',
    newPin: 'New PIN',
    easy: /A PIN has 6 to 12 digits/,
    password: 'Current password',
    pinSet: 'The PIN was set',
    removePin: 'Remove the PIN',
    pinRemoved: 'The PIN was removed',
  },
} as const

async function readAsks(page: Page): Promise<unknown> {
  const answer = await page.request.get(face.asks.path, { headers: { 'x-portal-device': 'pc' } })
  const { data } = (await answer.json()) as { data: unknown }
  return data
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  const words = WORDS[language]
  const begin = async (page: Page, username: string) => {
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(page.context())
    await startSession(page, username)
  }

  test(`an administrator sets what faces are used for, and looks after a pupil’s (${language}, ${width} px)`, async ({
    page,
    context,
    camera,
    portal,
    playwright,
    tolerate,
  }) => {
    tolerate(/ERR_INTERNET_DISCONNECTED/)
    const admin = await playwright.request.newContext()
    await allowFaces(admin, portal.url, { signIn: false })
    await admin.dispose()
    await begin(page, 'admin')
    await page.goto(SETTINGS)

    await test.step('they are told what a setting opens, and lose nothing that was typed', async () => {
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
      const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
      const save = page.getByRole('button', { name: words.save, exact: true })
      const days = page.getByLabel(words.days)
      await box(words.signIn).check()
      await expect(page.getByText(words.open)).toHaveCount(0)
      await box(words.headTurn).uncheck()
      await expect(box(words.signIn)).toHaveAccessibleDescription(words.open)
      await box(words.pin).check()
      await expect(page.getByText(words.open)).toHaveCount(0)
      await expect(page.getByText(words.unsaved)).toBeVisible()
      await days.fill('29')
      await days.press('Enter')
      await expect(days).toBeFocused()
      await expect(days).toHaveAccessibleDescription(words.wrongDays)
      await days.fill('200')
      await expect(days).toHaveAccessibleDescription(words.shorter)
      await context.setOffline(true)
      await expect(save).toBeDisabled()
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await context.setOffline(false)
      await expect(days).toHaveValue('200')
      await save.click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(page.getByText(words.unsaved)).toHaveCount(0)
      expect(await readAsks(page)).toEqual({
        signIn: true,
        clockIn: false,
        headTurn: false,
        pin: true,
        knownDevice: false,
      })
      await page.reload()
      await expect(days).toHaveValue('200')
      await expect(box(words.pin)).toBeChecked()
    })

    await test.step('they find a pupil, record a form, take and delete a photo, and download what happened', async () => {
      await camera.show(FACE)
      await page.getByRole('radio', { name: words.without }).check()
      await page.getByRole('searchbox', { name: words.search }).fill('student')
      const row = page.getByRole('row').filter({ has: page.getByText(/· student$/) })
      const manage = row.getByRole('button', { name: words.manage })
      await manage.click()
      const dialog = page.getByRole('dialog').first()
      await dialog.getByRole('button', { name: words.paper }).click()
      const form = page.getByRole('dialog').last()
      await form.getByRole('button', { name: words.record, exact: true }).click()
      await expect(form.getByLabel(words.guardian)).toHaveAccessibleDescription(words.required)
      await form.getByLabel(words.guardian).fill('李建国')
      expect(await findViolations(page)).toEqual([])
      await form.getByRole('button', { name: words.record, exact: true }).click()
      await expect(dialog.getByText(words.recorded).first()).toBeVisible()

      await dialog.getByRole('button', { name: words.take, exact: true }).click()
      const taking = page.getByRole('dialog').last()
      await taking.getByRole('button', { name: words.photograph, exact: true }).click()
      await taking.getByRole('button', { name: words.save, exact: true }).click()
      await expect(dialog.getByText(words.one)).toBeVisible()
      await dialog.getByRole('button', { name: words.show }).click()
      await expect(dialog.getByRole('img', { name: words.photo })).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(row).toHaveCount(0)

      await page.getByRole('radio', { name: words.with }).check()
      await expect(row).toHaveCount(1)
      const { sheets } = await downloadSheets(page, () =>
        page.getByRole('button', { name: words.exportList, exact: true }).click(),
      )
      expect(valuesOf(sheets[0], 3)).toEqual([
        words.person,
        'student',
        expect.any(String),
        words.onPaper,
        expect.any(Date),
        1,
        expect.any(Date),
        words.neverUsed,
      ])
      await manage.click()
      await dialog.getByRole('button', { name: words.remove }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(words.final)
      await question.getByRole('button', { name: words.remove }).click()
      await expect(page.getByText(words.removed)).toBeVisible()
      await expect(dialog.getByText(words.none)).toBeVisible()
      await dialog.getByRole('button', { name: words.withdraw }).click()
      await question.getByRole('button', { name: words.withdraw }).click()
      await expect(dialog.getByText(words.earlier)).toBeVisible()
      // What was done is shown before the question about it is gone, which would take the key.
      await expect(question).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(openDialogs(page)).toHaveCount(0)

      const to = page.getByLabel(words.to, { exact: true })
      const today = await to.inputValue()
      await to.fill('2020-01-01')
      await page.getByRole('button', { name: words.csv }).click()
      await expect(to).toHaveAccessibleDescription(words.reversed)
      await to.fill(today)
      const fetching = page.waitForEvent('download')
      await page.getByRole('button', { name: words.csv }).click()
      const download = await fetching
      expect(download.suggestedFilename()).toMatch(/^face-audit-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
      const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
      expect(lines[0]).toBe('\uFEFFat,kind,userId,realName,loginName,actorId,actorName,detail,address')
      for (const kind of ['consent-given', 'enrolled', 'shown', 'deleted', 'consent-withdrawn'])
        expect(lines.some((line) => line.includes(`,${kind},`))).toBe(true)
      const again = page.waitForEvent('download')
      await page.getByRole('button', { name: words.json }).click()
      expect(JSON.parse(await readFile(await (await again).path(), 'utf8'))).toContainEqual(
        expect.objectContaining({ kind: 'exported', detail: 'csv' }),
      )
    })
  })

  test(`a person sets a PIN where the school asks for one, and removes it (${language}, ${width} px)`, async ({
    page,
    portal,
    playwright,
  }) => {
    const admin = await playwright.request.newContext()
    await allowFaces(admin, portal.url, { needsPin: true })
    await admin.dispose()

    await begin(page, 'teacher')
    await page.goto(OWN)
    // Input that is faster than the server's answer about the code counts too.
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**${secondStep.path}*`, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: words.setPin }).click()
    const dialog = page.getByRole('dialog')
    const pin = dialog.getByLabel(words.newPin)
    await pin.fill('123456')
    await dialog.getByLabel(words.password).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(pin).toBeFocused()
    await expect(pin).toHaveAccessibleDescription(words.easy)
    expect(await findViolations(page)).toEqual([])
    await pin.fill(PIN)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: /^(Save|保存)$/ })).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(page.getByText(words.pinSet)).toBeVisible()
    await page.getByRole('button', { name: words.removePin }).click()
    await dialog.getByLabel(words.password).fill(PASSWORD)
    await dialog.getByRole('button', { name: words.removePin }).click()
    await expect(page.getByText(words.pinRemoved)).toBeVisible()
    await expect(page.getByRole('button', { name: words.setPin })).toBeVisible()
  })
}
