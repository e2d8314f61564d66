import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { listHandIns } from '../../../contract/endpoints/storage/collections.ts'
import { listShared, sharedWithMe } from '../../../contract/endpoints/storage/shares.ts'
import { fileVersions } from '../../../contract/endpoints/storage/versions.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { signIn as signInCaller } from '../../support/callers/portal-caller.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import {
  AWAY,
  chooseEnglish,
  expect,
  PASSWORD,
  PLACES,
  popNothingUp,
  startSession,
  test,
  type RunningPortal,
} from '../fixtures.ts'
import { choose } from '../../support/browser/upload-files.ts'
import { binEntries, rowsIn } from '../../support/browser/parts.ts'

const texts = {
  'zh-CN': {
    upload: '上传文件',
    taken: '这里已有 1 个同名的文件或文件夹',
    replace: '替换',
    both: '两个都保留',
    versions: '历史版本',
    shown: '查看第 1 版',
    restore: '恢复第 1 版',
    remove: '彻底删除第 2 版',
    removeSure: '彻底删除',
    only: '只有一个版本',
    uploadNew: '上传新版本',
    otherType: '请选择扩展名同为 .md 的文件',
    done: '完成',
    deletePlan: /^删除 /,
    bin: '回收站',
    all: '全选',
    selected: '回收站中选中的',
    restoreAll: '恢复',
    restoredMany: '已恢复 2 项',
    purge: '彻底删除',
    purgedMany: '已彻底删除 2 项',
    empty: '回收站是空的',
    zip: /下载为 ZIP$/,
    retry: '重试',
    failed: '没有加载成功',
    binFailed: '回收站没有打开',
    needsNetwork: '现在没有网络，联网后才能这样做',
  },
  en: {
    upload: 'Upload files',
    taken: 'This name is taken here',
    replace: 'Replace',
    both: 'Keep both',
    versions: 'Versions',
    shown: 'Show version 1',
    restore: 'Restore version 1',
    remove: 'Delete version 2 permanently',
    removeSure: 'Delete permanently',
    only: 'There is only one version',
    uploadNew: 'Upload a new version',
    otherType: 'Choose a file that ends with .md, as this one does',
    done: 'Done',
    deletePlan: /^Delete /,
    bin: 'Bin',
    all: 'Select all',
    selected: 'Selected in the bin',
    restoreAll: 'Restore',
    restoredMany: 'Restored 2 items',
    purge: 'Delete permanently',
    purgedMany: 'Permanently deleted 2 items',
    empty: 'The bin is empty',
    zip: /as a ZIP$/,
    retry: /^(Retry|Try again)$/,
    failed: 'This could not be loaded',
    binFailed: 'The bin could not be opened',
    needsNetwork: 'You are offline. You can do this when you are back online',
  },
} as const

const FILES = '/pages/files/pc_files_tm/index.html'
const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const row = (page: Page, name: string) => rowsIn(page).filter({ hasText: name })

