import { truncate, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { CAMERA, withExif } from '../../support/samples/exif.ts'
import { makeHeic } from '../../support/samples/make-heic.ts'
import { chooseEnglish, expect, PLACES, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { headerTools, ownMenu } from '../../support/browser/parts.ts'
import { chooseFile } from '../../support/browser/choose-file.ts'

// Other tests share this portal, and its people have no pictures.
test.afterAll(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from account_picture`)),
  ),
)

const SETTINGS = '/pages/base/desktop/setting'

const WORDS = {
  'zh-CN': {
    card: '头像',
    choose: '选择照片',
    other: '换一张',
    preview: '裁成正方形的照片',
    offline: '现在没有网络。照片留在这里，联网后再保存。',
    save: '保存',
    saved: '头像已保存',
    remove: '移除',
    removed: '头像已移除',
    undo: '撤销',
    restored: '头像已恢复',
    cancel: '取消',
    type: '这不是可以使用的照片，请选择 JPG、PNG 或 WebP 图片',
    heic: /^这个浏览器打不开 HEIC 照片/,
    large: '图片太大，请选择不超过 32 MB、8000 万像素的图片',
    damaged: '这张图片打不开，可能已损坏，请换一张',
  },
  en: {
    card: 'Your picture',
    choose: 'Choose a photo',
    other: 'Choose another',
    preview: 'The photo, cropped to a square',
    offline: 'You are offline. The photo stays here; save it when you are back online.',
    save: 'Save',
    saved: 'Your picture was saved',
    remove: 'Remove',
    removed: 'Your picture was removed',
    undo: 'Undo',
    restored: 'Your picture was restored',
    cancel: 'Cancel',
    type: 'This photo cannot be used. Choose a JPEG, PNG or WebP picture',
    heic: /^This browser cannot open HEIC photos/,
    large: 'The picture is too large. Choose one of at most 32 MB and 80 megapixels',
    damaged: 'This picture cannot be opened. It may be damaged; choose another one',
  },
} as const
type Words = (typeof WORDS)[keyof typeof WORDS]

/** The colours of a picture's quarters, from the upper left one on: so it can be told how it lies. */
const QUARTERS = ['red', 'lime', 'blue', 'white'] as const

/** A picture of four quarters as the browser itself writes it. */
async function drawPhoto(page: Page, type: 'image/jpeg' | 'image/png', width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate(
    ([kind, wide, high, colors]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const context = canvas.getContext('2d')
      for (const [at, color] of colors.entries()) {
        if (!context) continue
        context.fillStyle = color
        // Of a PNG the last quarter stays transparent.
        if (kind === 'image/jpeg' || at < 3)
          context.fillRect((at % 2) * (wide / 2), Math.floor(at / 2) * (high / 2), wide / 2, high / 2)
      }
      return canvas.toDataURL(kind)
    },
    [type, width, height, QUARTERS] as const,
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** As much of a JPEG as tells its size. */
function brokenOff(jpeg: Buffer): Buffer {
  return jpeg.subarray(0, jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 30)
}

/** What a saved picture that stands on the page is: its size, its quarters from the upper left one on, and its bytes. */
async function lookAt(image: Locator): Promise<{ size: number[]; quarters: string[]; bytes: Buffer; type: string }> {
  const { all, ...seen } = await image.evaluate(async (element) => {
    const blob = await (await fetch((element as HTMLImageElement).src)).blob()
    const bitmap = await createImageBitmap(blob)
    const { width, height } = bitmap
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const quarters = [0, 1, 2, 3].map((at) => {
      const [x, y] = [(width / 4) * (1 + 2 * (at % 2)), (height / 4) * (1 + 2 * Math.floor(at / 2))]
      const [red = 0, green = 0, blue = 0, opacity = 0] = context?.getImageData(x, y, 1, 1).data ?? []
      if (opacity < 128) return 'none'
      const bright = [red, green, blue].map((value) => value > 128)
      return bright.every(Boolean) ? 'white' : (['red', 'lime', 'blue'][bright.indexOf(true)] ?? 'black')
    })
    return { size: [width, height], quarters, type: blob.type, all: [...new Uint8Array(await blob.arrayBuffer())] }
  })
  return { ...seen, bytes: Buffer.from(all) }
}

async function openCard(page: Page, words: Words): Promise<Locator> {
  await page.goto(SETTINGS)
  const card = page.getByRole('region', { name: words.card })
  await expect(card).toBeVisible()
  return card
}

interface Chosen {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

async function choose(card: Locator, words: Words, file: Chosen | string): Promise<void> {
  await chooseFile(card.getByRole('button', { name: new RegExp(`^(${words.choose}|${words.other})$`) }), file)
}

const ownPicture = (page: Page) => ownMenu(page).getByRole('presentation', { includeHidden: true })

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`a photo that lies on its side becomes a person's picture, in every tab, until they remove it (${language}, ${width} px)`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(/ERR_INTERNET_DISCONNECTED/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, language === 'en' ? 'parent' : 'teacher')
    const otherTab = await context.newPage()
    await otherTab.setViewportSize({ width, height: 900 })
    await otherTab.goto(`/pages/base/${width <= 400 ? 'mobile' : 'pc'}_desktop_all/index.html`)
    await expect(headerTools(otherTab)).toBeVisible()
    await expect(ownPicture(otherTab)).toHaveCount(0)

    const card = await openCard(page, words)
    await expect(card.getByRole('button', { name: words.remove })).toBeHidden()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    // As a phone held upright writes it: 1200 by 800, to be turned to the right.
    const photo = withExif(await drawPhoto(page, 'image/jpeg', 1200, 800), 6)
    expect(photo.includes(CAMERA)).toBe(true)
    await choose(card, words, { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo })
    const preview = card.getByRole('img', { name: words.preview })
    await expect(preview).toBeVisible()
    // The page has had nothing to do with it.
    expect(scripts.filter((url) => url.includes('picture-on-page'))).toEqual([])
    expect(await findViolations(page, { only: '.a-picture' })).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)

    await context.setOffline(true)
    await expect(card.getByText(words.offline)).toBeVisible()
    await expect(card.getByRole('button', { name: words.save })).toBeDisabled()
    await expect(preview).toBeVisible()
    await context.setOffline(false)
    await card.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.saved)).toBeVisible()
    await expect(card.getByRole('button', { name: words.choose })).toBeFocused()

    await expect(ownPicture(page)).toBeVisible()
    await expect(ownPicture(otherTab)).toBeVisible()
    const { size, quarters, bytes, type } = await lookAt(card.getByRole('presentation', { includeHidden: true }))
    expect(size).toEqual([500, 500])
    // Turned to the right once: the lower left quarter came to the upper left.
    expect(quarters).toEqual(['blue', 'red', 'white', 'lime'])
    expect(type).toBe('image/jpeg')
    expect([bytes.includes('Exif'), bytes.includes(CAMERA)]).toEqual([false, false])
    expect(await findViolations(page, { only: '.a-picture' })).toEqual([])

    await card.getByRole('button', { name: words.remove }).click()
    await expect(page.getByText(words.removed)).toBeVisible()
    await expect(card.getByRole('button', { name: words.choose })).toBeFocused()
    await expect(ownPicture(page)).toHaveCount(0)
    await expect(ownPicture(otherTab)).toHaveCount(0)
    await page.getByRole('button', { name: words.undo }).click()
    await expect(page.getByText(words.restored)).toBeVisible()
    await expect(ownPicture(page)).toBeVisible()
    await expect(ownPicture(otherTab)).toBeVisible()
    expect(bytes.equals((await lookAt(card.getByRole('presentation', { includeHidden: true }))).bytes)).toBe(true)

    await page.reload()
    await expect(ownPicture(page)).toBeVisible()
  })
}

