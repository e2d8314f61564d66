import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { uploadChunk } from '../../contract/endpoints/storage/storage.ts'
import { waitFor, type EnginePage, type Target } from './engine-page.ts'
import { see, signIn, type Scene, type Story } from './story.ts'
import { randomContent } from '../support/samples/random-content.ts'

/** Nearly five chunks. */
const SIZE = 9 * 1024 * 1024 + 1
const CHUNKS = new RegExp(uploadChunk.path)
const CHUNKS_BEFORE = 2
const REFUSALS = 2

const UPLOAD: Target = { css: '#viewport-fild-box button', name: '上传文件' }
const rowWith = (words: string): Target => ({ css: '.up-row', name: new RegExp(words) })

export const uploadStories: readonly Story[] = [
  {
    name: 'upload: 9 MB in chunks go on by themselves after the network was cut, and come back unchanged',
    async tell(scene) {
      const { page, network } = scene
      const file = await makeFile(scene, 'cut.mp4')
      await openFiles(scene)
      network.hold(CHUNKS, 'body', CHUNKS_BEFORE)
      await page.chooseFiles(UPLOAD, [file.path])
      await waitFor('a chunk on its way', () => network.held() > 0)
      network.cut()
      await waitFor('refused connections', () => network.refused() >= REFUSALS)
      await openTray(page)
      await see(page, rowWith('等待网络'))
      network.join()
      await expectStored(scene, file)
    },
  },
  {
    name: 'upload: a page that is loaded again in the middle goes on with its file',
    async tell(scene) {
      const { page, network } = scene
      const file = await makeFile(scene, 'reloaded.mp4')
      await openFiles(scene)
      const keepsCopies = await page.evaluate(canKeepCopies)
      network.hold(CHUNKS, 'body', CHUNKS_BEFORE)
      await page.chooseFiles(UPLOAD, [file.path])
      await waitFor('a chunk on its way', () => network.held() > 0)
      if (keepsCopies) await waitFor('a copy of the file', async () => (await page.evaluate(bytesOfCopies)) === SIZE)
      await page.reload()
      network.release()
      if (!keepsCopies) {
        await see(page, UPLOAD)
        await openTray(page)
        await see(page, rowWith('再选一次'))
        await page.chooseFiles({ css: '.up-row button', name: /选择文件/ }, [file.path])
      }
      await expectStored(scene, file)
      return keepsCopies ? 'went on by itself, from the copy on the device' : 'asked for the file, and went on'
    },
  },
  {
    name: 'upload: what is dropped on the page arrives',
    async tell(scene) {
      const { page } = scene
      await openFiles(scene)
      await see(page, UPLOAD)
      const name = 'dropped.md'
      const text = randomBytes(16).toString('hex')
      await page.evaluate(dropFile, { name, text })
      const bytes = await downloaded(scene, name)
      if (bytes.toString() !== text) throw new Error('the bytes differ from those that were dropped')
    },
  },
]

async function makeFile({ folder }: Scene, name: string) {
  const file = { name, path: path.join(folder, name), bytes: randomContent(SIZE) }
  await writeFile(file.path, file.bytes)
  return file
}

async function openFiles(scene: Scene): Promise<void> {
  await signIn(scene, 'staff')
  await scene.page.goto(`${scene.network.url}/pages/files/pc_files_tm/index.html`)
  await see(scene.page, UPLOAD)
}

async function openTray(page: EnginePage): Promise<void> {
  await see(page, { css: '.up-pill' })
  if (!(await page.isVisible({ css: '.up-row' }))) await page.click({ css: '.up-pill' })
}

/** Waits until the list has a file, and downloads it with the session of the page. */
async function downloaded({ page, network }: Scene, name: string): Promise<Buffer> {
  const link: Target = { css: '#viewport-fild-box a', name: `下载 ${name}` }
  await see(page, link)
  const address = await page.evaluate((label) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('#viewport-fild-box a')]
    return links.find((one) => one.getAttribute('aria-label') === label)?.href ?? ''
  }, `下载 ${name}`)
  const response = await fetch(address, { headers: { cookie: await page.cookies(), origin: network.url } })
  if (!response.ok) throw new Error(`the download answers ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

async function expectStored(scene: Scene, { name, bytes }: { name: string; bytes: Buffer }): Promise<void> {
  if (!(await downloaded(scene, name)).equals(bytes)) throw new Error('the bytes differ from those that were chosen')
}

/** Runs in the page: whether the browser has the origin private file system, where copies of files are kept. */
async function canKeepCopies(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory()
    return true
  } catch {
    return false
  }
}

/** Runs in the page. */
async function bytesOfCopies(): Promise<number> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('uploads', { create: true })
  let bytes = 0
  for await (const entry of folder.values()) if (entry.kind === 'file') bytes += (await entry.getFile()).size
  return bytes
}

/** Runs in the page: drops a file on the middle of the window. */
function dropFile({ name, text }: { name: string; text: string }): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([text], name, { type: 'text/plain' }))
  const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body
  for (const type of ['dragenter', 'dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}
