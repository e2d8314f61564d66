import * as z from 'zod/mini'
import { TEACHER } from '../support/callers/portal-caller.ts'
import { until } from '../support/until.ts'
import { launchBrowser, type Browser } from './page-lab/browser.ts'
import { HOME, PASSWORD, SUBMIT, USERNAME, withProfile } from './page-lab/definitions.ts'
import type { Page } from './page-lab/page.ts'
import { untilServiceWorkerRests } from './page-lab/visit.ts'

/** Files as staff see it. */
const FILES_PATH = '/pages/files/pc_files_tm/index.html'
const CHOOSE = 'input[type=file]'
/** What has to be pressed there before there is a field for files. */
const UPLOAD = '[data-part=upload]'
/** The list, or the picture in its place, once it is known what is in the folder. */
const LISTED = '.f-table[aria-busy=false], .f-picture'
/** A row of the peers' list (the portal's menu has entries with keys). Of ours only those near the view are in the document: the table says how many it has, beside its head. */
const ROW = '[data-entry=""]'
const TABLE = '[role=table]'
const PATIENCE = 900_000

const sent = z.object({ milliseconds: z.number(), longestTask: z.number() })
export type Sending = z.infer<typeof sent>

/** Ways to send that the page of the peers knows. */
export type Peer = 'tus' | 'tus-chunks' | 'uppy'

/** A page in a browser at full speed on which files are chosen, sent at once, and listed when the server has them. */
export interface SendingPage {
  readonly browser: Browser
  /** Milliseconds from the choice until the list shows them all, and of the page's longest task meanwhile, as far as it came after the choice (0: none over 50). */
  send(files: readonly string[]): Promise<Sending>
}

/** The Files application of a portal, signed in to and at rest. */
export function withFilesApplication<T>(origin: string, work: (page: SendingPage) => Promise<T>): Promise<T> {
  return withPage(async (browser, page) => {
    await page.navigate(`${origin}/login`)
    await until(() => page.reports.some((one) => one.what === 'ready'), { what: 'the form' })
    await page.fill(USERNAME, TEACHER.username)
    await page.fill(PASSWORD, TEACHER.password)
    await page.click(SUBMIT)
    await until(() => page.reports.some((one) => one.what === 'home'), { what: 'the desktop' })
    // On a first visit the service worker comes when the page is quiet, and fetches what it keeps: not a part of the upload.
    await until(() => page.evaluate('navigator.serviceWorker.controller !== null'), { what: 'the service worker' })
    await untilServiceWorkerRests(browser, page)
    await page.navigate(origin + FILES_PATH)
    // What is there already must not be taken for what is sent.
    await until(() => page.evaluate(`document.querySelector('${LISTED}') !== null`), { what: 'the list' })
    return work(await readyToSend(browser, page, UPLOAD))
  })
}

/** The peers' page at the address of a tus server. */
export function withPeerPage<T>(origin: string, peer: Peer, work: (page: SendingPage) => Promise<T>): Promise<T> {
  return withPage(async (browser, page) => {
    await page.navigate(`${origin}/?${peer}`)
    return work(await readyToSend(browser, page))
  })
}

function withPage<T>(work: (browser: Browser, page: Page) => Promise<T>): Promise<T> {
  return withProfile(async (profile) => {
    const probe = { readySelector: USERNAME, typeable: true, homeSelector: HOME }
    const browser = await launchBrowser({ profile, conditions: 'full', probe })
    try {
      return await work(browser, await browser.openPage())
    } finally {
      await browser.close()
    }
  })
}

async function readyToSend(browser: Browser, page: Page, button?: string): Promise<SendingPage> {
  const first = JSON.stringify(button ?? CHOOSE)
  const isThere = `document.readyState === 'complete' && document.querySelector(${first}) !== null`
  await until(() => page.evaluate(isThere), { what: 'the field for files' })
  await browser.leaveNetwork()
  return {
    browser,
    async send(files) {
      // The page notes the moments itself: asking it again and again would slow the sending down.
      await page.evaluate(
        `(${watchSending.toString()})(${JSON.stringify({ row: ROW, table: TABLE, count: files.length, patience: PATIENCE })})`,
      )
      await page.chooseFiles(CHOOSE, files, button)
      return z.parse(sent, await page.evaluate('globalThis.__sending'))
    },
  }
}

interface Watched {
  readonly row: string
  readonly table: string
  readonly count: number
  readonly patience: number
}

/** Runs in the page. Must not use anything from outside itself: only its text is sent. */
function watchSending({ row, table, count, patience }: Watched): void {
  const rows = (): number => {
    const listed = document.querySelector(table)?.getAttribute('aria-rowcount')
    return listed ? Number(listed) - 1 : document.querySelectorAll(row).length
  }
  const wanted = rows() + count
  let [chosenAt, longestTask] = [0, 0]
  const tasks = new PerformanceObserver((list) => {
    // The browser makes its list of what was chosen in the task in which it tells the page so: that part is not the page's.
    if (chosenAt === 0) return
    for (const { startTime, duration } of list.getEntries()) {
      longestTask = Math.max(longestTask, startTime + duration - Math.max(startTime, chosenAt))
    }
  })
  tasks.observe({ type: 'longtask' })
  document.addEventListener('change', () => (chosenAt = performance.now()), { once: true, capture: true })
  const allListed = new Promise<number>((resolve, reject) => {
    new MutationObserver((_, observer) => {
      const { failed } = document.body.dataset
      if (failed) reject(new Error(failed))
      if (rows() < wanted) return
      observer.disconnect()
      resolve(performance.now())
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-failed', 'aria-rowcount'],
    })
    setTimeout(() => reject(new Error(`the list shows ${rows()} rows instead of ${wanted}`)), patience)
  })
  const sending = allListed.then(async (listedAt) => {
    // The last task is told a little later.
    await new Promise((resolve) => setTimeout(resolve, 200))
    tasks.disconnect()
    return { milliseconds: listedAt - chosenAt, longestTask }
  })
  Reflect.set(globalThis, '__sending', sending)
}
