import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import * as z from 'zod/mini'
import { startPortal } from '../support/process/portal-process.ts'
import { limit, median, show, type BenchOptions, type Figure } from './figures.ts'

/** Not among the project's packages: with what it needs it is as large as half of them, and only this benchmark uses it. */
const VERSION = '12.8.2'
const FOLDER = fileURLToPath(new URL('../../.cache/lighthouse/', import.meta.url))
const PARENT = { username: 'parent', password: 'Campus2026' } as const
const ROUNDS = 5
const QUICK_ROUNDS = 1
/** Visits before the first round, after which the device has what an installed portal has. */
const VISITS = 2
/** Bytes of what Lighthouse says. */
const OUTPUT_SIZE = 1024 * 1024
/** Lighthouse's own phone. */
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 }
/** Of Lighthouse's phone against this machine. */
const SLOWER = 4
/** Milliseconds; a longer task blocks. */
const LONG = 50
const run = promisify(execFile)
/** Milliseconds of a visit, within which an idle page stores what the next start shows. */
const QUIET = 5000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const score = z.object({ score: z.nullable(z.number()) })
const measurement = z.object({ numericValue: z.optional(z.number()) })
const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds, as `tdur`, the processor time of the thread. */
      ts: z.number(),
      tdur: z.optional(z.number()),
      args: z.object({ data: z.optional(z.looseObject({ documentLoaderURL: z.optional(z.string()) })) }),
    }),
  ),
})
const report = z.object({
  finalDisplayedUrl: z.string(),
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.record(
    z.string(),
    z.object({ ...score.shape, auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(z.string(), z.looseObject({ ...measurement.shape, ...score.shape })),
})

/** Lighthouse's scores for a phone (its own slow processor and network): the login, and a parent's desktop and applications. */
export async function benchLighthouse({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const lighthouse = await ensureLighthouse(say)
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const rounds = quick ? QUICK_ROUNDS : ROUNDS
  try {
    const profile = path.join(folder, 'in')
    const places = [
      ['login', `${portal.origin}/login`] as const,
      ...(await signInAndVisit(profile, portal.origin, PARENT)),
    ]
    const figures: Figure[] = []
    for (const [name, url] of places) {
      const visit = (port: number) => measure(lighthouse, { port, url, rounds, folder, say })
      figures.push(...figuresOf(name, await withBrowser(name === 'login' ? path.join(folder, 'out') : profile, visit)))
    }
    return figures
  } finally {
    await portal.stop()
  }
}

/** The command's file. Installs the package beside the project's own where it is missing, which needs the registry. */
async function ensureLighthouse(say: BenchOptions['say']): Promise<string> {
  const command = path.join(FOLDER, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(command)) return command
  say('installs Lighthouse')
  await mkdir(FOLDER, { recursive: true })
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', FOLDER]
  const npm = spawn('npm', ['install', ...options, `lighthouse@${VERSION}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const [code] = await once(npm, 'exit')
  if (code !== 0) throw new Error('Lighthouse could not be installed')
  return command
}

/**
 * `work` gets the port of the DevTools protocol of a browser that nothing else uses: what Playwright is told of each request and script takes the page's own
 * processor, and a third more blocking time was counted with it.
 */
async function withBrowser<T>(profile: string, work: (port: number) => Promise<T>): Promise<T> {
  const program = process.env['PORTAL_CHROMIUM'] ?? chromium.executablePath()
  const portFile = path.join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const options = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  // A group of its own: the program may be a script that starts the browser.
  const browser = spawn(program, [...options, 'about:blank'], { stdio: 'ignore', detached: true })
  const ended = once(browser, 'exit')
  try {
    return await work(await readPort(portFile))
  } finally {
    if (browser.pid !== undefined) process.kill(-browser.pid)
    await ended
  }
}

async function readPort(file: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (port) return Number(port)
    await setTimeout(100)
  }
  throw new Error('The browser has no port for Lighthouse')
}

/** Signs in on a phone like Lighthouse's, for whose width the desktop is kept, and visits the desktop and two applications. Returns their addresses. */
async function signInAndVisit(profile: string, origin: string, { username, password }: typeof PARENT) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['PORTAL_CHROMIUM'],
    args: ['--no-sandbox'],
    ...PHONE,
  })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/login`)
    await page.locator('input[name=username]').fill(username)
    await page.locator('input[name=password]').fill(password)
    await page.locator('button[type=submit]').first().click()
    await page.locator('[data-app-code]').first().waitFor()
    const desktop = page.url()
    const hrefOf = async (code: string) =>
      new URL((await page.locator(`[data-app-code=${code}]`).getAttribute('href')) ?? '', origin).href
    const places = [
      ['desktop', desktop],
      ['Files', await hrefOf('files')],
      ['Attendance', await hrefOf('attendance')],
    ] as const
    for (let visit = 0; visit < VISITS; visit += 1) {
      for (const [, url] of places) {
        await page.goto(url)
        await page.waitForTimeout(QUIET)
      }
    }
    return places
  } finally {
    await context.close()
  }
}

interface Visit {
  readonly port: number
  readonly url: string
  readonly rounds: number
  /** For the reports and traces. */
  readonly folder: string
  readonly say: BenchOptions['say']
}

async function measure(lighthouse: string, { port, url, rounds, folder, say }: Visit) {
  const reports = []
  const output = path.join(folder, 'report.json')
  for (let round = 1; round <= rounds; round += 1) {
    // The storage holds the session and what an installed portal has on the device.
    const options = [`--port=${port}`, '--output=json', `--output-path=${output}`, '--save-assets', '--quiet']
    await run(process.execPath, [lighthouse, url, ...options, '--disable-storage-reset'], { maxBuffer: OUTPUT_SIZE })
    const lhr = report.parse(JSON.parse(await readFile(output, 'utf8')))
    if (lhr.runtimeError) throw new Error(`Lighthouse at ${url}: ${lhr.runtimeError.message}`)
    // Without a session it would be the login page again.
    if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`Lighthouse at ${url} came to ${lhr.finalDisplayedUrl}`)
    const blocked = ownBlocking(JSON.parse(await readFile(output.replace('.json', '-0.trace.json'), 'utf8')), url)
    reports.push({ ...lhr, blocked })
    say(`${url}: ${CATEGORIES.map((name) => `${name} ${pointsOf(lhr.categories[name])}`).join(', ')}`)
    for (const [name, audit] of Object.entries(lhr.audits)) {
      if (round === 1 && audit.score !== null && audit.score < 0.5) say(`  ${name}: ${audit.score}`)
    }
  }
  return reports
}

/**
 * Total blocking time by the main thread's own processor time, in ms: as Lighthouse counts it, what each task after the first contentful paint takes over
 * 50 ms on a processor four times slower (https://web.dev/articles/tbt). By the clock, a task also takes as long as it waits for a processor, which on a
 * machine with two of them is half of it. Throws when the trace has no visit of `url`.
 */
function ownBlocking(data: unknown, url: string): number {
  const { traceEvents } = trace.parse(data)
  const start = traceEvents.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  )
  if (!start) throw new Error(`The trace has no visit of ${url}`)
  const ofPage = traceEvents.filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts)
  const paint = ofPage.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error(`Nothing was painted at ${url}`)
  return ofPage
    .filter(({ name, ts }) => /(?:^|::)RunTask$/.test(name) && ts >= paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWER - LONG), 0)
}

