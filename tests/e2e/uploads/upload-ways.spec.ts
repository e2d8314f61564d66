import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { makePath } from '../../../contract/endpoints/storage/files.ts'
import { chooseEnglish, expect, PASSWORD, popNothingUp, signIn, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'
import {
  choose,
  downloadDigest,
  holdChunks,
  makeFile,
  MB,
  openFiles,
  uploadPill,
  uploadRows,
} from '../../support/browser/upload-files.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { headerTools, rowsIn, sendLogin, usernameField } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

// With everything that Chromium has, which other tests do without.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: launchOptions.args?.filter((flag) => !flag.includes('FileSystemAccess')) })
  },
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const OF_SYSTEMS = ['.DS_Store', '._plan.pdf', '~$plan.docx', '.~lock.plan.odt#', 'Thumbs.db', 'DESKTOP.INI', 'Icon\r']
const leftOut = (count: number) => `${count} files that only the system or programs use were left out`

/** A folder of the machine with folders in it, one of them empty, and files, one of which is refused. Returns the SHA-256 of the largest. */
async function makeFolder(path: string): Promise<string> {
  await mkdir(join(path, '图', '空'), { recursive: true })
  await writeFile(join(path, 'plan.pdf'), 'plan')
  await writeFile(join(path, 'notes.txt'), 'refused')
  for (const name of OF_SYSTEMS) await writeFile(join(path, name), 'left by the system')
  return makeFile(join(path, '图', 'film.mp4'), 3 * MB)
}

const MIDDLE = { x: 600, y: 500 }

/** Lets go of files and folders of the machine over the page, as a person with a mouse does who comes from its middle. */
async function drop(page: Page, files: string[], at = MIDDLE): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const move = (type: 'dragEnter' | 'dragOver' | 'drop', point = at) =>
    devTools.send('Input.dispatchDragEvent', { type, ...point, data })
  await move('dragEnter', MIDDLE)
  await move('dragOver', MIDDLE)
  await move('dragOver')
  await move('drop')
  await devTools.detach()
}

/** Takes the browser's newer choice of files away, as if it were another browser. */
function forgetPickers(page: Page): Promise<void> {
  return page.evaluate(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker')
    Reflect.deleteProperty(window, 'showDirectoryPicker')
  })
}

/** Sends files as the share sheet of a device does: as a form that is posted to the address of the manifest. */
async function share(page: Page, files: Record<string, string>): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  await page.evaluate((given) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'multipart/form-data',
      action: '/share-target',
    })
    const field = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
    const transfer = new DataTransfer()
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name))
    field.files = transfer.files
    form.append(field)
    document.body.append(form)
    form.submit()
  }, files)
}

const question = (page: Page) => page.getByRole('dialog', { name: /^(?:Upload \d+ files? to|上传 \d+ 个文件到)/ })

