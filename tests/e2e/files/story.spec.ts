import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { chooseEnglish, expect, PLACES, signIn, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const texts = {
  'zh-CN': {
    files: /^文件/,
    title: '文件',
    greeting: /林致远/,
    upload: '上传文件',
    download: (name: string) => `下载 ${name}`,
    remove: (name: string) => `删除 ${name}`,
    undo: '撤销',
  },
  en: {
    files: /^Files/,
    title: 'Files',
    greeting: /Good .*Lin Zhiyuan/,
    upload: 'Upload files',
    download: (name: string) => `Download ${name}`,
    remove: (name: string) => `Delete ${name}`,
    undo: 'Undo',
  },
} as const

/** Bytes that look like nothing in particular and differ from test to test. */
function makeBytes(size: number, seed: string): Buffer {
  const block = createHash('sha512').update(seed).digest()
  return Buffer.alloc(size, block)
}

for (const [language, width] of PLACES) {
  test(`a teacher signs in, stores a file, finds it again and gets it back unchanged (${language}, ${width} px)`, async ({
    page,
    context,
  }, info) => {
    const text = texts[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)

    await signIn(page, 'teacher')
    await expect(page.getByRole('heading', { level: 1, name: text.greeting })).toBeVisible()
    await expect(page).toHaveURL(width === 390 ? /mobile_desktop_all/ : /pc_desktop_all/)

    await page.getByRole('link', { name: text.files }).click()
    await expect(page.getByRole('button', { name: text.upload, exact: true })).toBeVisible()

    const name = `期末成绩 😀 ${language} ${width}.csv`
    const sent = makeBytes(5 * 1024 * 1024 + 1, name)
    const path = info.outputPath('file')
    await writeFile(path, sent)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: text.upload, exact: true }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: sent })
    await expect(page.getByRole('link', { name: text.download(name) })).toBeVisible()

    await page.reload()
    const link = page.getByRole('link', { name: text.download(name) })
    await expect(link).toBeVisible()
    const download = page.waitForEvent('download')
    await link.click()
    const saved = await (await download).path()
    expect((await download).suggestedFilename()).toBe(name)
    expect((await readFile(saved)).equals(sent)).toBe(true)

    await page.getByRole('button', { name: text.remove(name) }).click()
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: text.undo }).click()
    await expect(link).toBeVisible()
  })
}
