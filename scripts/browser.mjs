import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from './ready.mjs'

const INSTALLED = [
  // The headless shell: the same engine, and each test takes a fifth less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
]

const BROWSER_PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk']

/** The browser for tests: PORTAL_CHROMIUM, else an installed Chromium or Chrome, else Playwright's own; undefined when there is none. */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const candidates = [process.env.PORTAL_CHROMIUM, ...INSTALLED, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path))
}

function attempt(command, args) {
  const options = { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }
  return spawnSync(command, args, options).status === 0
}

/** Installs Debian packages, as root or by sudo without a password. Fails silently: the caller checks for the result. */
export function installPackages(packages) {
  if (!existsSync('/usr/bin/apt-get')) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args]
    attempt(command, rest)
  }
}

/**
 * As root of a Debian without any browser, as in a container: begins to install the package. It needs no dependency of ours, so that they can be installed and the
 * portal be built meanwhile. Resolves at its end; `ensureBrowser` looks for the result.
 */
export async function beginBrowserPackage() {
  const playwrights = join(homedir(), '.cache/ms-playwright')
  const isThere = [process.env.PORTAL_CHROMIUM, ...INSTALLED, playwrights].some((path) => path && existsSync(path))
  if (isThere || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // One process for both steps: the caller's own does nothing else while it waits for the build.
  const script = `apt-get update && apt-get install -y --no-install-recommends ${BROWSER_PACKAGES.join(' ')}`
  await once(spawn('sh', ['-c', script], { stdio: ['ignore', 2, 2] }), 'close')
}

/** Finds a browser, or installs one: Playwright's, else Debian's package. Throws an Error when neither works. */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  console.error('Installing a browser for the tests…')
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  // The browser's libraries take a minute to install, so the browser itself is tried first.
  if (attempt(process.execPath, [playwright, 'install', 'chromium']))
    attempt(process.execPath, [playwright, 'install-deps', 'chromium'])
  if (!(await findBrowser())) installPackages(BROWSER_PACKAGES)
  const installed = await findBrowser()
  if (!installed)
    throw new Error('No browser for the tests: install Chromium or Chrome, or name one in PORTAL_CHROMIUM.')
  return installed
}