test('what cannot become a picture is refused in words, and what was chosen stays', async ({ page }, info) => {
  const words = WORDS['zh-CN']
  await page.setViewportSize({ width: 390, height: 900 })
  await startSession(page, 'staff')
  const card = await openCard(page, words)
  const png = await drawPhoto(page, 'image/png', 600, 1000)
  await choose(card, words, { name: 'me.png', mimeType: 'image/png', buffer: png })
  const preview = card.getByRole('img', { name: words.preview })
  await expect(preview).toBeVisible()

  const heavy = info.outputPath('heavy.jpg')
  await writeFile(heavy, withExif(await drawPhoto(page, 'image/jpeg', 40, 40), 1))
  await truncate(heavy, 32 * 1024 * 1024 + 1)
  const jpeg = (buffer: Buffer | string) => ({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(buffer) })
  const vast = Buffer.from(png)
  // As its head says, 20,000 pixels high.
  vast.writeUInt32BE(20_000, 20)
  vast.writeUInt32BE(20_000, 16)
  for (const [file, text] of [
    [{ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;') }, words.type],
    [
      { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      words.type,
    ],
    [jpeg(`MZ${'\0'.repeat(200)}`), words.type],
    [{ name: 'me.heic', mimeType: 'image/heic', buffer: Buffer.from(makeHeic(3024, 4032)) }, words.heic],
    [heavy, words.large],
    [{ name: 'me.png', mimeType: 'image/png', buffer: vast }, words.large],
    [jpeg(brokenOff(await drawPhoto(page, 'image/jpeg', 40, 40))), words.damaged],
  ] as const) {
    await choose(card, words, file)
    await expect(card.getByRole('alert')).toHaveText(text)
    await expect(preview).toBeVisible()
  }
  expect(await findViolations(page, { only: '.a-picture' })).toEqual([])

  // What lets something through stays a PNG.
  await card.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.saved)).toBeVisible()
  await expect(card.getByRole('alert')).toBeHidden()
  const { size, quarters, type } = await lookAt(card.getByRole('presentation', { includeHidden: true }))
  expect([type, size]).toEqual(['image/png', [500, 500]])
  expect(quarters).toEqual(['red', 'lime', 'blue', 'none'])
  await card.getByRole('button', { name: words.remove }).click()
  await expect(card.getByRole('button', { name: words.remove })).toBeHidden()

  await choose(card, words, { name: 'me.png', mimeType: 'image/png', buffer: png })
  await card.getByRole('button', { name: words.cancel }).click()
  await expect(preview).toBeHidden()
  await expect(card.getByRole('button', { name: words.choose })).toBeFocused()
})
