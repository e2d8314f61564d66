import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseEnglish, DROPS, expect, PLACES, popNothingUp, signIn, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { pageRoot, pastImports } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'scheduled-imports' })

const WORDS = {
  'zh-CN': {
    imports: '导入与导出',
    title: '自动导入',
    setUp: '设置自动导入',
    change: '修改自动导入',
    path: '子文件夹',
    wrongPath: '请填写子文件夹的名称，多层之间用“/”',
    save: '保存',
    saved: '自动导入的设置已保存',
    next: /下次查看：.*以.*的权限导入/,
    look: '现在查看',
    looking: '正在查看有没有新文件',
    scheduled: '自动',
    imported: '文件已导入',
    enabled: '每天自动导入',
    off: '自动导入已关闭。',
    folder: /本校自己的文件夹是 (portal-\w+)\//,
  },
  en: {
    imports: 'Import and export',
    title: 'Automatic import',
    setUp: 'Set up automatic import',
    change: 'Change automatic import',
    path: 'Sub-folder',
    wrongPath: 'Enter the name of a sub-folder; write “/” between several',
    save: 'Save',
    saved: 'Automatic import saved',
    next: /Next check: .*It runs with the permission of/,
    look: 'Check now',
    looking: 'Checking for a new file now',
    scheduled: 'Automatic',
    imported: 'the file was imported',
    enabled: 'Import automatically every day',
    off: 'Automatic import is off.',
    folder: /Your school’s own folder there is (portal-\w+)\//,
  },
} as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`what another system leaves is imported by itself (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    test.slow()
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    await openSection(page, words.imports)
    const card = page.getByRole('region', { name: words.title })
    const whole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }

    let folder = ''
    await test.step('it is set up, and a path out of the own folder is refused at its field', async () => {
      await card.getByText(words.setUp).click()
      folder = words.folder.exec(await card.innerText())?.[1] ?? ''
      expect(folder).not.toBe('')
      await card.getByLabel(words.path).fill('../other')
      await card.getByRole('button', { name: words.save }).click()
      await expect(card.getByText(words.wrongPath)).toBeVisible()
      await expect(card.getByLabel(words.path)).toBeFocused()
      await whole()
      await card.getByLabel(words.path).fill('night')
      await card.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await expect(card.getByText(words.next)).toBeVisible()
      await whole()
    })

    await test.step('a file that was left is imported, and stands in the list as scheduled', async () => {
      const night = join(portal.dataFolder, DROPS, folder, 'night')
      await mkdir(night, { recursive: true })
      const file = join(night, 'staff.csv')
      await writeFile(file, '类型,姓名,工号\n职工,夜里来,N9001\n')
      const before = new Date(Date.now() - 3_600_000)
      await utimes(file, before, before)
      await card.getByRole('button', { name: words.look }).click()
      await expect(page.getByText(words.looking)).toBeVisible()
      await expect(async () => {
        await page.reload()
        await expect(card.getByText(words.imported)).toBeVisible({ timeout: 5000 })
      }).toPass()
      const run = pastImports(page).filter({ hasText: 'staff.csv' })
      await expect(run).toContainText(words.scheduled)
      await whole()
    })

    await test.step('it is switched off', async () => {
      await card.getByText(words.change).click()
      await card.getByLabel(words.enabled).uncheck()
      await card.getByRole('button', { name: words.save }).click()
      await expect(card.getByText(words.off)).toBeVisible()
    })
  })
}
