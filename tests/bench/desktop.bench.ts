import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEACHER } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { until } from '../support/until.ts'
import { compare, limit, median, show, type BenchOptions, type Figure } from './figures.ts'
import { withManyIcons } from './many-icons.ts'
import { launchBrowser } from './page-lab/browser.ts'
import { makeCredentials } from './page-lab/credentials.ts'
import { HOME, PASSWORD, signInCalmly, SUBMIT, USERNAME, withProfile, type Subject } from './page-lab/definitions.ts'
import { frontOf } from './page-lab/front-proxy.ts'
import { serve, type LabHandler } from './page-lab/lab-server.ts'
import { longestTask, watchTasks } from './page-lab/longest-task.ts'
import { whenLoadedAndIdle } from './page-lab/visit.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 1
const ICONS = 1000
/** Steps of the mouse across the icons, one a frame. */
const STEPS = 120
const REFERENCE = fileURLToPath(new URL('./reference/icons/index.html', import.meta.url))

interface Round {
  readonly ours: number | null
  readonly reference: number | null
  readonly many: { readonly drawing: number; readonly dragging: number; readonly all: number }
}

/** The way from the press to the icons, beside a page that only fetches and lists them; and a thousand icons, drawn and dragged. */
export async function benchDesktop({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const credentials = makeCredentials()
  const scheme = credentials ? 'https' : 'http'
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const front = frontOf(portal.port, scheme)
  const plain = listing(await readFile(REFERENCE, 'utf8'), front)
  const servers = await Promise.all(
    [front, plain, withManyIcons(portal.port, front, ICONS)].map((handler) => serve(handler, credentials)),
  )
  const [ours = '', reference = '', many = ''] = servers.map(({ origin }) => origin)
  const trustedKey = credentials?.trustedKey
  const click = async (url: string) =>
    (await withProfile((profile) => signInCalmly({ url, trustedKey }, profile, TEACHER))).clickToHome
  try {
    const rounds: Round[] = []
    for (let round = 1; round <= (quick ? QUICK_ROUNDS : ROUNDS); round += 1) {
      rounds.push({
        ours: await click(`${ours}/login`),
        reference: await click(`${reference}/`),
        many: await measureMany({ url: `${many}/login`, trustedKey }),
      })
      say(`round ${round}: ${JSON.stringify(rounds.at(-1))}`)
    }
    const of = (pick: (round: Round) => number | null) => median(rounds.map(pick))
    return [
      compare(
        'click to icons (reference: a page that only fetches and lists them)',
        'ms',
        { ours: of((one) => one.ours), reference: of((one) => one.reference) },
        { atMost: 1.5 },
      ),
      limit(
        '1,000 icons: longest task while they are drawn',
        'ms',
        { ours: of((one) => one.many.drawing) },
        { atMost: 50 },
      ),
      limit(
        '1,000 icons: longest task while one is dragged',
        'ms',
        { ours: of((one) => one.many.dragging) },
        { atMost: 50 },
      ),
      show('1,000 icons: until all are there', 'ms', { ours: of((one) => one.many.all) }),
    ]
  } finally {
    await portal.stop()
    await Promise.all(servers.map((server) => server.close()))
  }
}

/** The reference page at the top, and the portal's own calls and pictures beside it. */
function listing(page: string, front: LabHandler): LabHandler {
  return (request, response) => {
    if (request.url !== '/') {
      front(request, response)
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(page)
  }
}

/** On an unhindered browser: the longest tasks in milliseconds (0: none over 50), and when the last icon stood there. */
async function measureMany({ url, trustedKey }: Subject): Promise<Round['many']> {
  return withProfile(async (profile) => {
    const probe = { readySelector: USERNAME, typeable: true, homeSelector: HOME }
    const browser = await launchBrowser({ profile, conditions: 'full', probe, trustedKey })
    try {
      const page = await browser.openPage()
      await page.navigate(url)
      await whenLoadedAndIdle(browser, page, 'the login')
      await page.fill(USERNAME, TEACHER.username)
      await page.fill(PASSWORD, TEACHER.password)
      await whenLoadedAndIdle(browser, page, 'the desktop’s script')
      await watchTasks(page)
      await page.click(SUBMIT)
      const drawn = `document.querySelectorAll(${JSON.stringify(HOME)}).length >= ${ICONS}`
      await until(async () => (await page.evaluate(drawn)) === true, { what: 'a thousand icons', interval: 20 })
      const all = Date.now()
      const click = page.reports.findLast((one) => one.what === 'click')
      await whenLoadedAndIdle(browser, page, 'the desktop')
      const drawing = await longestTask(page)
      await page.drag(`${HOME}:first-child`, { x: 500, y: 300 }, STEPS)
      return { drawing, dragging: await longestTask(page), all: all - (click?.at ?? all) }
    } finally {
      await browser.close()
    }
  })
}
