import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import { NO_QUOTAS } from '../../support/schools/storage-quotas.ts'
import { signIn as callAs } from '../../support/callers/portal-caller.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, popNothingUp, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { choose, uploadPill, uploadRows } from '../../support/browser/upload-files.ts'
import { rowsIn } from '../../support/browser/parts.ts'

// This changes the quotas of all accounts.
test.use({ school: 'storage' })

const MB = 1_000_000

const WORDS = {
  'zh-CN': {
    title: '存储空间',
    now: '目前用量',
    unit: '全部用户合计',
    group: '教师',
    wrong: '请填写 0 到 1000000 之间的数字，最多三位小数；不限制就留空',
    tooSmall: /超过这个限额/,
    save: '保存',
    saved: '已保存',
    upload: '上传文件',
    download: '下载',
    empty: /^已用 0.*，共 1 MB$/,
    little: /^已用 977 kB，共 1 MB，快满了/,
    refused: '你的存储空间放不下这个文件',
  },
  en: {
    title: 'Storage',
    now: 'Used now',
    unit: 'Everyone together',
    group: 'Support staff',
    wrong: 'Enter a number from 0 to 1000000 with at most three decimals, or leave this empty for no limit',
    tooSmall: /Someone uses .* already/,
    save: 'Save',
    saved: 'Saved',
    upload: 'Upload files',
    download: 'Download',
    empty: /^0 bytes of 1 MB used$/,
    little: /^977 kB of 1 MB used: almost full/,
    refused: 'Your storage has no space for this file',
  },
} as const
/** An address from before the application of administrators, which leads there. */
const OLD_SETTINGS = '/pages/base/desktop/setting?part=storage'
/** Who uploads, so that neither finds what the other used. */
const PERSON = { 'zh-CN': 'teacher', en: 'staff' } as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an administrator gives less room, and whoever has it sees what is left and is told before anything is sent (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
    tolerate,
  }) => {
    tolerate(/ERR_INTERNET_DISCONNECTED/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(OLD_SETTINGS)
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    await expect(page).toHaveTitle(words.title)
    await expect(page).toHaveURL(/_administration_tm\/index\.html#\/storage$/)
    await expect(page.getByRole('region', { name: words.now })).toBeVisible()

    // What is wrong is said at its field, and what was typed stays, also while there is no connection.
    const [unit, group] = [words.unit, words.group].map((name) => page.getByLabel(name, { exact: true }))
    const save = page.getByRole('button', { name: words.save, exact: true })
    await unit!.fill('much')
    await group!.fill('0.001')
    await save.click()
    await expect(unit!).toBeFocused()
    await expect(unit!).toHaveAccessibleDescription(new RegExp(words.wrong))
    await context.setOffline(true)
    await expect(save).toBeDisabled()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await context.setOffline(false)
    await expect(save).toBeEnabled()
    await expect(group!).toHaveValue('0.001')
    await unit!.fill('')
    await unit!.press('Enter')
    await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
    await page.reload()
    await expect(group!).toHaveValue('0.001')

    const theirs = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 900 } })
    await popNothingUp(theirs)
    if (language === 'en') await chooseEnglish(theirs)
    const files = await theirs.newPage()
    await startSession(files, PERSON[language])
    await files.goto('/pages/files/pc_files_tm/index.html')
    await expect(files.getByText(words.empty)).toBeVisible()
    const send = async (name: string, size: number) => {
      const chooser = files.waitForEvent('filechooser')
      await files.getByRole('button', { name: words.upload, exact: true }).click()
      const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size, name) }
      await (await chooser).setFiles(file)
    }
    await send('fits.bin', MB)
    await expect(files.getByText(words.little)).toBeVisible()
    expect(await findViolations(files)).toEqual([])
    expect(await isWiderThanWindow(files)).toBe(false)
    const sent: string[] = []
    files.on('request', (request) => {
      if (request.url().includes('/zuul/api/storage/')) sent.push(request.url())
    })
    await send('too-much.bin', 3 * MB)
    await expect((await uploadRows(files)).first()).toContainText(words.refused)
    expect(sent).toEqual([])
    await theirs.close()

    // The administrator sees it too, before they give less than is used.
    await page.reload()
    await group!.fill('0')
    await expect(group!).toHaveAccessibleDescription(words.tooSmall)
  })
}

test('of small files that go up together as many are taken as there is room for, and the others say why', async ({
  page,
  context,
  portal,
}) => {
  const admin = await callAs(portal.url, { username: 'admin', password: PASSWORD })
  const { version } = (await admin.call(storageAdmin.quotas, {})).quotas
  await admin.call(storageAdmin.saveQuotas, { ...NO_QUOTAS, student: 300_000, version })

  await popNothingUp(context)
  await chooseEnglish(context)
  await startSession(page, 'student')
  await page.goto('/pages/files/pc_files_spm/index.html')
  let together = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/storage/upload/together')) together += 1
  })
  const names = Array.from({ length: 60 }, (_, at) => `page-${at}.bin`)
  await choose(
    page,
    names.map((name) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(10_000, name) })),
  )
  await expect(uploadPill(page)).toHaveAccessibleName('Uploads: 30 of 60, 30 not finished')
  expect(together).toBeGreaterThan(0)
  await expect((await uploadRows(page)).first()).toContainText(WORDS.en.refused)
  await expect(rowsIn(page)).toHaveCount(30)
})
