import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { DEFAULT_SERVER_ID } from '../../../contract/limits.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { md5Of } from '../../support/callers/storage-caller.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import { signIn as signInCaller } from '../../support/callers/portal-caller.ts'
import { chooseEnglish, expect, PASSWORD, PLACES, signIn, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow', school: 'sharing' })

const texts = {
  'zh-CN': {
    share: (name: string) => `共享 ${name}`,
    with: '共享给',
    query: '七年级2班',
    edit: '编辑',
    confirm: '共享',
    mark: '已共享给他人',
    done: '完成',
    by: '来自林致远',
    newFolder: '新建文件夹',
    folderName: '文件夹名称',
    create: '新建',
    stop: '停止与七年级2班共享',
    stopped: '已停止与七年级2班共享',
    undo: '撤销',
    download: (name: string) => `下载 ${name}`,
    all: '全部下载（ZIP）',
    uploadFolder: '上传文件夹',
    understood: '知道了',
    leftOut: '已略过 2 个系统或程序自用的文件',
    versions: (name: string) => `${name} 的历史版本`,
    onlyOne: '只有一个版本',
    tell: '发消息告诉对方',
    told: (name: string) => `林致远与你共享了“${name}”。`,
    gone: '这个文件夹已不再与你共享',
    empty: '还没有共享给你的内容',
  },
  en: {
    share: (name: string) => `Share ${name}`,
    with: 'Share with',
    query: 'Grade 7 Class 2',
    edit: 'Edit',
    confirm: 'Share',
    mark: 'Shared with others',
    done: 'Done',
    by: 'From Lin Zhiyuan',
    newFolder: 'New folder',
    folderName: 'Folder name',
    create: 'Create',
    stop: 'Stop sharing with Grade 7 Class 2',
    stopped: 'No longer shared with Grade 7 Class 2',
    undo: 'Undo',
    download: (name: string) => `Download ${name}`,
    all: 'Download all (ZIP)',
    uploadFolder: 'Upload folder',
    understood: 'Got it',
    leftOut: '2 files that only the system or programs use were left out',
    versions: (name: string) => `Versions of ${name}`,
    onlyOne: 'There is only one version',
    tell: 'Send them a message',
    // The pupil's own language, which the page does not change.
    told: (name: string) => `林致远与你共享了“${name}”。`,
    gone: 'This folder is no longer shared with you',
    empty: 'Nothing is shared with you',
  },
} as const

const files = (kind: 'tm' | 'spm') => `/pages/files/pc_files_${kind}/index.html`

async function lookAt(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of PLACES) {
  test(`a teacher shares a folder with a class by keys alone, a pupil works in it, and it ends (${language}, ${width} px)`, async ({
    page,
    browser,
    portal,
  }, info) => {
    const text = texts[language]
    const name = `Plans ${language}`
    const owner = await signInCaller(portal.url, { username: 'teacher', password: PASSWORD })
    const { id } = await owner.call(createFolder, { name })
    await owner.call(
      storage.upload,
      { serverid: DEFAULT_SERVER_ID, md5: md5Of(Buffer.from('plan')), name: 'plan.md', folderId: id },
      new Blob(['plan']),
    )
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(page.context())

    await signIn(page, 'teacher')
    await page.goto(files('tm'))
    await page.getByRole('button', { name: text.share(name) }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: text.with }).focus()
    await page.keyboard.type(text.query)
    await expect(dialog.getByRole('option', { name: new RegExp(`^${text.query}`) }).first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: text.edit })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: text.tell })).toBeChecked()
    await lookAt(page)
    await dialog.getByRole('button', { name: text.confirm, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: text.stop })).toBeVisible()
    await lookAt(page)
    await dialog.getByRole('button', { name: text.done }).click()
    await expect(page.getByRole('row').filter({ hasText: name }).getByText(text.mark)).toBeAttached()

    const context = await browser.newContext({ viewport: { width, height: 844 }, baseURL: portal.url })
    if (language === 'en') await chooseEnglish(context)
    const pupil = await context.newPage()
    await signIn(pupil, 'student')
    await pupil.goto(`${files('spm')}#/shared`)
    await expect(pupil.getByRole('listitem').filter({ hasText: name }).getByText(text.by)).toBeVisible()
    await lookAt(pupil)
    await pupil.getByRole('link', { name, exact: true }).click()
    await expect(pupil.getByRole('heading', { level: 1, name })).toBeVisible()
    await pupil.getByRole('button', { name: text.newFolder }).click()
    await pupil.getByRole('textbox', { name: text.folderName }).fill('From a pupil')
    await pupil.getByRole('button', { name: text.create, exact: true }).click()
    await expect(pupil.getByRole('link', { name: 'From a pupil', exact: true })).toBeVisible()
    await pupil.getByRole('listitem').filter({ hasText: 'plan.md' }).getByRole('link').first().click()
    await expect(pupil.getByRole('dialog').getByRole('region', { name: 'plan.md' })).toHaveText('plan')
    await lookAt(pupil)
    await pupil.keyboard.press('Escape')
    const download = pupil.waitForEvent('download')
    await pupil.getByRole('link', { name: text.download('plan.md') }).click()
    expect((await download).suggestedFilename()).toBe('plan.md')
    const zip = pupil.waitForEvent('download')
    await pupil.getByRole('link', { name: text.all }).click()
    const entries = await unzip(await readFile(await (await zip).path()))
    expect([...entries].map(([path, content]) => [path, content.toString()])).toEqual([
      [`${name}/`, ''],
      [`${name}/From a pupil/`, ''],
      [`${name}/plan.md`, 'plan'],
    ])
    await lookAt(pupil)
    await pupil.getByRole('button', { name: text.versions('plan.md') }).click()
    await expect(pupil.getByRole('dialog').getByText(text.onlyOne)).toBeVisible()
    await lookAt(pupil)
    await pupil.keyboard.press('Escape')
    const homework = info.outputPath('Homework')
    await mkdir(join(homework, 'Drafts'), { recursive: true })
    for (const file of ['essay.pdf', 'Thumbs.db', '._essay.pdf', 'Drafts/first.pdf'])
      await writeFile(join(homework, file), file)
    const chooser = pupil.waitForEvent('filechooser')
    await pupil.getByRole('button', { name: text.uploadFolder, exact: true }).click()
    await (await chooser).setFiles(homework)
    // Long enough to be read, and gone at a press.
    const notice = pupil.getByText(text.leftOut)
    await expect(notice).toBeVisible()
    await pupil.getByRole('button', { name: text.understood }).click()
    await expect(notice).toBeHidden()
    await expect(pupil.getByRole('link', { name: 'Homework', exact: true })).toBeVisible()
    await lookAt(pupil)
    await pupil.getByRole('link', { name: 'Homework', exact: true }).click()
    await expect(pupil.getByRole('link', { name: 'Drafts', exact: true })).toBeVisible()
    await expect(pupil.getByRole('link', { name: text.download('essay.pdf') })).toBeVisible()
    await pupil.goBack()
    // The class was told once, by whom and what.
    const told = await (
      await signInCaller(portal.url, { username: 'student', password: PASSWORD })
    ).call(messages.unread, {})
    expect(told.filter(({ messageMeno }) => messageMeno.includes(name))).toMatchObject([
      { messageMeno: text.told(name), url: expect.stringContaining(`#/shared/${id}`) },
    ])

    await page.getByRole('button', { name: text.share(name) }).click()
    await dialog.getByRole('button', { name: text.stop }).click()
    await expect(dialog.getByText(text.stopped)).toBeVisible()
    await expect(dialog.getByRole('button', { name: text.undo })).toBeFocused()
    await pupil.reload()
    await expect(pupil.getByRole('heading', { level: 1, name: text.gone })).toBeVisible()
    await pupil.goto(`${files('spm')}#/shared`)
    // The test in another language may have left something else.
    const others = pupil
      .getByRole('main')
      .getByRole('list', { name: /^(Shared with me|与我共享)$/ })
      .getByRole('listitem')
    await expect(pupil.getByText(text.empty).or(others.first()).first()).toBeVisible()
    await expect(pupil.getByRole('link', { name, exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: text.undo }).click()
    await expect(dialog.getByRole('button', { name: text.stop })).toBeVisible()
    await pupil.reload()
    await expect(pupil.getByRole('link', { name, exact: true })).toBeVisible()
    await context.close()
  })
}
