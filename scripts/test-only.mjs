// npm run test:only -- <file or folder>… [-g or -t <name>]: the tests of some files, by the runner that they belong to.
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, root } from './ready.mjs'

const asked = process.argv.slice(2)
const inBrowser = asked.some((word) => word.replaceAll('\\', '/').includes('tests/e2e'))
if (asked.every((word) => word.startsWith('-'))) {
  console.error(
    'Which? For example: npm run test:only -- tests/e2e/auth/sign-in.spec.ts, or contract/rules/sign-in/password.test.ts',
  )
  process.exit(1)
}
ensureBuilt()
const browser = inBrowser ? await ensureBrowser() : undefined
const runner = inBrowser ? ['playwright', 'test'] : ['vitest', 'run']
const { status } = spawnSync('npx', ['--no-install', ...runner, ...asked], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ...(browser !== undefined && { PORTAL_CHROMIUM: browser }) },
})
process.exitCode = status ?? 1
