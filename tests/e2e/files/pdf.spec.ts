import type { Page } from '@playwright/test'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import { PDF_DATA } from '../../../contract/pdf-data.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { signIn } from '../../support/callers/portal-caller.ts'
import { makeLockedPdf, makePdf } from '../../support/samples/pdf.ts'
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
import { rowsIn } from '../../support/browser/parts.ts'

const texts = {
  'zh-CN': {
    upload: '上传文件',
    place: (page: number, count: number) => `第 ${page} / ${count} 页`,
    page: (number: number) => `第 ${number} 页`,
    larger: '放大',
    smaller: '缩小',
    width: '适合宽度',
    close: '关闭',
    previous: '上一个文件',
  },
  en: {
    upload: 'Upload files',
    place: (page: number, count: number) => `Page ${page} / ${count}`,
    page: (number: number) => `Page ${number}`,
    larger: 'Zoom in',
    smaller: 'Zoom out',
    width: 'Fit width',
    close: 'Close',
    previous: 'Previous file',
  },
} as const

const row = (page: Page, name: string) => rowsIn(page).filter({ hasText: name })
const open = (page: Page, name: string) => row(page, name).getByRole('rowheader').getByRole('link').click()
const pageOf = (page: Page, number: number) =>
  page.getByRole('group', { name: new RegExp(`^(Page ${number}|第 ${number} 页)$`) })
/** 课文 as Windows in China writes it. */
const LESSON = 'bfcecec4'

