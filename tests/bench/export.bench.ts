import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import * as z from 'zod/mini'
import { until } from '../support/until.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { compare, limit, show, type BenchOptions, type Figure } from './figures.ts'
import { heapsOf, highest } from './heaps.ts'
import { launchBrowser, type Browser } from './page-lab/browser.ts'
import { withProfile } from './page-lab/definitions.ts'
import { serve } from './page-lab/lab-server.ts'
import { longestTask, watchTasks } from './page-lab/longest-task.ts'
import type { Page } from './page-lab/page.ts'
import { staticPages } from './page-lab/static-pages.ts'

const ROOT = fileURLToPath(new URL('./reference/export/', import.meta.url))
const PROBE = { readySelector: 'body', typeable: false, homeSelector: 'none' }
const ROWS = 100_000
const QUICK_ROWS = 25_000
const REPETITIONS = 3
const WRITERS = ['portal', 'exceljs', 'write-excel-file'] as const

const exported = z.object({ milliseconds: z.number(), bytes: z.number() })

interface Measured {
  readonly milliseconds: number
  /** What page and workers held at most; null where they were too busy to be asked. */
  readonly heaps: number | null
  /** By how much their process grew at most. */
  readonly grown: number | null
  readonly longest: number
}

/** A large table written by the project's worker, by exceljs alone and by write-excel-file, each in a worker that the same rows are handed to. */
export async function benchExport({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const outDir = path.join(folder, 'export-page')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  const rows = quick ? QUICK_ROWS : ROWS
  const results: Record<(typeof WRITERS)[number], Measured[]> = { portal: [], exceljs: [], 'write-excel-file': [] }
  const server = await serve(staticPages(outDir), null)
  try {
    for (let repetition = 1; repetition <= (quick ? 1 : REPETITIONS); repetition += 1) {
      for (const writer of WRITERS) {
        const measured = await measure(server.origin, writer, rows)
        results[writer].push(measured)
        const { milliseconds, heaps, grown, longest } = measured
        say(
          `${writer}: ${milliseconds.toFixed()} ms, heaps ${heaps?.toFixed()} MB, process +${grown?.toFixed()} MB, longest task ${longest.toFixed()} ms`,
        )
      }
    }
  } finally {
    await server.close()
  }
  const turns = results.portal.map((ours, at) => ({
    ours,
    exceljs: results.exceljs[at],
    writeExcelFile: results['write-excel-file'][at],
    ratio: ours.milliseconds / (results.exceljs[at]?.milliseconds ?? Number.NaN),
  }))
  const turn = turns.toSorted((one, other) => one.ratio - other.ratio)[Math.floor((turns.length - 1) / 2)]
  if (!turn) throw new Error('nothing was measured')
  const { ours, exceljs, writeExcelFile } = turn
  const most = (key: keyof Measured) => Math.max(...results.portal.map((one) => one[key] ?? 0))
  const what = `${rows.toLocaleString('en')} rows × 12 columns exported in the browser`
  const beside = (peer: Measured | undefined, key: 'milliseconds' | 'grown') => ({
    ours: ours[key],
    reference: peer?.[key] ?? null,
  })
  return [
    compare(`${what} (reference: exceljs)`, 'ms', beside(exceljs, 'milliseconds'), { atMost: 0.4 }),
    show(`${what} (reference: write-excel-file)`, 'ms', beside(writeExcelFile, 'milliseconds')),
    limit('  what page and worker hold at most, rows included', 'MB', { ours: most('heaps') || null }, { atMost: 200 }),
    show('  growth of their process (reference: exceljs)', 'MB', beside(exceljs, 'grown')),
    show('  growth of their process (reference: write-excel-file)', 'MB', beside(writeExcelFile, 'grown')),
    limit('  longest task of the page', 'ms', { ours: most('longest') }, { atMost: 50 }),
  ]
}

/** In a browser that was just started, so that none inherits memory of another. */
async function measure(origin: string, writer: string, rows: number): Promise<Measured> {
  return withProfile(async (profile) => {
    const browser = await launchBrowser({ profile, conditions: 'full', probe: PROBE })
    try {
      const page = await browser.openPage()
      await page.navigate(`${origin}/`)
      await until(() => page.evaluate("typeof exportRows === 'function'"), { what: 'the page' })
      await browser.leaveNetwork()
      await page.evaluate(`makeRows(${rows})`)
      await watchTasks(page)
      return await exportOnce(browser, page, writer)
    } finally {
      await browser.close()
    }
  })
}

async function exportOnce(browser: Browser, page: Page, writer: string): Promise<Measured> {
  const whole = async () => megabytesOf(await browser.pageProcesses(), 'Pss')
  const before = await whole()
  let result: z.infer<typeof exported> | undefined
  let process: number | null = null
  const heaps = await highest(
    () => heapsOf(browser),
    async () => {
      process = await highest(whole, async () => {
        result = z.parse(exported, await page.evaluate(`exportRows(${JSON.stringify(writer)})`))
      })
    },
  )
  if (!result || result.bytes < 100_000) throw new Error(`${writer} wrote no file`)
  const grown = process === null || before === undefined ? null : process - before
  return { milliseconds: result.milliseconds, heaps, grown, longest: await longestTask(page) }
}
