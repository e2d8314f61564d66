import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { handInClasses, saveHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { saveClassQuota } from '../../../contract/endpoints/storage/storage-admin.ts'
import { signIn as signInCaller } from '../../support/callers/portal-caller.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, PLACES, signIn, test, toldOnce } from '../fixtures.ts'
import { noticeOf } from '../../support/browser/parts.ts'

// The room of a class is changed here.
test.use({ serviceWorkers: 'allow', school: 'hand-ins' })

const texts = {
  'zh-CN': {
    handIns: '作业',
    make: '收作业',
    class: '班级',
    className: '七年级2班',
    title: '标题',
    text: '要求',
    ask: '发给班级',
    none: '已交 0 / 32 人',
    one: '已交 1 / 32 人',
    pupil: '林川',
    count: '每人文件个数',
    open: '待提交',
    hand: '上传并提交',
    done: '已提交',
    zip: '全部下载（ZIP）',
    close: '结束收作业',
    closed: '已结束',
    undo: '撤销',
    remind: '提醒未交的',
    reminded: '已提醒 31 名学生和家长',
    zipOf: '下载林川提交的文件（ZIP）',
    room: /^班级作业空间：已用 .*字节 \/ 5 GB$/,
    remove: '删除',
    removedList: '已删除的作业',
    restore: (title: string) => `恢复“${title}”`,
    changeQuota: '修改七年级2班的限额',
    ownFigure: '单独设置',
    noRoom: '超过了班级剩余的作业空间',
    lost: '网络连接失败',
  },
  en: {
    handIns: 'Hand-ins',
    make: 'New hand-in',
    class: 'Class',
    className: 'Grade 7 Class 2',
    title: 'Title',
    text: 'What to hand in',
    ask: 'Ask the class',
    none: '0 of 32 handed in',
    one: '1 of 32 handed in',
    pupil: 'Lin Chuan',
    count: 'Files of each pupil',
    open: 'To hand in',
    hand: 'Upload and hand in',
    done: 'Handed in',
    zip: 'Download all (ZIP)',
    close: 'Close',
    closed: 'Closed',
    undo: 'Undo',
    remind: 'Remind those missing',
    reminded: 'Reminded 31 pupils and their parents',
    zipOf: /^Download what .* handed in \(ZIP\)$/,
    room: /^Hand-ins of the class: .* of 5 GB$/,
    remove: 'Delete',
    removedList: 'Deleted hand-ins',
    restore: (title: string) => `Restore “${title}”`,
    changeQuota: 'Change the quota of Grade 7 Class 2',
    ownFigure: 'own quota',
    noRoom: 'more space than the class has left',
    lost: 'Network Error',
  },
} as const

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

const files = (kind: 'tm' | 'spm') => `/pages/files/pc_files_${kind}/index.html`

async function lookAt(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of PLACES) {
  test(`a teacher asks a class to hand in, a pupil does, and the teacher takes all as one ZIP (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }) => {
    const text = texts[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(page.context())
    const title = `Essay ${language}`

    await signIn(page, 'classteacher')
    await page.goto(files('tm'))
    await page.getByRole('link', { name: text.handIns, exact: true }).click()
    await page.getByRole('button', { name: text.make }).first().click()
    await lookAt(page)
    await page.getByRole('combobox', { name: text.class }).selectOption({ label: text.className })
    await page.getByRole('textbox', { name: text.title }).fill(title)
    await page.getByRole('textbox', { name: text.text }).fill('600 words')
    await page.getByRole('textbox', { name: text.count }).fill('2')
    await page.getByRole('button', { name: text.ask }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(text.none)).toBeVisible()
    await expect(page.getByRole('link', { name: text.zip })).toBeHidden()
    await lookAt(page)

    const context = await browser.newContext({ viewport: { width, height: 844 }, baseURL: portal.url })
    if (language === 'en') await chooseEnglish(context)
    const pupil = await context.newPage()
    await signIn(pupil, 'student')
    await pupil.goto(`${files('spm')}#/hand-ins`)
    const row = pupil.getByRole('listitem').filter({ hasText: title })
    await expect(row.getByText(text.open)).toBeVisible()
    await row.getByRole('link', { name: title }).click()
    const chooser = pupil.waitForEvent('filechooser')
    await pupil.getByRole('button', { name: text.hand }).click()
    await (
      await chooser
    ).setFiles([
      { name: 'essay.txt.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('my essay') },
      { name: 'notes.png', mimeType: 'image/png', buffer: PICTURE },
    ])
    await expect(pupil.getByText(text.done, { exact: true }).first()).toBeVisible()
    await pupil.getByRole('link', { name: /notes ?\.png/ }).click()
    await expect(pupil.getByRole('dialog').getByRole('img', { name: 'notes.png' })).toBeVisible()
    await pupil.keyboard.press('Escape')
    await lookAt(pupil)
    await context.close()

    await page.reload()
    await expect(page.getByText(text.one)).toBeVisible()
    await page.getByRole('link', { name: /notes ?\.png/ }).click()
    const preview = page.getByRole('dialog')
    await expect(preview.getByRole('img', { name: 'notes.png' })).toBeVisible()
    await expect(preview.getByRole('status').filter({ hasText: text.pupil })).toBeVisible()
    await lookAt(page)
    await page.keyboard.press('ArrowLeft')
    await expect(preview.getByRole('heading', { name: 'essay.txt.docx' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: /notes ?\.png/ })).toBeFocused()
    await page.getByRole('button', { name: text.remind }).click()
    await expect(page.getByText(text.reminded)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: text.zip }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(`七年级2班 ${title}.zip`)
    const entries = await unzip(await readFile(await saved.path()))
    expect([...entries].map(([name, content]) => [name, content.toString('latin1')])).toEqual([
      ['七年级2班/20260401_林川_essay.txt.docx', 'my essay'],
      ['七年级2班/20260401_林川_notes.png', PICTURE.toString('latin1')],
    ])

    const own = page.waitForEvent('download')
    await page.getByRole('link', { name: text.zipOf }).click()
    expect((await own).suggestedFilename()).toBe(`七年级2班 ${title} 20260401 林川.zip`)
    await expect(page.getByText(text.room)).toBeVisible()

    await page.getByRole('button', { name: text.close, exact: true }).click()
    await expect(page.getByText(text.closed, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: text.undo }).click()
    await expect(page.getByRole('button', { name: text.close, exact: true })).toBeVisible()

    const removed = page.getByRole('region', { name: text.removedList })
    await page.getByRole('button', { name: text.remove, exact: true }).click()
    await expect(removed.getByText(title)).toBeVisible()
    await lookAt(page)
    const notice = noticeOf(page, title)
    await notice.getByRole('button', { name: text.undo }).click()
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await expect(removed).toHaveCount(0)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: text.remove, exact: true }).click()
    await removed.getByRole('button', { name: text.restore(title) }).click()
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await page.getByRole('link', { name: title }).click()
    // The list may have another hand-in with as many.
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(text.one)).toBeVisible()
  })

  test(`a pupil is told before anything is sent that the class has no room left (${language}, ${width} px)`, async ({
    page,
    portal,
  }) => {
    const text = texts[language]
    const admin = await signInCaller(portal.url, { username: 'admin', password: PASSWORD })
    const teacher = await signInCaller(portal.url, { username: 'classteacher', password: PASSWORD })
    const classId = (await teacher.call(handInClasses, {})).find(({ name }) => name === '七年级2班')?.classId ?? ''
    const title = `Full ${language}`
    const { id } = await teacher.call(saveHandIn, {
      id: null,
      classId,
      title,
      text: '',
      dueAt: new Date(Date.now() + 86_400_000).toISOString(),
      maxFiles: 2,
      maxBytes: null,
    })
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(page.context())
    await signIn(page, 'admin')
    await page.goto('/pages/administration/pc_administration_tm/index.html#/storage')
    await page.getByRole('button', { name: text.changeQuota }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('0.000')
    await lookAt(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: text.className }).getByText(text.ownFigure)).toBeVisible()
    await lookAt(page)

    const context = await page
      .context()
      .browser()
      ?.newContext({ viewport: { width, height: 844 }, baseURL: portal.url })
    if (!context) throw new Error('the browser is gone')
    if (language === 'en') await chooseEnglish(context)
    const pupil = await context.newPage()
    await signIn(pupil, 'student')
    await pupil.goto(`${files('spm')}#/hand-ins/${id}`)
    let sent = 0
    pupil.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/storage/')) sent += 1
    })
    const chooser = pupil.waitForEvent('filechooser')
    await pupil.getByRole('button', { name: text.hand }).click()
    await (
      await chooser
    ).setFiles({ name: 'big.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('big') })
    await expect(pupil.getByRole('alert').filter({ hasText: text.noRoom })).toBeVisible()
    expect(sent).toBe(0)
    await lookAt(pupil)
    await context.close()
    await admin.call(saveClassQuota, { classId, quota: null })
  })
}