async function lookAt(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** Opens an empty folder of a test's own, with an empty bin. */
async function openFolder(page: Page, portal: RunningPortal, name: string): Promise<void> {
  const caller = await signInCaller(portal.url, { username: 'staff', password: PASSWORD })
  await caller.call(files.emptyBin, {})
  const { id } = await caller.call(files.createFolder, { name })
  await startSession(page, 'staff')
  await page.goto(`${FILES}#/folder/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

for (const [language, width] of PLACES) {
  const text = texts[language]
  const begin = async (page: Page) => {
    await page.setViewportSize({ width, height: 844 })
    await popNothingUp(page.context())
    if (language === 'en') await chooseEnglish(page.context())
  }

  test(`a file that is replaced keeps what it contained, which is shown, restored and deleted (${language}, ${width} px)`, async ({
    page,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    await begin(page)
    await openFolder(page, portal, `Replaced ${language}`)
    const question = page.getByRole('alertdialog')
    const dialog = page.getByRole('dialog')
    await choose(page, [file('plan.md', 'first')], text.upload)
    await expect(row(page, 'plan.md')).toBeVisible()

    await test.step('a name that is taken is asked about; both can stay', async () => {
      await choose(page, [file('plan.md', 'second text')], text.upload)
      await expect(question.getByRole('heading', { name: text.taken })).toBeVisible()
      await lookAt(page)
      await question.getByRole('button', { name: text.both }).click()
      await expect(row(page, 'plan (2).md')).toBeVisible()
      await choose(page, [file('plan.md', 'second text')], text.upload)
      await expect(question.getByRole('heading', { name: text.taken })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
    })

    await test.step('or the file gets the content, and keeps the former one', async () => {
      await choose(page, [file('plan.md', 'the second text')], text.upload)
      await question.getByRole('button', { name: text.replace }).click()
      await expect(row(page, 'plan.md').getByRole('cell', { name: /^15 ?(bytes|字节)$/ })).toBeVisible()
      await expect(rowsIn(page)).toHaveCount(2)
    })

    const openVersions = async () => {
      await row(page, 'plan.md').getByRole('rowheader').getByRole('link').click()
      await dialog.getByRole('button', { name: text.versions, exact: true }).click()
    }
    await test.step('it is shown, and restored', async () => {
      await openVersions()
      const list = dialog.getByRole('listitem')
      await expect(list).toHaveCount(2)
      await lookAt(page)
      await dialog.getByRole('button', { name: text.shown }).click()
      await expect(dialog.last().getByRole('region', { name: 'plan.md' })).toHaveText('first')
      await lookAt(page)
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: text.restore }).click()
      await expect(list.first()).toContainText(language === 'en' ? 'Version 3' : '第 3 版')
      await expect(list).toHaveCount(2)
      // The button that was pressed is gone: the focus stays in the dialog.
      await expect(dialog.getByRole('list')).toBeFocused()
    })

    await test.step('one is deleted for good, and a new version uploaded', async () => {
      await dialog.getByRole('button', { name: text.remove }).click()
      await lookAt(page)
      await question.getByRole('button', { name: text.removeSure }).click()
      await expect(dialog.getByText(text.only)).toBeVisible()
      await lookAt(page)
      await choose(page, [file('other.docx', 'x')], text.uploadNew)
      await expect(dialog.getByRole('alert').filter({ hasText: text.otherType })).toBeVisible()
      await choose(page, [file('newer name.md', 'a much newer content')], text.uploadNew)
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await dialog.getByRole('button', { name: text.done }).click()
      await expect(row(page, 'plan.md').getByRole('cell', { name: /^20 ?(bytes|字节)$/ })).toBeVisible()
      await expect(row(page, 'newer name')).toHaveCount(0)
    })

    await test.step('without the server, or the network, the list says so', async () => {
      await page.route(`**${fileVersions.path}?*`, (route) => route.fulfill({ status: 503, body: '' }))
      await page.reload()
      await openVersions()
      await expect(dialog.getByText(text.failed)).toBeVisible()
      await lookAt(page)
      await page.unroute(`**${fileVersions.path}?*`)
      await dialog.getByRole('button', { name: text.retry }).click()
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await page.context().setOffline(true)
      const actions = await dialog.getByRole('listitem').getByRole('button').all()
      expect(actions.length).toBeGreaterThan(1)
      for (const button of actions) await expect(button).toBeDisabled()
      await page.context().setOffline(false)
      await page.keyboard.press('Escape')
    })
  })

  test(`a folder comes as a ZIP, and several things in the bin go at once (${language}, ${width} px)`, async ({
    page,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    await begin(page)
    await openFolder(page, portal, `Whole ${language}`)
    await choose(page, [file('a.md', 'A'), file('b.md', 'B')], text.upload)
    await expect(row(page, 'b.md')).toBeVisible()
    await page.goto(FILES)
    const download = page.waitForEvent('download')
    await row(page, `Whole ${language}`).hover()
    await row(page, `Whole ${language}`).getByRole('link', { name: text.zip }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(`Whole ${language}.zip`)
    const entries = await unzip(await readFile(await saved.path()))
    expect([...entries].map(([path, content]) => [path, content.toString()])).toEqual([
      [`Whole ${language}/`, ''],
      [`Whole ${language}/a.md`, 'A'],
      [`Whole ${language}/b.md`, 'B'],
    ])

    await page.goBack()
    for (const name of ['a.md', 'b.md']) {
      await row(page, name).hover()
      await row(page, name).getByRole('button', { name: text.deletePlan }).click()
      await expect(row(page, name)).toHaveCount(0)
    }
    const bar = page.getByRole('region', { name: text.selected })
    const all = page.getByRole('checkbox', { name: text.all })
    const entriesOfBin = binEntries(page)
    await page.goto(`${FILES}#/bin`)
    await expect(entriesOfBin).toHaveCount(2)
    await entriesOfBin.first().getByRole('checkbox').check()
    await lookAt(page)
    await all.check()
    await bar.getByRole('button', { name: text.restoreAll, exact: true }).click()
    await expect(page.getByText(text.restoredMany)).toBeVisible()
    await expect(page.getByText(text.empty)).toBeVisible()

    await page.goBack()
    for (const name of ['a.md', 'b.md']) {
      await row(page, name).hover()
      await row(page, name).getByRole('button', { name: text.deletePlan }).click()
      await expect(row(page, name)).toHaveCount(0)
    }
    await page.goto(`${FILES}#/bin`)
    await all.check()
    await page.context().setOffline(true)
    const purge = bar.getByRole('button', { name: text.purge, exact: true })
    await expect(purge).toBeDisabled()
    // It says why.
    await purge.click({ force: true })
    await expect(page.getByText(text.needsNetwork).first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(purge).toBeEnabled()
    await purge.click()
    await lookAt(page)
    await page.getByRole('alertdialog').getByRole('button', { name: text.purge }).click()
    await expect(page.getByText(text.purgedMany)).toBeVisible()
    await expect(page.getByText(text.empty)).toBeVisible()
    await lookAt(page)
  })

  test(`shared things, hand-ins and the bin say when they cannot be loaded (${language}, ${width} px)`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/503/)
    await begin(page)
    await startSession(page, 'staff')
    await page.goto(FILES)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const places = [
      ['shared', sharedWithMe.path, text.failed],
      [`shared/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`, listShared.path, text.failed],
      ['hand-ins', listHandIns.path, text.failed],
      ['bin', files.bin.path, text.binFailed],
    ] as const
    for (const [place, path, failed] of places) {
      await test.step(place, async () => {
        const calls = (url: URL) => url.pathname === path
        await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }))
        await page.goto(`${FILES}#/${place}`)
        await expect(page.getByText(failed)).toBeVisible()
        await lookAt(page)
        await page.unroute(calls)
        await page.getByRole('button', { name: text.retry }).click()
        await expect(page.getByText(failed)).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      })
    }
  })
}
