import path from 'node:path'
import { chromium } from '@playwright/test'
import { TEACHER } from '../support/callers/portal-caller.ts'
import { CHROMIUM_FLAGS } from '../support/browser/chromium-flags.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { limit, median, show, type BenchOptions, type Figure } from './figures.ts'

const ROUNDS = 9
const QUICK_ROUNDS = 2
/** How much slower the page's processor is made. */
const SLOWER = 4
/** What each application shows first, once it knows what. */
const SHOWN = {
  files: '.f-table[aria-busy=false], .f-picture',
  attendance: '.at-days',
  roster: '.ro-class, .ro-table',
} as const

/** Milliseconds from a press on an application's icon on the desktop until its first screen is drawn: at first, and again. */
export async function benchApplication({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const executablePath = process.env['PORTAL_CHROMIUM']
  const browser = await chromium.launch({ args: [...CHROMIUM_FLAGS], ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await page.goto(`${portal.origin}/login`)
    await page.locator('input[name=username]').fill(TEACHER.username)
    await page.locator('input[name=password]').fill(TEACHER.password)
    await page.locator('button[type=submit]').click()
    await page.locator('[data-app-code=files]').first().waitFor()
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const open = async (code: keyof typeof SHOWN) => {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      const took = await page.evaluate(
        ([app, shown]) =>
          new Promise<number>((resolve) => {
            const start = performance.now()
            const look = () => {
              const element = document.querySelector(shown)
              if (!element?.checkVisibility()) return void requestAnimationFrame(look)
              requestAnimationFrame(() => resolve(performance.now() - start))
            }
            document.querySelector<HTMLElement>(`#root [data-app-code=${app}]`)?.click()
            look()
          }),
        [code, SHOWN[code]] as const,
      )
      await page.goBack()
      await page.locator('#root [data-app-code=files]').first().waitFor()
      return took
    }
    const figures: Figure[] = []
    for (const code of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) {
      const first = await open(code)
      const again: number[] = []
      for (let round = 0; round < (quick ? QUICK_ROUNDS : ROUNDS); round += 1) again.push(await open(code))
      say(`${code}: first ${first.toFixed(0)} ms, again ${again.map((one) => one.toFixed(0)).join(', ')}`)
      figures.push(
        limit(
          `${code}: opened again at ${SLOWER}x CPU (reference: the first time)`,
          'ms',
          { ours: median(again), reference: first },
          { atMost: 200 },
        ),
      )
    }
    return [...figures, show('rounds of each', '', { ours: quick ? QUICK_ROUNDS : ROUNDS })]
  } finally {
    await browser.close()
    await portal.stop()
  }
}
