import { chooseEnglish, expect, PLACES, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { noticeOf } from '../../support/browser/parts.ts'

test.use({ school: 'voice-settings' })

const PAGE = '/pages/administration/pc_administration_tm/index.html#/settings/voice'

const WORDS = {
  'zh-CN': {
    vocabulary: '词库',
    add: '添加说法',
    phrase: '说法',
    app: '应用',
    place: '应用里的位置（可不填）',
    badPlace: /以 # 或 \? 开头/,
    addIt: '添加',
    taken: /已经在词库里/,
    cancel: '取消',
    search: '搜索词库',
    paste: '从表格粘贴',
    lines: '每行一个：说法和它打开的内容',
    read: /新的 2 个，已有 1 个，看不懂的 1 行/,
    addTwo: '添加 2 个',
    added: '已添加 2 个说法',
    remove: '删除流动红旗',
    deleted: '已删除“流动红旗”',
    undo: '撤销',
    service: '语音识别服务',
    secret: 'AccessKey Secret',
    key: '中文项目的 Appkey',
    save: '保存',
    saved: '已保存',
    isSet: /已设置，不会再显示/,
    required: /请填写这一项/,
    removeService: '删除语音服务',
    assistant: '语音助手',
    type: '或者直接输入',
    files: '文件',
  },
  en: {
    vocabulary: 'Vocabulary',
    add: 'Add a phrase',
    phrase: 'Phrase',
    app: 'App',
    place: 'Place in the app (optional)',
    badPlace: /begins with # or \?/,
    addIt: 'Add',
    taken: /already in the vocabulary/,
    cancel: 'Cancel',
    search: 'Search the vocabulary',
    paste: 'Paste a table',
    lines: 'One phrase and what it opens per line',
    read: 'New: 2. Already there: 1. Lines not understood: 1',
    addTwo: 'Add 2',
    added: 'Phrases added: 2',
    remove: 'Delete 流动红旗',
    deleted: '“流动红旗” deleted',
    undo: 'Undo',
    service: 'Speech service',
    secret: 'AccessKey secret',
    key: 'Appkey of the Chinese project',
    save: 'Save',
    saved: 'Saved',
    isSet: /It is set and is not shown again/,
    required: /Fill this in/,
    removeService: 'Remove the speech service',
    assistant: 'Voice assistant',
    type: 'Or type it',
    files: 'Files',
  },
} as const

for (const [language, width] of PLACES) {
  const w = WORDS[language]
  test(`an administrator keeps the vocabulary and the speech service (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, 'admin')
    await page.goto(PAGE)
    const card = page.getByRole('region', { name: w.vocabulary })
    const dialog = page.getByRole('dialog')
    const find = (said: string) =>
      page.evaluate(async (vocabulary) => {
        const body = new URLSearchParams({ vocabulary })
        const sent = { method: 'POST', headers: { 'x-portal-device': 'pc' }, body }
        return (await (await fetch('/api/base/find_by_vocabulary', sent)).json()).data.url
      }, said)

    await test.step('a phrase that opens a place in an application', async () => {
      await card.getByRole('button', { name: w.add }).click()
      await dialog.getByLabel(w.phrase, { exact: true }).fill('流动红旗')
      await dialog.getByLabel(w.app, { exact: true }).last().selectOption({ value: 'files' })
      await dialog.getByLabel(w.place).fill('https://elsewhere.example')
      await dialog.getByRole('button', { name: w.addIt, exact: true }).click()
      await expect(dialog.getByLabel(w.place)).toHaveAccessibleDescription(w.badPlace)
      expect(await findViolations(page)).toEqual([])
      await dialog.getByLabel(w.place).fill('#/bin')
      await dialog.getByRole('button', { name: w.addIt, exact: true }).click()
      await expect(dialog).toHaveCount(0)
      expect(await find('打开流动红旗')).toBe('/pages/files/pc_files_tm/index.html#/bin')
      await card.getByRole('button', { name: w.add }).click()
      await dialog.getByLabel(w.phrase, { exact: true }).fill('流动红旗')
      await dialog.getByLabel(w.app, { exact: true }).last().selectOption({ value: 'files' })
      if (language === 'en') await dialog.getByLabel('Language', { exact: true }).selectOption('en')
      await dialog.getByRole('button', { name: w.addIt, exact: true }).click()
      await expect(dialog.getByLabel(w.phrase, { exact: true })).toHaveAccessibleDescription(w.taken)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('a pasted table says what it holds before it is added', async () => {
      await card.getByRole('button', { name: w.paste }).click()
      const chinese = language === 'en' ? '校史长廊' : '校史展馆'
      await dialog
        .getByLabel(w.lines)
        .fill(
          `${chinese}\thttps://history.example/#hall\n值周表${language}\t${w.files}\n考勤表\tnothing at all\n${chinese}\tfiles`,
        )
      await expect(dialog.getByText(w.read)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: w.addTwo }).click()
      await expect(page.getByText(w.added)).toBeVisible()
      expect(await find(chinese)).toBe('https://history.example/#hall')
    })

    await test.step('it is searched, and a phrase is deleted and brought back', async () => {
      await card.getByRole('searchbox', { name: w.search }).fill('流动')
      await expect(card.getByRole('listitem')).toHaveCount(1)
      await card.getByRole('button', { name: w.remove }).click()
      await expect(page.getByText(w.deleted)).toBeVisible()
      await expect(card.getByRole('listitem')).toHaveCount(0)
      expect(await find('打开流动红旗')).toBeNull()
      // The notice of the pasted table may still be there, with an undo of its own.
      const notice = noticeOf(page, w.deleted)
      await notice.getByRole('button', { name: w.undo }).last().click()
      await expect(card.getByRole('listitem')).toHaveCount(1)
      await card.getByRole('button', { name: w.remove }).click()
      await expect(card.getByRole('listitem')).toHaveCount(0)
    })

    await test.step('the service: its secret is asked for, and never shown again', async () => {
      const service = page.getByRole('region', { name: w.service })
      await service.getByLabel('AccessKey ID', { exact: true }).fill('LTAI-page')
      await service.getByLabel(w.key).fill('project')
      await service.getByRole('button', { name: w.save, exact: true }).click()
      await expect(service.getByLabel(w.secret)).toHaveAccessibleDescription(w.required)
      await service.getByLabel(w.secret).fill('only-typed-here')
      await service.getByRole('button', { name: w.save, exact: true }).click()
      await expect(page.getByText(w.saved, { exact: true })).toBeVisible()
      await expect(service.getByLabel(w.secret)).toHaveValue('')
      await page.reload()
      await expect(service.getByLabel('AccessKey ID', { exact: true })).toHaveValue('LTAI-page')
      await expect(service.getByLabel(w.secret)).toHaveAccessibleDescription(w.isSet)
      expect(await page.content()).not.toContain('only-typed-here')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await service.getByRole('button', { name: w.removeService }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.removeService }).click()
      await expect(service.getByLabel('AccessKey ID', { exact: true })).toHaveValue('')
    })
  })
}
