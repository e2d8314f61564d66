import path from 'node:path'
import { rm } from 'node:fs/promises'
import { list } from '../../contract/calls/files.ts'
import { signIn, TEACHER, type PortalCaller } from '../support/portal-caller.ts'
import { startPortal } from '../support/portal-process.ts'
import { compare, show, type BenchOptions, type Figure } from './figures.ts'
import { withFilePage } from './file-page.ts'
import { launchBrowser, type Browser } from './page-lab/browser.ts'
import { HOME, PASSWORD, SUBMIT, USERNAME, withProfile } from './page-lab/definitions.ts'
import type { Page } from './page-lab/page.ts'
import { untilServiceWorkerRests } from './page-lab/visit.ts'
import { md5OfFile, writeRandomFile } from './random-file.ts'
import { startReference } from './reference/start-reference.ts'
import { until } from '../support/until.ts'

const SIZE = 256 * 1024 * 1024
const REPETITIONS = 5
const PATIENCE = 180_000
/** Files as staff see it. */
const FILES_PATH = '/pages/files/pc_files_tm/index.html'
const CHOOSE = 'input[type=file]'

interface Repetition {
  readonly portal: number
  readonly hashing: number
  readonly put: number
  readonly keptPut: number
}

/** A large file through the Files application, beside the two things that no upload of this protocol can do without: hashing and sending. */
export async function benchUpload({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  try {
    const repetitions: Repetition[] = []
    for (let number = 1; number <= (quick ? 1 : REPETITIONS); number += 1) {
      // Each time another file: of bytes that it has, the portal asks for nothing.
      const file = path.join(folder, `random-${number}.bin`)
      await writeRandomFile(file, SIZE)
      const references = await measureReferences(file, folder)
      repetitions.push({ ...references, portal: await uploadThroughFiles(portal.origin, file) })
      await rm(file)
      say(JSON.stringify(repetitions.at(-1)))
    }
    return figuresOf(repetitions)
  } finally {
    await portal.stop()
  }
}

/** Of the repetition with the median ratio: what is compared was measured within the same seconds, on a machine that is never the same twice. */
function figuresOf(repetitions: readonly Repetition[]): Figure[] {
  const ratio = ({ portal, hashing, put }: Repetition): number => portal / (hashing + put)
  const median = repetitions.toSorted((one, other) => ratio(one) - ratio(other))[repetitions.length >> 1]
  if (!median) return []
  const seconds = (pick: (one: Repetition) => number): number => pick(median) / 1000
  const ours = seconds((one) => one.portal)
  const hashing = seconds((one) => one.hashing)
  const put = seconds((one) => one.put)
  const kept = seconds((one) => one.keptPut)
  return [
    compare(
      '256 MB through Files (reference: hashing + raw PUT)',
      's',
      { ours, reference: hashing + put },
      { atMost: 1.6 },
    ),
    show('256 MB through Files (reference: hashing + PUT that is synced to disk)', 's', {
      ours,
      reference: hashing + kept,
    }),
    show('its parts: hashing alone', 's', { reference: hashing }),
    show('its parts: raw PUT alone', 's', { reference: put }),
  ]
}

async function measureReferences(file: string, folder: string): Promise<Omit<Repetition, 'portal'>> {
  const server = await startReference('bare-server.mjs', { FOLDER: folder })
  try {
    return await withFilePage(file, folder, async (page) => ({
      hashing: (await page.hash()).milliseconds,
      put: await page.put(`${server.origin}/drop`),
      keptPut: await page.put(`${server.origin}/keep`),
    }))
  } finally {
    await server.stop()
  }
}

/** Milliseconds from the choice of the file until the list shows it, in a browser at full speed; what was stored is compared with the file. */
async function uploadThroughFiles(origin: string, file: string): Promise<number> {
  const elapsed = await withProfile(async (profile) => {
    const probe = { readySelector: USERNAME, typeable: true, homeSelector: HOME }
    const browser = await launchBrowser({ profile, conditions: 'full', probe })
    try {
      const page = await browser.openPage()
      await openFiles(browser, page, origin)
      await browser.leaveNetwork()
      return await chooseAndWait(page, file)
    } finally {
      await browser.close()
    }
  })
  await checkStored(await signIn(origin), file)
  return elapsed
}

async function openFiles(browser: Browser, page: Page, origin: string): Promise<void> {
  await page.navigate(`${origin}/login`)
  await until(() => page.reports.some((one) => one.what === 'ready'), { what: 'the form' })
  await page.fill(USERNAME, TEACHER.username)
  await page.fill(PASSWORD, TEACHER.password)
  await page.click(SUBMIT)
  await until(() => page.reports.some((one) => one.what === 'home'), { what: 'the desktop' })
  // On a first visit the service worker fetches what it keeps: not a part of the upload.
  await untilServiceWorkerRests(browser, page)
  await page.navigate(origin + FILES_PATH)
}

async function chooseAndWait(page: Page, file: string): Promise<number> {
  const listed = `[data-entry] [title=${JSON.stringify(path.basename(file))}]`
  await until(() => page.evaluate(`document.querySelector(${JSON.stringify(CHOOSE)}) !== null`), { what: 'Files' })
  // The page notes the moment itself: asking it again and again would slow the upload down.
  await page.evaluate(`globalThis.__listed = new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(listed)}) && resolve(performance.now())
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  }); globalThis.__chosen = new Promise((resolve) => {
    document.querySelector(${JSON.stringify(CHOOSE)}).addEventListener('change', () => resolve(performance.now()), { once: true, capture: true })
  }); undefined`)
  await page.chooseFiles(CHOOSE, [file])
  const elapsed = await page.evaluate(`Promise.race([
    Promise.all([__chosen, __listed]).then(([from, to]) => to - from),
    new Promise((_, reject) => setTimeout(() => reject(new Error('the list never showed the file')), ${PATIENCE})),
  ])`)
  if (typeof elapsed !== 'number') throw new Error('the page went away during the upload')
  return elapsed
}

async function checkStored(caller: PortalCaller, file: string): Promise<void> {
  const { files } = await caller.call(list, {})
  const stored = files.find((one) => one.name === path.basename(file))
  if (!stored) throw new Error('the portal does not list the file')
  if (stored.size !== SIZE || stored.md5 !== (await md5OfFile(file)))
    throw new Error('the portal stored something else')
}
