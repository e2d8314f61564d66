import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { isCommitRace, REACT_WITH_RACE } from '../support/browser/react-commit-race.ts'
import { findFreePort } from '../support/process/free-port.ts'
import { fillDataFolder } from './template.ts'
import { startPortal, type PortalProcess } from '../support/process/portal-process.ts'
import { headerTools, sendLogin } from '../support/browser/parts.ts'
import { appIcons } from '../support/browser/icons.ts'

export { expect }

/** The real built portal with the demo school, on a port and a data folder of its own. */
export interface RunningPortal {
  /** `http://localhost:port`: the demo's Riverside School. */
  readonly url: string
  readonly port: number
  readonly dataFolder: string
  /** What it has logged since its last start: warnings and errors. */
  readonly output: string
  /** From now on it accepts connections and requests, and answers none; `kill` is all that is left for it. */
  freeze(): void
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as a service manager would. */
  stop(): Promise<void>
  /** Starts it again on the same port and data; nothing happens when it runs. */
  start(): Promise<void>
}

export const PASSWORD = 'Campus2026'
/** Up to this width, in pixels, a sign-in leads to the desktop for phones. */
const PHONE_WIDTH = 400

/** Each language and each width once; the longer texts on the narrower screen. What is laid out anew for each width is looked at in all four. */
export const PLACES = [
  ['zh-CN', 1440],
  ['en', 390],
] as const

/**
 * The places of a long story that is about neither language nor width: the one at an index, or all with PORTAL_TEST_PLACES=all. The screens of
 * ui/every-screen.ts are looked at in both places; a dialog that only a story opens is seen in the story's.
 */
export function toldOnce<Place>(places: readonly Place[], index: number): readonly Place[] {
  return process.env['PORTAL_TEST_PLACES'] === 'all' ? places : places.slice(index, index + 1)
}

/** Within a portal's data folder: where other systems leave files to import. */
export const DROPS = 'drops'

async function createPortal(): Promise<RunningPortal> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const port = await findFreePort()
  await fillDataFolder(dataFolder)
  const options = { dataFolder, port, env: { PORTAL_IMPORT_FOLDER: join(dataFolder, DROPS) } }
  let running: PortalProcess | undefined = await startPortal(options)
  return {
    url: `http://localhost:${port}`,
    port,
    dataFolder,
    get output() {
      return running?.output ?? ''
    },
    freeze() {
      if (running) process.kill(running.pid, 'SIGSTOP')
    },
    async kill() {
      await running?.kill()
      running = undefined
    },
    async stop() {
      await running?.stop()
      running = undefined
    },
    async start() {
      running ??= await startPortal(options)
    },
  }
}

/** What a page says on its console while it reaches no server; the service worker's own script is looked for at any time. */
export const AWAY = /Failed to load resource|ERR_|Failed to fetch|error occurred when fetching the script/

/** What a page may say on its console without failing the test. */
export type Tolerated = (message: RegExp) => void

/** `excuse` is asked about each error of the page, and says whether the test goes on in spite of it. */
function watch(page: Page, problems: string[], excuse: (error: unknown) => boolean): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => {
    if (!excuse(error)) problems.push(String(error))
  })
}

interface TestFixtures {
  /** Tests that change what others rely on (passwords, second steps, settings) name a portal of their own: `test.use({ school: '…' })`. */
  school: string
  portal: RunningPortal
  /** Messages of the console that this test expects. */
  tolerate: Tolerated
  /** Sees to it that the portal runs, whatever the test before did to it. */
  ready: void
}

interface WorkerFixtures {
  /** The portal of a school. A worker keeps the shared one and the last other one: a file's tests come one after the other. */
  portalOf: (school: string) => Promise<RunningPortal>
}

const SHARED = 'shared'

export const test = base.extend<TestFixtures, WorkerFixtures>({
  portalOf: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const portals = new Map<string, RunningPortal>()
      const endAllBut = async (...kept: string[]) => {
        for (const [school, portal] of portals) {
          if (kept.includes(school)) continue
          portals.delete(school)
          await portal.stop()
          await rm(portal.dataFolder, { recursive: true, force: true })
        }
      }
      await use(async (school) => {
        await endAllBut(SHARED, school)
        const portal = portals.get(school) ?? (await createPortal())
        portals.set(school, portal)
        return portal
      })
      await endAllBut()
    },
    { scope: 'worker' },
  ],
  school: [SHARED, { option: true }],
  portal: async ({ portalOf, school }, use) => use(await portalOf(school)),
  ready: [
    async ({ portal }, use) => {
      await portal.start()
      await use()
    },
    { auto: true },
  ],
  tolerate: [
    async ({ context }, use, { annotations }) => {
      const problems: string[] = []
      // Once in a test, and shown in its report: what happens again is no chance.
      const excuse = (error: unknown) => {
        if (!isCommitRace(error) || annotations.some(({ type }) => type === 'excused')) return false
        annotations.push({
          type: 'excused',
          description: `a known error of React ${REACT_WITH_RACE}: ${String(error)}`,
        })
        return true
      }
      // A stream that is cut off by a killed server: the browser says so, and no page can keep it from that.
      const expected: RegExp[] = [/ERR_INCOMPLETE_CHUNKED_ENCODING/]
      context.on('page', (page) => watch(page, problems, excuse))
      await use((message) => expected.push(message))
      expect(problems.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
})

/** Makes English the language before the first page of a context is drawn. */
export async function chooseEnglish(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A document without an origin has no storage, and the frame of another site has none for us.
    if (self === top && location.protocol.startsWith('http') && localStorage.getItem('lange_') === null)
      localStorage.setItem('lange_', 'en')
  })
}

/** To-dos do not pop up by themselves on this device: they would stand over what is pressed. */
export async function popNothingUp(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (self === top && location.protocol.startsWith('http')) localStorage.setItem('todoPopup', 'false')
  })
}

/** Signs in by the call alone, and opens nothing: for what begins at another page than the desktop. */
export async function startSession(page: Page, username: string, password = PASSWORD): Promise<void> {
  const headers = { 'x-portal-device': 'pc' }
  const response = await page.request.post(session.login.path, { headers, form: { username, password } })
  expect((await response.json()).code).toBe('ok')
}

/**
 * Opens the desktop as a user who has signed in, and waits for its icons and the tools that follow them. Without the login page, which takes half of the time;
 * tests that are about it use `signInByForm`.
 */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await startSession(page, username, password)
  // Else the snapshot of the remembered user's desktop is drawn until the server has answered.
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.removeItem('user'))
  const isPhone = (page.viewportSize()?.width ?? 0) <= PHONE_WIDTH
  await page.goto(`/pages/base/${isPhone ? 'mobile' : 'pc'}_desktop_all/index.html`)
  await expectDesktop(page)
}

/** Signs in at the login page and waits for the desktop as `signIn` does. */
export async function signInByForm(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await sendLogin(page, username, password)
  await expectDesktop(page)
}

async function expectDesktop(page: Page): Promise<void> {
  await expect(appIcons(page).first()).toBeVisible()
  await expect(headerTools(page)).toBeVisible()
}
