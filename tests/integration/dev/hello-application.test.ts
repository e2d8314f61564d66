import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type BrowserContext } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { findBrowser } from '../../../scripts/browser.mjs'
import { followAuthorPage } from '../../support/authors/author-steps.ts'
import { PORTAL_TRIALS } from '../../support/authors/portal-trials.ts'
import { CHROMIUM_FLAGS } from '../../support/browser/chromium-flags.ts'
import { TEACHER } from '../../support/callers/portal-caller.ts'
import { startPortal, type PortalProcess } from '../../support/process/portal-process.ts'

// An author makes the smallest application by docs/develop/applications.md alone, in a copy of the repository. The checks pass, and the portal that is built of it opens it.

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

let copy: string
let data: string
let portal: PortalProcess
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'portal-author-'))
  data = await mkdtemp(join(tmpdir(), 'portal-author-data-'))
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: REPOSITORY,
    maxBuffer: 64e6,
  })
  for (const file of stdout.split('\0').filter(Boolean)) await cp(join(REPOSITORY, file), join(copy, file))
  await symlink(realpathSync(join(REPOSITORY, 'node_modules')), join(copy, 'node_modules'))
  await followAuthorPage(copy)
  await runInCopy('npx', ['--no-install', 'oxfmt', '.'])
  await build()
}, 1_800_000)
afterAll(async () => {
  await portal?.stop()
  await rm(copy, { recursive: true, force: true })
  await rm(data, { recursive: true, force: true })
})

/** Runs a command in the copy; '' or, when it fails, what it said. */
async function runInCopy(command: string, args: readonly string[]): Promise<string> {
  try {
    await run(command, args, { cwd: copy, maxBuffer: 64e6 })
    return ''
  } catch (error) {
    const { stdout, stderr } = said.parse(error)
    return `${command} ${args.join(' ')}\n${(stdout + stderr).slice(-4000)}`
  }
}

const said = z.object({ stdout: z.string(), stderr: z.string() })

async function build(): Promise<void> {
  const failure = await runInCopy(process.execPath, ['scripts/build.mjs'])
  if (failure !== '') throw new Error(failure)
}

describe('the smallest application', () => {
  it.each<[string, string, readonly string[]]>([
    ['lint', 'npx', ['--no-install', 'oxlint', 'apps/hello', 'contract', 'scripts', 'vite.config.ts']],
    ['boundaries', process.execPath, ['scripts/boundaries.mjs']],
    ['types of the applications', 'npx', ['--no-install', 'tsc', '-p', 'apps']],
    ['types of the tests', 'npx', ['--no-install', 'tsc', '-p', 'tests']],
    ['dead code', 'npx', ['--no-install', 'knip', '--no-progress']],
    ['bundle budgets', 'npx', ['--no-install', 'size-limit']],
    [
      'tests that list applications',
      'npx',
      [
        '--no-install',
        'vitest',
        'run',
        'scripts',
        'tests/integration/dev/authors-page.test.ts',
        'tests/integration/http/permissions.test.ts',
        'tests/integration/desktop/versions.test.ts',
        'tests/integration/people/unit-roles.test.ts',
      ],
    ],
  ])(
    'passes: %s',
    async (_name, command, args) => {
      expect(await runInCopy(command, args)).toBe('')
    },
    900_000,
  )

  it('opens in the portal, where each member of the interface does what the page says', async () => {
    portal = await startPortal({ dataFolder: data, command: [process.execPath, join(copy, 'dist/server/main.js')] })
    const executablePath = await findBrowser()
    const browser = await chromium.launch({ args: [...CHROMIUM_FLAGS], ...(executablePath && { executablePath }) })
    const context = await browser.newContext({ baseURL: portal.origin, locale: 'zh-CN', serviceWorkers: 'block' })
    await context.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('todoPopup', 'false'))
    await exposePortal(context)
    const page = await context.newPage()
    const headers = { 'x-portal-device': 'pc' }
    const signedIn = await page.request.post(session.login.path, { headers, form: { ...TEACHER } })
    expect(await signedIn.json()).toMatchObject({ code: 'ok' })
    await page.goto('/pages/base/pc_desktop_all/index.html')
    await page.locator('#root [data-app-code=hello]').first().click()
    await page.getByRole('heading', { level: 1, name: /^你好，/ }).waitFor()
    const failures: string[] = []
    for (const [member, trial] of Object.entries(PORTAL_TRIALS)) {
      await trial(page).catch((error: unknown) => failures.push(`${member}: ${String(error)}`))
    }
    expect(failures).toEqual([])
    await browser.close()
  }, 900_000)
})

/** Gives the trials the interface that the application gets: its entry is called by another one that keeps it. */
async function exposePortal(context: BrowserContext): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(copy, 'dist/app/hello/manifest.json'), 'utf8'))
  const files = z.record(z.string(), z.string()).parse(manifest)
  const script = `import { mount as hello } from '${files['hello.js']}'
export function mount(container, portal, crashed) {
  Object.assign(window, { helloPortal: portal, helloHeard: [] })
  return hello(container, portal, crashed)
}`
  await context.route(/\/hello\/manifest\.json/, (route) =>
    route.fulfill({ json: { ...files, 'hello.js': '/assets/hello-trial.js' } }),
  )
  await context.route(/\/hello-trial\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
}
