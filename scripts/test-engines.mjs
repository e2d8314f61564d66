// npm run test:engines                     every story in Firefox, WebKit and Chromium
// npm run test:engines -- webkit           in this engine only; more may be named
// npm run test:engines -- --only=station   the stories whose names contain this
// A missing engine is installed from Debian's packages; the run fails when that does not work.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, installPackages } from './browser.mjs'
import { ensureBuilt, loadTypeScript } from './ready.mjs'

const isThere = (path) => path !== undefined && existsSync(path)

function findFirefox() {
  return [process.env.PORTAL_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(isThere)
}

/** WebKitGTK's MiniBrowser, which comes with its library; undefined unless the driver and Xvfb are there too. */
function findMiniBrowser() {
  if (!['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every(isThere)) return undefined
  const folders = readdirSync('/usr/lib').filter((name) => name.includes('-linux-gnu'))
  const inside = folders.flatMap((name) =>
    readdirSync(join('/usr/lib', name)).map((entry) => join('/usr/lib', name, entry)),
  )
  const browsers = inside.filter((path) => /webkit2?gtk-/.test(path)).map((path) => join(path, 'MiniBrowser'))
  return browsers.toSorted().findLast(isThere)
}

function ensurePackages(find, packages, sentence) {
  const found = find()
  if (found) return found
  console.error(`Installing ${packages.join(', ')}…`)
  installPackages(packages)
  const installed = find()
  if (!installed) throw new Error(sentence)
  return installed
}

const ENSURE = {
  firefox: () =>
    ensurePackages(
      findFirefox,
      ['firefox-esr'],
      'No Firefox for the tests: install Firefox (Debian: firefox-esr), or name one in PORTAL_FIREFOX.',
    ),
  webkit: () =>
    ensurePackages(
      findMiniBrowser,
      ['webkit2gtk-driver', 'xvfb'],
      'No WebKit for the tests: install WebKitWebDriver with its MiniBrowser, and Xvfb (Debian: webkit2gtk-driver, xvfb).',
    ),
  chromium: ensureBrowser,
}

const args = process.argv.slice(2)
const only = args.findLast((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? ''
const named = args.filter((argument) => !argument.startsWith('--'))
const unknown = named.filter((name) => !Object.hasOwn(ENSURE, name))
if (unknown.length > 0) {
  console.error(`There is no engine called ${unknown.join(', ')}. There are: ${Object.keys(ENSURE).join(', ')}.`)
  process.exit(1)
}

ensureBuilt()
let missing = 0
const engines = new Map()
for (const [id, ensure] of Object.entries(ENSURE)) {
  if (named.length > 0 && !named.includes(id)) continue
  try {
    engines.set(id, await ensure())
  } catch (error) {
    missing += 1
    console.log(`FAIL ${error.message}`)
  }
}
const { runEngines } = await loadTypeScript('tests/engines/run.ts')
const { passed, failed } = await runEngines(engines, only)
console.log(`\n${passed} passed, ${missing + failed} failed`)
process.exitCode = missing + failed > 0 || passed === 0 ? 1 : 0
