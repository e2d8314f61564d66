import type { Locator, Page } from '@playwright/test'
import { deflateSync } from 'node:zlib'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { signIn } from '../../support/callers/portal-caller.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { chooseEnglish, expect, PASSWORD, popNothingUp, startSession, test, type RunningPortal } from '../fixtures.ts'
import { choose, uploadPill } from '../../support/browser/upload-files.ts'
import { rowsIn } from '../../support/browser/parts.ts'

test.beforeEach(async ({ context }) => {
  await chooseEnglish(context)
  await popNothingUp(context)
})

const file = (name: string, content: string | Buffer = name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

/** Rows of the list by a part of their name. */
const row = (page: Page, name: string | RegExp) => rowsIn(page).filter({ hasText: name })
const nameOf = (found: Locator) => found.getByRole('rowheader').getByRole('link')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected files' })

/** Opens an empty folder of a test's own, and an empty bin. */
async function openFolder(page: Page, portal: RunningPortal, name: string): Promise<void> {
  const caller = await signIn(portal.url, { username: 'staff', password: PASSWORD })
  await caller.call(filesEndpoints.emptyBin, {})
  const { id } = await caller.call(filesEndpoints.createFolder, { name })
  await startSession(page, 'staff')
  await page.goto(`/pages/files/pc_files_tm/index.html#/folder/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

async function put(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  await choose(page, files)
  for (const { name } of files) await expect(row(page, name)).toBeVisible()
  await expect(uploadPill(page)).toHaveCount(0)
}

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await expect(nameOf(row(page, name))).toBeFocused()
}

/** Counts the requests of an endpoint of files. */
function count(page: Page, what: string): () => number {
  let requests = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(`/api/storage/files/${what}`)) requests += 1
  })
  return () => requests
}

test('files are selected by mouse and keys, removed with one request and brought back with one press', async ({
  page,
  portal,
}) => {
  await openFolder(page, portal, 'Selected')
  await put(
    page,
    ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'].map((name) => file(name)),
  )
  const removals = count(page, 'remove')
  const picked = rowsIn(page).filter({ has: page.getByRole('checkbox', { checked: true }) })

  await test.step('one, with Ctrl more, with Shift all between', async () => {
    await row(page, 'a.md').getByRole('time').click()
    await expect(picked).toHaveText([/a\.md/])
    await row(page, 'c.md')
      .getByRole('time')
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(picked).toHaveText([/a\.md/, /c\.md/])
    // Also on the name, which else opens it.
    await nameOf(row(page, 'e.md')).click({ modifiers: ['Shift'] })
    await expect(picked).toHaveText([/c\.md/, /d\.md/, /e\.md/])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await row(page, 'd.md').getByRole('checkbox').uncheck()
    await expect(bar(page)).toContainText('2 selected')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(picked).toHaveCount(0)
    await expect(bar(page)).toHaveCount(0)
  })

  await test.step('the arrows lead through the rows, with Shift they select, Space takes one, Ctrl+A all', async () => {
    await nameOf(row(page, 'a.md')).focus()
    await page.keyboard.press('ArrowDown')
    await expect(nameOf(row(page, 'b.md'))).toBeFocused()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(nameOf(row(page, 'c.md'))).toBeFocused()
    await expect(picked).toHaveText([/b\.md/, /c\.md/])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(' ')
    await expect(picked).toHaveText([/c\.md/])
    await page.keyboard.press('ControlOrMeta+a')
    await expect(bar(page)).toContainText('5 selected')
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeChecked()
    await page.keyboard.press('End')
    await expect(nameOf(row(page, 'e.md'))).toBeFocused()
  })

  await test.step('F2 renames, Delete removes all that are selected, and one press undoes it', async () => {
    await page.keyboard.press('F2')
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('e.md')
    await page.keyboard.press('Escape')
    await row(page, 'a.md').getByRole('checkbox').uncheck()
    await nameOf(row(page, 'c.md')).focus()
    await page.keyboard.press('Delete')
    await expect(page.getByText('Deleted 4 items')).toBeVisible()
    await expect(rowsIn(page)).toHaveText([/a\.md/])
    await expect(nameOf(row(page, 'a.md'))).toBeFocused()
    expect(removals()).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Restored 4 items')).toBeVisible()
    await expect(rowsIn(page)).toHaveCount(5)
    expect(removals()).toBe(1)
  })

  await test.step('Enter opens, and several are downloaded one by one', async () => {
    const saved: string[] = []
    page.on('download', (one) => saved.push(one.suggestedFilename()))
    await row(page, 'a.md').getByRole('checkbox').check()
    await row(page, 'b.md').getByRole('checkbox').check()
    await bar(page).getByRole('button', { name: 'Download' }).click()
    await expect.poll(() => saved.toSorted()).toEqual(['a.md', 'b.md'])
    await page.keyboard.press('Escape')
    await nameOf(row(page, 'a.md')).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('a.md')
  })
})

test('files and folders are moved by a dialog and by dragging, and taken back; a folder does not go into itself', async ({
  page,
  portal,
}) => {
  await openFolder(page, portal, 'Moved')
  await put(
    page,
    ['one.md', 'two.md', 'three.md'].map((name) => file(name)),
  )
  await makeFolder(page, 'Lessons')
  await makeFolder(page, 'Photos')
  const moves = count(page, 'move')

  await test.step('by keyboard alone', async () => {
    await nameOf(row(page, 'one.md')).focus()
    await page.keyboard.press(' ')
    await nameOf(row(page, 'two.md')).focus()
    await page.keyboard.press(' ')
    await nameOf(row(page, 'Photos')).focus()
    await page.keyboard.press(' ')
    await bar(page).getByRole('button', { name: 'Move to…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move 3 items to…' })
    const tree = dialog.getByRole('treegrid', { name: 'Folders' })
    await expect(tree.getByRole('row', { name: 'Lessons' })).toBeVisible()
    await expect(tree.getByRole('row', { name: 'Photos' })).toHaveAttribute('aria-disabled', 'true')
    expect(await findViolations(page)).toEqual([])
    // Files, the test's folder, which is open, and Lessons in it.
    await tree.getByRole('row', { name: 'Lessons' }).focus()
    await page.keyboard.press('Enter')
    await expect(tree.getByRole('row', { name: 'Lessons' })).toHaveAttribute('aria-selected', 'true')
    await dialog.getByRole('button', { name: 'Move here' }).press('Enter')
    await expect(page.getByText('Moved 3 items to “Lessons”')).toBeVisible()
    await expect(rowsIn(page)).toHaveText([/Lessons/, /three\.md/])
    expect(moves()).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(rowsIn(page)).toHaveCount(5)
  })

  await test.step('by dragging rows onto a folder, and out of it onto the path', async () => {
    await row(page, 'one.md').getByRole('checkbox').check()
    await row(page, 'two.md').getByRole('checkbox').check()
    await row(page, 'one.md').getByRole('time').dragTo(row(page, 'Lessons'))
    await expect(page.getByText('Moved 2 items to “Lessons”')).toBeVisible()
    await nameOf(row(page, 'Lessons')).click()
    await expect(rowsIn(page)).toHaveText([/one\.md/, /two\.md/])
    await row(page, 'two.md')
      .getByRole('time')
      .dragTo(page.getByRole('navigation', { name: 'Location' }).getByRole('link', { name: 'Moved' }))
    await expect(page.getByText('Moved “two.md” to “Moved”')).toBeVisible()
    await expect(rowsIn(page)).toHaveText([/one\.md/])
    await page.getByRole('navigation', { name: 'Location' }).getByRole('link', { name: 'Moved' }).click()
    await expect(row(page, 'two.md')).toBeVisible()
  })

  await test.step('a move that is refused says of what, and changes nothing', async () => {
    // In another window the folder goes into the one that it is to take in.
    const message = 'A folder cannot be moved into itself or into a folder inside it'
    await page.route('**/api/storage/files/move', (route) =>
      route.fulfill({
        json: {
          status: 400,
          code: 'files.move_inside',
          message,
          data: null,
          fieldErrors: [{ field: 'entries.0', code: 'files.move_inside', message }],
        },
      }),
    )
    await row(page, 'Photos').getByRole('time').dragTo(row(page, 'Lessons'))
    await expect(page.getByText(/“Photos” was not moved.*into a folder inside it/)).toBeVisible()
    await expect(row(page, 'Photos')).toBeVisible()
  })
})

test('files are shown in the page: pictures, sound by ranges, text as text, and others with a download', async ({
  page,
  portal,
}) => {
  await openFolder(page, portal, 'Shown')
  const html = '<script>window.ran = true</script><h1>课文</h1>'
  await put(page, [
    file('1 picture.png', picture()),
    file('2 sound.wav', sound()),
    file('3 page.md', html),
    file('4 plan.pdf', '%PDF-1.4'),
    file('5 drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran = true</script></svg>'),
    file('6 plan.docx', 'x'),
  ])
  const dialog = page.getByRole('dialog')
  await nameOf(row(page, '1 picture.png')).click()
  await expect(dialog.getByRole('img', { name: '1 picture.png' })).toHaveJSProperty('naturalWidth', 4)
  await expect(dialog).toContainText('1 of 6')
  expect(await findViolations(page)).toEqual([])

  const ranges = page.waitForRequest(
    (request) => request.resourceType() === 'media' && request.headers()['range'] !== undefined,
  )
  await page.keyboard.press('ArrowRight')
  const player = dialog.getByLabel(/\.(wav|mp3)$/)
  await ranges
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(2)
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 1
  })
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.seeking)).toBe(false)

  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('region', { name: '3 page.md' })).toHaveText(html)
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('This PDF is damaged')
  for (const name of ['5 drawing.svg', '6 plan.docx']) {
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog).toContainText(name)
    await expect(dialog).toContainText('cannot be shown here')
  }
  await expect(dialog.getByRole('button', { name: 'Next file' })).toHaveAttribute('aria-disabled', 'true')
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('6 plan.docx')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(nameOf(row(page, '6 plan.docx'))).toBeFocused()
})

test('what was removed is in the bin until it is restored, deleted for good, or the bin is emptied', async ({
  page,
  portal,
}) => {
  await openFolder(page, portal, 'Removed')
  await put(
    page,
    ['keep.md', 'go.md', 'last.md'].map((name) => file(name)),
  )
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Deleted 3 items')).toBeVisible()
  await expect(page.getByRole('link', { name: /of it in the bin/ })).toBeVisible()
  await page.getByRole('link', { name: 'Bin', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Bin' })).toBeFocused()
  const list = page.getByRole('list', { name: 'Files in the bin' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').first()).toContainText(/Deleted .*Permanently deleted/)
  expect(await findViolations(page)).toEqual([])

  await list.getByRole('button', { name: 'Restore keep.md' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Delete go.md permanently' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Delete “go.md” permanently?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Delete go.md permanently' }).click()
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/last\.md/])
  await page.getByRole('button', { name: 'Empty the bin' }).click()
  await question.getByRole('button', { name: 'Empty the bin' }).click()
  await expect(
    page
      .getByRole('heading', { name: 'The bin is empty', exact: true })
      .or(page.getByText('The bin is empty', { exact: true })),
  ).toBeVisible()
  const caller = await signIn(portal.url, { username: 'staff', password: PASSWORD })
  expect((await caller.call(filesEndpoints.bin, {})).entries).toEqual([])
  await page.getByRole('link', { name: 'Back to Files' }).click()
  await nameOf(row(page, 'Removed')).click()
  await expect(row(page, 'keep.md')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a long press selects, further taps add, and the bar does the rest', async ({ page, portal }) => {
    const caller = await signIn(portal.url, { username: 'student', password: PASSWORD })
    for (const name of ['One', 'Two', 'Three']) await caller.call(filesEndpoints.createFolder, { name })
    await startSession(page, 'student')
    await page.goto('/pages/files/pc_files_spm/index.html')
    await longPress(nameOf(row(page, 'One')))
    await expect(bar(page)).toContainText('1 selected')
    await nameOf(row(page, 'Two')).tap()
    await expect(bar(page)).toContainText('2 selected')
    expect(await isWiderThanWindow(page)).toBe(false)
    expect(await findViolations(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Move to…' }).tap()
    await page.getByRole('treegrid').getByRole('row', { name: 'Three' }).tap()
    await page.getByRole('button', { name: 'Move here' }).tap()
    await expect(page.getByText('Moved 2 items to “Three”')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await nameOf(row(page, 'Three')).tap()
    await expect(rowsIn(page)).toHaveCount(2)
  })
})

/** Rests a finger on something for longer than a tap. */
async function longPress(target: Locator): Promise<void> {
  const box = (await target.boundingBox())!
  const session = await target.page().context().newCDPSession(target.page())
  const touchPoints = [{ x: box.x + 10, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(bar(target.page())).toBeVisible()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** A PNG of 4 by 4 pixels. */
function picture(): Buffer {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from('00000004000000040802000000', 'hex')
  const rows = Buffer.alloc(4 * 13, 0x7f)
  for (let at = 0; at < 4; at += 1) rows[at * 13] = 0
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', head),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** Two seconds of a WAV. */
function sound(): Buffer {
  const length = 16_000
  const bytes = Buffer.alloc(44 + length, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + length, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(8000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length, 40)
  return bytes
}