test.describe('when the answer is lost on the way', () => {
  // What a service worker fetches is not seen by the page's routes.
  test.use({ serviceWorkers: 'block' })
  for (const [language, width] of toldOnce(PLACES, 1)) {
    test(`a hand-in that is sent again is made once (${language}, ${width} px)`, async ({ page, tolerate }) => {
      tolerate(AWAY)
      const text = texts[language]
      await page.setViewportSize({ width, height: 844 })
      if (language === 'en') await chooseEnglish(page.context())
      await signIn(page, 'classteacher')
      await page.goto(`${files('tm')}#/hand-ins`)
      await page.getByRole('button', { name: text.make }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: text.class }).selectOption({ label: text.className })
      await dialog.getByRole('textbox', { name: text.title }).fill('Reading diary')
      let saves = 0
      await page.route(`**${saveHandIn.path}`, async (route) => {
        saves += 1
        const answer = await route.fetch()
        await (saves === 1 ? route.abort() : route.fulfill({ response: answer }))
      })
      await dialog.getByRole('button', { name: text.ask }).click()
      await expect(dialog.getByRole('alert').filter({ hasText: text.lost })).toBeVisible()
      await lookAt(page)
      await dialog.getByRole('button', { name: text.ask }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Reading diary' })).toBeVisible()
      expect(saves).toBe(2)
      await page.goto(`${files('tm')}#/hand-ins`)
      await page.reload()
      await expect(page.getByRole('link', { name: 'Reading diary' })).toHaveCount(1)
    })
  }
})
