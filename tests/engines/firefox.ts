import type { Engine } from './engine-page.ts'
import { startByPuppeteer } from './puppeteer-engine.ts'

/** Starts Firefox, driven by WebDriver BiDi. */
export function startFirefox(executablePath: string): Promise<Engine> {
  return startByPuppeteer('Firefox', {
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'intl.accept_languages': 'zh-CN, zh', 'ui.prefersReducedMotion': 1 },
  })
}