/** How many shares wait on this device. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'school-portal-arrivals')) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('school-portal-arrivals')
      opening.addEventListener('error', () => reject(new Error('the database does not open')))
      opening.addEventListener('success', () => {
        const count = opening.result.transaction('arrivals').objectStore('arrivals').count()
        count.addEventListener('success', () => {
          opening.result.close()
          resolve(count.result)
        })
      })
    })
  })
}

async function fillLogin(page: Page, username: string): Promise<void> {
  await sendLogin(page, username, PASSWORD)
}

test.beforeEach(async ({ context }) => {
  await popNothingUp(context)
  await chooseEnglish(context)
})

test('files and folders come by every way in, and nothing where nothing takes them', async ({ page }, info) => {
  await test.step('a file that is dropped where nothing takes it does not open in place of the portal', async () => {
    await writeFile(info.outputPath('lost.pdf'), 'lost')
    const gone: string[] = []
    await page.goto('/login')
    // The form is there before the page's script is.
    await page.waitForFunction(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.pdf'))
      return !document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
    })
    page.on('framenavigated', (frame) => gone.push(frame.url()))
    await drop(page, [info.outputPath('lost.pdf')])
    await usernameField(page).fill('still here')
    expect(gone).toEqual([])
    await signIn(page, 'staff')
    gone.length = 0
    // On what the pointer has only just entered.
    await drop(page, [info.outputPath('lost.pdf')], { x: 100, y: 30 })
    expect(gone).toEqual([])
    await appIcon(page, 'files').click()
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    expect(
      page
        .context()
        .pages()
        .map((tab) => tab.url()),
    ).toEqual([page.url()])
  })

  await test.step('closing the choice of files uploads nothing and says nothing', async () => {
    await page.evaluate(() => {
      const refuse = () => {
        Object.assign(window, { asked: true })
        return Promise.reject(new DOMException('closed', 'AbortError'))
      }
      Object.assign(window, { showOpenFilePicker: refuse })
    })
    await page.getByRole('button', { name: 'Upload files' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toBe(true)
    await expect(uploadPill(page)).toHaveCount(0)
  })

  await test.step('dropped files and folders arrive together, empty folders too', async () => {
    const folder = info.outputPath('Dropped')
    const digest = await makeFolder(folder)
    await writeFile(info.outputPath('beside.pdf'), 'beside')
    // The notice goes by itself, so it is waited for meanwhile. Chromium hides the others from the page when they are dropped.
    const told = page.getByText(leftOut(2)).waitFor()
    await drop(page, [folder, info.outputPath('beside.pdf')], { x: 300, y: 100 })
    await told
    await expect(page.getByRole('link', { name: 'Download beside.pdf' })).toBeVisible()
    await page.getByRole('link', { name: 'Dropped', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Download plan.pdf' })).toBeVisible()
    await expect(rowsIn(page)).toHaveCount(2)
    await page.getByRole('link', { name: '图', exact: true }).click()
    await expect(page.getByRole('link', { name: '空', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download film.mp4' })).toBeVisible()
    // The tray opens over what is at the right.
    await uploadPill(page).click()
    expect(await downloadDigest(page, 'film.mp4')).toBe(digest)
  })

  await test.step('a folder chosen by its handle brings its empty folders', async () => {
    await page.goto('/pages/files/pc_files_tm/index.html#/')
    await expect(page.getByRole('link', { name: 'Download beside.pdf' })).toBeVisible()
    await page.evaluate(async () => {
      const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('Held', { create: true })
      await top.getDirectoryHandle('Empty', { create: true })
      const writing = await (await top.getFileHandle('held.pdf', { create: true })).createWritable()
      await writing.write('held')
      await writing.close()
      Object.assign(window, { showDirectoryPicker: async () => top })
    })
    await page.getByRole('button', { name: 'Upload folder' }).click()
    await page.getByRole('link', { name: 'Held', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Empty', exact: true })).toBeVisible()
    expect(await downloadDigest(page, 'held.pdf')).toBe(sha256('held'))
  })

  await test.step('a chosen folder keeps its structure, and a refused file keeps nothing else back', async () => {
    await page.goto('/pages/files/pc_files_tm/index.html#/')
    await expect(page.getByRole('link', { name: 'Download beside.pdf' })).toBeVisible()
    const folder = info.outputPath('Lessons')
    const digest = await makeFolder(folder)
    await forgetPickers(page)
    const told = page.getByText(leftOut(OF_SYSTEMS.length)).waitFor()
    await choose(page, folder, 'Upload folder')
    await told
    const refused = (await uploadRows(page)).filter({ hasText: /notes\.txt.*Files of this type may not be uploaded/s })
    // One of the folder before.
    await expect(refused).toHaveCount(2)
    await uploadPill(page).click()
    await page.getByRole('link', { name: 'Lessons', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Download plan.pdf' })).toBeVisible()
    await page.getByRole('link', { name: '图', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Download film.mp4' })).toBeVisible()
    expect(await downloadDigest(page, 'film.mp4')).toBe(digest)
  })
})

test('a folder within the folder that is open stays in its list once it has arrived', async ({
  page,
  context,
}, info) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await context.route(`**${makePath.path}`, async (route) => {
    if (decodeURIComponent(route.request().postData() ?? '').includes('Photos')) await held
    await route.continue()
  })
  const folder = info.outputPath('Trip')
  await mkdir(join(folder, 'Photos'), { recursive: true })
  await writeFile(join(folder, 'plan.pdf'), 'plan')
  await writeFile(join(folder, 'Photos', 'first.pdf'), 'first')
  await openFiles(page)
  await forgetPickers(page)
  await choose(page, folder, 'Upload folder')
  await page.getByRole('link', { name: 'Trip', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Download plan.pdf' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Photos' })).toBeVisible()
  letGo()
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Download first.pdf' })).toBeVisible()
})

test('a long file that was chosen by its handle goes on by itself when the page is loaded again', async ({
  page,
  context,
}) => {
  const { letGo, taken } = await holdChunks(context, 3)
  await openFiles(page)
  await page.evaluate(async (size) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('long.mp4', { create: true })
    const writing = await handle.createWritable()
    await writing.write(new Uint8Array(size).fill(7))
    await writing.close()
    Object.assign(window, { showOpenFilePicker: async () => [handle] })
  }, 65 * MB)
  await page.getByRole('button', { name: 'Upload files' }).click()
  await expect.poll(taken).toBe(3)
  // Nothing would be lost, so the page does not ask.
  page.on('dialog', (dialog) => {
    throw new Error(`asked: ${dialog.type()}`)
  })
  await page.reload()
  letGo()
  await expect(page.getByRole('link', { name: 'Download long.mp4' })).toBeVisible()
  const digest = createHash('sha256')
    .update(Buffer.alloc(65 * MB, 7))
    .digest('hex')
  expect(await downloadDigest(page, 'long.mp4')).toBe(digest)
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what is shared waits for a sign-in, and for somebody who agrees', async ({ page, context }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/storage/')) sent.push(request.url())
    })

    await test.step('shared before anybody is signed in, and uploaded when somebody agrees', async () => {
      await page.goto('/login')
      await share(page, { 'shared.jpg': 'a photo', 'second.pdf': 'a sheet' })
      await expect(page).toHaveURL(/\/login\?redirect_uri=/)
      await fillLogin(page, 'staff')
      await expect(question(page)).toHaveAccessibleName('Upload 2 files to “Files”?')
      await expect(question(page).getByRole('listitem')).toHaveText([/shared\.jpg/, /second\.pdf/])
      await question(page).getByRole('button', { name: 'Upload' }).click()
      await expect(page.getByRole('link', { name: 'Download second.pdf' })).toBeVisible()
      expect(await downloadDigest(page, 'shared.jpg')).toBe(sha256('a photo'))
      expect(await waiting(page)).toBe(0)
    })

    await test.step('the question names what would go where, and nothing goes up that is discarded', async () => {
      sent.length = 0
      await page.setViewportSize({ width: 390, height: 844 })
      const many = Object.fromEntries(
        Array.from({ length: 7 }, (_, index) => [`${'很长的名字'.repeat(9)} ${index}.jpg`, 'x']),
      )
      await share(page, many)
      await expect(question(page).getByRole('listitem')).toHaveCount(5)
      await expect(question(page)).toContainText('and 2 more')
      expect(await findViolations(page, { only: 'dialog[open]' })).toEqual([])
      await question(page).getByRole('button', { name: 'Upload' }).focus()
      await page.keyboard.press('Shift+Tab')
      await expect(question(page).getByRole('button', { name: 'Discard' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question(page)).toHaveCount(0)
      expect(await waiting(page)).toBe(0)
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.reload()
      await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
      expect(sent).toEqual([])
    })

    await test.step('who closes the question is asked again; who signs out is not, and neither is anybody after them', async () => {
      await share(page, { 'private.jpg': 'x' })
      await expect(question(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question(page)).toHaveCount(0)
      await page.reload()
      await expect(question(page)).toBeVisible()
      await page.keyboard.press('Escape')
      expect(await waiting(page)).toBe(1)
      await (await findTool(page, 'Log out')).click()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(usernameField(page)).toBeVisible()
      expect(await waiting(page)).toBe(0)
    })

    await test.step('what another account was asked about is not shown to the next one', async () => {
      await fillLogin(page, 'staff')
      await expect(headerTools(page)).toBeVisible()
      await share(page, { 'private.jpg': 'x' })
      await expect(question(page)).toBeVisible()
      // The session ends without a sign-out.
      await context.clearCookies()
      await signIn(page, 'teacher')
      await expect.poll(() => waiting(page)).toBe(0)
      await expect(question(page)).toHaveCount(0)
    })
  })

  test('files that the system opens with the portal survive the login, with their handles', async ({
    page,
    context,
  }) => {
    const opened = await openWithPortal(context)
    await page.goto('/redirect/files')
    await opened(page)
    await expect(page).toHaveURL(/\/login\?redirect_uri=/)
    await fillLogin(page, 'staff')
    await expect(question(page)).toHaveAccessibleName('Upload 1 file to “Files”?')
    await question(page).getByRole('button', { name: 'Upload' }).press('Enter')
    expect(await downloadDigest(page, 'opened.pdf')).toBe(sha256('opened'))
  })
})

/**
 * Has the system open a file with the portal once, as it does where the portal is installed. No call is answered before that has happened, which
 * the function that it returns waits for.
 */
async function openWithPortal(context: BrowserContext): Promise<(page: Page) => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await context.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await context.addInitScript(() => {
    if (!location.pathname.startsWith('/redirect/') || sessionStorage.getItem('opened')) return
    sessionStorage.setItem('opened', 'yes')
    const open = async (): Promise<FileSystemFileHandle> => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('opened.pdf', { create: true })
      const writing = await handle.createWritable()
      await writing.write('opened')
      await writing.close()
      return handle
    }
    const setConsumer = (consumer: (launch: { files: FileSystemHandle[] }) => void) =>
      void open().then((handle) => {
        consumer({ files: [handle] })
        Object.assign(window, { opened: true })
      })
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  })
  return async (page) => {
    await page.waitForFunction(() => Reflect.get(window, 'opened') === true)
    letGo()
  }
}