const pointsOf = (category: z.infer<typeof score> | undefined): number | null =>
  category?.score == null ? null : Math.round(category.score * 100)

type Report = Awaited<ReturnType<typeof measure>>[number]

/**
 * Points of the performance with the blocking time by the page's own processor time in place of that by the clock: Lighthouse's weights, and its curve for a phone
 * (https://developer.chrome.com/docs/lighthouse/performance/performance-scoring).
 */
function ownPoints({ categories, audits, blocked }: Report): number {
  const measured = (categories['performance']?.auditRefs ?? []).filter(({ weight }) => weight > 0)
  const points = measured.reduce((sum, { id, weight }) => {
    const part = id === 'total-blocking-time' ? blockingScore(blocked) : (audits[id]?.score ?? 0)
    return sum + part * weight
  }, 0)
  return Math.round((points / measured.reduce((sum, { weight }) => sum + weight, 0)) * 100)
}

/** A blocking time of that gets 0.9, and one that gets 0.5; ms. */
const GOOD = 200
const MIDDLE = 600
/** Where the standard normal distribution has a tenth above it. */
const TENTH = 1.2815515655446004

/** From 0 to 1: the part of a log-normal distribution that is above `blocked` ms. */
function blockingScore(blocked: number): number {
  if (blocked <= 0) return 1
  const x = (Math.log(blocked / MIDDLE) * TENTH) / Math.log(MIDDLE / GOOD)
  // The normal distribution by Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const above = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
  return x < 0 ? 1 - above : above
}

function figuresOf(name: string, reports: readonly Report[]): Figure[] {
  const own = median(reports.map(({ blocked }) => blocked))
  const blocked = median(reports.map(({ audits }) => audits['total-blocking-time']?.numericValue ?? null))
  const points = (category: string) => median(reports.map(({ categories }) => pointsOf(categories[category])))
  const perfect = (what: string, ours: number | null) =>
    limit(`${name}: Lighthouse, ${what} (of 100)`, '', { ours, reference: 100 }, { atLeast: 95 })
  return [
    ...CATEGORIES.map((category) => perfect(category, points(category))),
    perfect('performance with blocking by its own processor time', median(reports.map(ownPoints))),
    show(`${name}: total blocking time, by the clock`, 'ms', { ours: blocked }),
    name === 'desktop'
      ? limit('desktop: total blocking time, by its own processor time', 'ms', { ours: own }, { atMost: 150 })
      : show(`${name}: total blocking time, by its own processor time`, 'ms', { ours: own }),
  ]
}