/** Opens a folder of a test's own with these files. */
async function openFolder(
  page: Page,
  portal: RunningPortal,
  name: string,
  files: Readonly<Record<string, Buffer>>,
  upload: string = texts.en.upload,
): Promise<void> {
  const caller = await signIn(portal.url, { username: 'staff', password: PASSWORD })
  const { id } = await caller.call(createFolder, { name })
  await startSession(page, 'staff')
  await page.goto(`/pages/files/pc_files_tm/index.html#/folder/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await choose(
    page,
    Object.entries(files).map(([fileName, buffer]) => ({
      name: fileName,
      mimeType: 'application/octet-stream',
      buffer,
    })),
    upload,
  )
  for (const fileName of Object.keys(files)) await expect(row(page, fileName)).toBeVisible()
}

/** Colours of a drawn page: what stands at these parts of its width and height. */
function colourAt(page: Page, number: number, x: number, y: number): Promise<readonly number[]> {
  return pageOf(page, number)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, at) => [
        ...(canvas.getContext('2d')?.getImageData(canvas.width * at.x, canvas.height * at.y, 1, 1).data ?? []),
      ],
      { x, y },
    )
}

for (const [language, width] of PLACES) {
  test(`a PDF is drawn page by page, with its text, larger and smaller, by keys, and runs nothing (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const t = texts[language]
    await popNothingUp(context)
    if (language === 'en') await chooseEnglish(context)
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    const link = 'https://example.com/elsewhere'
    await openFolder(
      page,
      portal,
      `PDF ${language}`,
      {
        'sheet.pdf': makePdf(
          [
            { text: 'First page', link },
            { text: 'Second', size: [842, 595] },
            { gbk: LESSON },
            ...Array.from({ length: 5 }, (_, index) => ({ text: `Page ${index + 4}` })),
          ],
          'app.alert\\("ran"\\)',
        ),
        'word.md': Buffer.from('plain'),
      },
      t.upload,
    )
    const fetched: string[] = []
    page.on('response', (response) => {
      if (response.url().includes(PDF_DATA)) fetched.push(`${response.status()} ${response.url().split('/').at(-1)}`)
    })
    const dialog = page.getByRole('dialog')
    const view = dialog.getByRole('region', { name: 'sheet.pdf' })
    const scrolled = () => view.evaluate(({ scrollTop }) => scrollTop)

    await test.step('the first page is there, with its text over it, and neither link nor field', async () => {
      await open(page, 'sheet.pdf')
      await expect(dialog).toContainText(t.place(1, 8))
      await expect(dialog.getByRole('group', { name: t.page(1), exact: true })).toBeVisible()
      await expect(pageOf(page, 1)).toHaveAttribute('data-state', 'drawn')
      expect(await colourAt(page, 1, 0.5, 0.88)).toEqual([51, 102, 204, 255])
      expect(await colourAt(page, 1, 0.5, 0.5)).toEqual([255, 255, 255, 255])
      const text = pageOf(page, 1).getByText('First page')
      await expect(text).toBeAttached()
      // Over the letters of the picture: 60 of 595 points from the left.
      const [at, paper] = await Promise.all([text.boundingBox(), pageOf(page, 1).boundingBox()])
      expect(((at?.x ?? 0) - (paper?.x ?? 0)) / (paper?.width ?? 1)).toBeCloseTo(60 / 595, 2)
      await expect(view.locator('a, input')).toHaveCount(0)
      await pageOf(page, 1).click({ position: { x: 20, y: 20 } })
      expect(page.url()).not.toContain('example.com')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('keys scroll from wherever the focus is, and the place goes along', async () => {
      await dialog.getByRole('button', { name: t.larger }).focus()
      await page.keyboard.press('End')
      await expect(dialog).toContainText(t.place(8, 8))
      await expect(pageOf(page, 8)).toHaveAttribute('data-state', 'drawn')
      // Far pages are not kept.
      await expect(pageOf(page, 1)).toHaveCount(0)
      await page.keyboard.press('Home')
      await expect(dialog).toContainText(t.place(1, 8))
      await page.keyboard.press('PageDown')
      await expect.poll(scrolled).toBeGreaterThan(100)
      const before = await scrolled()
      await page.keyboard.press('ArrowUp')
      await expect.poll(scrolled).toBeLessThan(before)
      await view.focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(scrolled).toBeGreaterThan(before - 48)
    })

    await test.step('a Chinese page without its font is read by the encodings of the portal', async () => {
      await page.keyboard.press('Home')
      await expect.poll(scrolled).toBe(0)
      for (let press = 0; press < 3; press++) await page.keyboard.press('PageDown')
      await expect(pageOf(page, 3).getByText('课文')).toBeAttached()
      expect(fetched).toContain('200 GBK-EUC-H.bcmap')
    })

    await test.step('larger, smaller, and as wide as the window', async () => {
      await page.keyboard.press('Home')
      await expect(pageOf(page, 1)).toHaveAttribute('data-state', 'drawn')
      const wide = () => pageOf(page, 1).evaluate((element) => element.clientWidth)
      const drawnWidth = () =>
        pageOf(page, 1)
          .locator('canvas')
          .evaluate((canvas: HTMLCanvasElement) => canvas.width)
      const first = await wide()
      await dialog.getByRole('button', { name: t.larger }).click()
      await expect.poll(wide).toBeGreaterThan(first)
      await expect.poll(async () => Math.abs((await drawnWidth()) - (await wide()))).toBeLessThan(3)
      const second = await wide()
      await page.keyboard.press('+')
      await expect.poll(wide).toBeGreaterThan(second)
      await page.keyboard.press('-')
      await expect.poll(wide).toBe(second)
      await page.keyboard.press('0')
      await expect(dialog.getByRole('button', { name: t.width })).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(async () => (await view.evaluate(({ clientWidth }) => clientWidth)) - (await wide())).toBe(24)
    })

    await test.step('the arrows lead to the next file, also from within the pages, and Escape closes', async () => {
      await view.focus()
      await page.keyboard.press('ArrowRight')
      await expect(dialog).toContainText('word.md')
      await dialog.getByRole('button', { name: t.previous }).click()
      await expect(dialog).toContainText(t.place(1, 8))
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(page.locator('body > canvas')).toHaveCount(0)
    })
  })
}

test.describe('in English', () => {
  test.beforeEach(async ({ context }) => {
    await chooseEnglish(context)
    await popNothingUp(context)
  })

  test('of a long PDF only what the shown pages need is read, again after a break of the network, and not across two versions', async ({
    page,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    const pages = Array.from({ length: 12 }, (_, index) => ({ text: `Page ${index + 1}`, ballast: 500_000 }))
    const long = makePdf(pages)
    await openFolder(page, portal, 'Long', { 'long.pdf': long })
    let bytes = 0
    page.on('response', (response) => {
      const [, begin, end] = /^bytes (\d+)-(\d+)/.exec(response.headers()['content-range'] ?? '') ?? []
      if (begin !== undefined) bytes += Number(end) - Number(begin) + 1
    })
    const dialog = page.getByRole('dialog')
    await open(page, 'long.pdf')
    await expect(pageOf(page, 1)).toHaveAttribute('data-state', 'drawn')
    await expect(dialog).toContainText('Page 1 / 12')
    // The folder has no other file to go to.
    await expect(dialog.getByRole('button', { name: 'Next file' })).toHaveCount(0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(long.length / 4)

    await test.step('what is not there yet comes with the network', async () => {
      const refused = page.waitForEvent('requestfailed', (request) => request.headers()['if-range'] !== undefined)
      await page.context().setOffline(true)
      await page.keyboard.press('End')
      await refused
      await page.context().setOffline(false)
      await expect(pageOf(page, 12)).toHaveAttribute('data-state', 'drawn')
    })

    await test.step('a file that was replaced meanwhile is opened again', async () => {
      await page.route('**/api/storage/files/**', async (route) => {
        if (route.request().headers()['if-range'] === undefined) return route.continue()
        await route.fulfill({ status: 200, body: 'another version' })
      })
      await dialog
        .getByRole('region', { name: 'long.pdf' })
        .evaluate((view) => view.scrollTo({ top: view.scrollHeight / 2 }))
      await expect(dialog).toContainText('The PDF could not be loaded')
      await page.unroute('**/api/storage/files/**')
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(pageOf(page, 1)).toHaveAttribute('data-state', 'drawn')
    })
  })

  test('a PDF that cannot be shown says why: a password, damage, no network', async ({ page, portal, tolerate }) => {
    tolerate(AWAY)
    await openFolder(page, portal, 'Not shown', {
      '0 notes.md': Buffer.from('notes'),
      '1 good.pdf': makePdf([{ text: 'Good' }]),
      '2 damaged.pdf': Buffer.from('%PDF-1.4\nnothing'),
      '3 locked.pdf': makeLockedPdf('Secret', 'abc'),
    })
    const dialog = page.getByRole('dialog')
    await test.step('a network that goes while the preview is open, until it is back', async () => {
      await open(page, '0 notes.md')
      await expect(dialog.getByRole('region', { name: '0 notes.md' })).toHaveText('notes')
      // Before the viewer itself was fetched.
      await page.context().setOffline(true)
      await page.keyboard.press('ArrowRight')
      await expect(dialog).toContainText('The PDF could not be loaded')
      expect(await findViolations(page)).toEqual([])
      // It comes by itself.
      await page.context().setOffline(false)
      await expect(pageOf(page, 1).getByText('Good')).toBeAttached()
    })
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('This PDF is damaged')
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('This PDF has a password')
    expect(await findViolations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe('3 locked.pdf')
  })
})
