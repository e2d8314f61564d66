import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'
import { CORE_STORIES } from './tests/e2e/core-stories.ts'
import { CHROMIUM_FLAGS, WITHOUT_ADDRESS_BAR } from './tests/support/browser/chromium-flags.ts'

/** What a test is matched by: the project's name, its file, those of its groups and its title, with spaces between. */
const matchStory = ([file, title, variant = '']: (typeof CORE_STORIES)[number]) =>
  new RegExp(`${file}\\.spec\\.ts (.* )?${title}.*${variant}`)

/** All tests of a spec file, which is named without `.spec.ts`. */
const matchSpec = (spec: string) => new RegExp(`(^| )${spec}\\.spec\\.ts `)

/** The spec files that are run whole beside the main stories (scripts/test.mjs). */
const specs = (process.env['PORTAL_TEST_SPECS'] ?? '').split(' ').filter((spec) => spec !== '')

const executablePath = await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  ...(process.env['PORTAL_TEST_SET'] === 'core' && {
    grep: [...CORE_STORIES.map(matchStory), ...specs.map(matchSpec)],
  }),
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: '.cache/test-results',
  // Each worker starts a portal with a database of its own; three keep two cores busy while one of them waits.
  workers: 3,
  // Time limits end what hangs; no test depends on how fast the machine is.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A test that passes only at its second try has failed.
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    // Saves an eighth of the time; the tests of the main path, of dialogs and of dragging turn motion on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...CHROMIUM_FLAGS, WITHOUT_ADDRESS_BAR] },
    screenshot: 'only-on-failure',
    // Recording costs every test a third of its time; turn it on by `npx playwright test --trace on`.
    trace: 'off',
    // Precaching the whole portal took a quarter of the time of all tests. Those that need it say `test.use({ serviceWorkers: 'allow' })`.
    serviceWorkers: 'block',
  },
})
