// npm run test:only -- <file or folder>… [-g or -t <name>]: the tests of some files, by the runner that they belong to.
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, runTool } from './ready.mjs'

const asked = process.argv.slice(2)
const inBrowser = asked.some((word) => word.replaceAll('\\', '/').includes('tests/e2e'))
if (asked.every((word) => word.startsWith('-'))) {
  console.error(
    'Which? For example: npm run test:only -- tests/e2e/auth/sign-in.spec.ts, or contract/rules/sign-in/password.test.ts',
  )
  process.exit(1)
}
ensureBuilt()
if (inBrowser) process.env.PORTAL_CHROMIUM = await ensureBrowser()
process.exitCode = runTool([...(inBrowser ? ['playwright', 'test'] : ['vitest', 'run']), ...asked])
