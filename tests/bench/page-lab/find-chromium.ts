import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe']
const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium or Chrome: the one that PORTAL_CHROMIUM names, an installed one, else Playwright's. Throws when there is none. */
export function findChromium(): string {
  const named = process.env['PORTAL_CHROMIUM']
  if (named) return named
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const installed = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const found = [...installed, ...FIXED_PLACES, chromium.executablePath()].find((file) => existsSync(file))
  if (!found) throw new Error('No Chromium or Chrome was found. Install one, or name it in PORTAL_CHROMIUM.')
  return found
}
