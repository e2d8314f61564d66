import { CHROMIUM_FLAGS } from '../support/browser/chromium-flags.ts'
import type { Engine } from './engine-page.ts'
import { startByPuppeteer } from './puppeteer-engine.ts'

/** Starts Chromium, in which `npm test` tries everything: beside the other engines it shows what a story itself is worth. */
export function startChromium(executablePath: string): Promise<Engine> {
  return startByPuppeteer('Chromium', {
    executablePath,
    args: [...CHROMIUM_FLAGS, '--lang=zh-CN', '--force-prefers-reduced-motion'],
  })
}
