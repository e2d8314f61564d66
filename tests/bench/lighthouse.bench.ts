import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Page } from '@playwright/test'
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
/** Bytes; a report with its pictures has about one million. */
const REPORT_SIZE = 64 * 1024 * 1024
const run = promisify(execFile)
/** Milliseconds of a visit, within which an idle page stores what the next start shows. */
const QUIET = 5000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const score = z.object({ score: z.nullable(z.number()) })
const measurement = z.object({ numericValue: z.optional(z.number()) })
const report = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.record(z.string(), score),
  audits: z.record(z.string(), z.looseObject({ ...measurement.shape, ...score.shape })),
})

/** Lighthouse's scores for a phone (its own slow processor and network): the login, and a parent's desktop and applications. */
export async function benchLighthouse({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const lighthouse = await ensureLighthouse(say)
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const rounds = quick ? QUICK_ROUNDS : ROUNDS
  try {
    const login = await withBrowser(path.join(folder, 'out'), (port) =>
      measure(lighthouse, port, `${portal.origin}/login`, rounds, say),
    )
    const figures = figuresOf('login', login)
    await withBrowser(path.join(folder, 'in'), async (port, page) => {
      for (const [name, url] of await signInAndVisit(page, portal.origin, PARENT)) {
        figures.push(...figuresOf(name, await measure(lighthouse, port, url, rounds, say)))
      }
    })
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

/** `work` gets the port of the DevTools protocol, and a page. */
async function withBrowser<T>(profile: string, work: (port: number, page: Page) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['PORTAL_CHROMIUM'],
    args: ['--no-sandbox', '--remote-debugging-port=0'],
  })
  try {
    const [port] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
    return await work(Number(port), await context.newPage())
  } finally {
    await context.close()
  }
}

/** Signs in, visits the desktop and two applications, and closes the page. Returns their addresses. */
async function signInAndVisit(page: Page, origin: string, { username, password }: typeof PARENT) {
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
  await page.close()
  return places
}

async function measure(lighthouse: string, port: number, url: string, rounds: number, say: BenchOptions['say']) {
  const reports = []
  for (let round = 1; round <= rounds; round += 1) {
    // The storage holds the session and what an installed portal has on the device.
    const options = [`--port=${port}`, '--output=json', '--quiet', '--disable-storage-reset']
    const { stdout } = await run(process.execPath, [lighthouse, url, ...options], { maxBuffer: REPORT_SIZE })
    const lhr = report.parse(JSON.parse(stdout))
    reports.push(lhr)
    say(`${url}: ${CATEGORIES.map((name) => `${name} ${pointsOf(lhr.categories[name])}`).join(', ')}`)
    for (const [name, audit] of Object.entries(lhr.audits)) {
      if (round === 1 && audit.score !== null && audit.score < 0.5) say(`  ${name}: ${audit.score}`)
    }
  }
  return reports
}

const pointsOf = (category: z.infer<typeof score> | undefined): number | null =>
  category?.score == null ? null : Math.round(category.score * 100)

function figuresOf(name: string, reports: Awaited<ReturnType<typeof measure>>): Figure[] {
  const blocked = median(reports.map(({ audits }) => audits['total-blocking-time']?.numericValue ?? null))
  return [
    ...CATEGORIES.map((category) => {
      const ours = median(reports.map(({ categories }) => pointsOf(categories[category])))
      return limit(`${name}: Lighthouse, ${category} (of 100)`, '', { ours, reference: 100 }, { atLeast: 95 })
    }),
    name === 'desktop'
      ? limit('desktop: total blocking time', 'ms', { ours: blocked }, { atMost: 150 })
      : show(`${name}: total blocking time`, 'ms', { ours: blocked }),
  ]
}
