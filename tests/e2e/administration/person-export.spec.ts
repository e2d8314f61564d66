import { readFile } from 'node:fs/promises'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import { pageRoot, rowsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

const WORDS = {
  'zh-CN': { search: '查找人员', pupil: '学生', all: '导出全部数据', download: '下载', started: '正在下载' },
  en: {
    search: 'Find people',
    pupil: 'Pupil',
    all: 'Export everything',
    download: 'Download',
    started: 'The download has started',
  },
} as const

const NUMBER = '20260105'

for (const [language, width] of PLACES) {
  test(`an administrator exports everything about a pupil, and the archive can be read (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    test.slow()
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    await page.getByRole('search').getByRole('searchbox', { name: words.search }).fill(NUMBER)
    const pupils = rowsIn(page).filter({ hasText: words.pupil })
    await expect(pupils).toHaveCount(1)
    await pupils.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: words.all, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    const coming = page.waitForEvent('download')
    // The notice goes by itself, perhaps before the archive has been made.
    const told = page.getByText(words.started).first().waitFor()
    await dialog.getByRole('link', { name: words.download, exact: true }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
    await told
    const files = await unzip(await readFile(await download.path()))
    const profile = JSON.parse(files.get('profile.json')?.toString() ?? '{}')
    expect(profile.student).toMatchObject([{ student_number: NUMBER }])
    expect(files.get('index.html')?.toString()).toContain('profile.json')
    expect(JSON.parse(files.get('attendance.json')?.toString() ?? '{}').attendance_event.length).toBeGreaterThan(0)
  })
}
