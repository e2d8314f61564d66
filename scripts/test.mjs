// npm test: the static checks, unit and integration tests, and the main stories in a browser. With --changed: also all stories of the spec files that were not green
// since a file of their domains changed. npm run test:all: all tests; with --missing the main stories and those spec files alone. Each ends with "N passed, N failed".
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beginBrowserPackage, ensureBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { missingSpecs, presentCommit, writeFullRun } from './full-run.mjs'
import { ensureBuilt, loadTypeScript, root, runTool } from './ready.mjs'
import { findSpecs } from './story-domains.mjs'

const missing = process.argv.includes('--missing')
const all = process.argv.includes('--all') && !missing
const specs = findSpecs()
/** Taken before anything is built: what is committed while the tests run was not tested. */
const commit = all || missing ? presentCommit() : null
/** The spec files whose stories are all run; of the others the main stories are. */
const whole = all ? specs : missing || process.argv.includes('--changed') ? missingSpecs(specs) : []
if (whole.length > 0) console.log(`All stories of ${whole.length} of ${specs.length} spec files: ${whole.join(', ')}`)

const browserPackage = beginBrowserPackage()
ensureBuilt()
await browserPackage
const browser = await ensureBrowser()

const MEMORY = '/dev/shm'
/** Bytes. The databases, uploads and browser profiles of a run took 1.5 GB at most. */
const ENOUGH = 8 * 1024 ** 3

/**
 * A folder in memory for what the tests write, which saves waiting for the disk; undefined where it lacks space, or TMPDIR names another. Its
 * name is always the same, so that the tests find and end what an interrupted run left there.
 */
function findFolderInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, freemem()) < ENOUGH) return undefined
  const folder = join(MEMORY, `portal-tests-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true })
  // As root the tests' PostgreSQL runs under another account.
  chmodSync(folder, 0o755)
  return folder
}

const temporary = findFolderInMemory()

/** Runs a test runner that writes a JSON report; its own output goes through. */
function runSuite(name, args, report) {
  console.log(`\n${name}`)
  const file = join(root, '.cache', report)
  rmSync(file, { force: true })
  const env = {
    PORTAL_CHROMIUM: browser,
    PORTAL_TEST_SET: all ? 'all' : 'core',
    PORTAL_TEST_SPECS: whole.join(' '),
    ...(temporary && { TMPDIR: temporary }),
  }
  const status = runTool(args, { ...process.env, ...env })
  return { ok: status === 0, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null }
}

const counts = { passed: 0, failed: 0 }
const failures = []
function add({ passed, failed, ok }) {
  counts.passed += passed
  // A runner that exits with an error but without a failed test has failed as a whole.
  counts.failed += failed === 0 && !ok ? 1 : failed
}

async function runChecksAndUnits() {
  console.log('Checks')
  const checks = await runChecks()
  add({ passed: checks.passed, failed: checks.failed.length, ok: true })
  failures.push(...checks.failed.map((name) => ({ name })))

  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=.cache/vitest.json']
  const projects = all ? [] : ['--project=!long*']
  const vitest = runSuite('Unit and integration tests', ['vitest', 'run', ...projects, ...reporters], 'vitest.json')
  add({
    passed: vitest.report?.numPassedTests ?? 0,
    failed: (vitest.report?.numFailedTests ?? 0) + (vitest.report?.numPendingTests ?? 0),
    ok: vitest.ok,
  })
  failures.push(...failedUnits(vitest.report))
}

if (!missing) await runChecksAndUnits()

const playwright = runSuite('Browser tests', ['playwright', 'test'], 'e2e.json')
const browserTests = readBrowserTests(playwright.report)
const lost = await storiesWithoutTest(playwright.report)
add({ passed: browserTests.passed, failed: browserTests.failed.length + lost.length, ok: playwright.ok })
failures.push(...browserTests.failed, ...lost)
for (const { name, excused } of browserTests.excused) console.log(`\nexcused: ${name}\n  ${excused}`)

for (const { name, why } of failures) console.log(`\nfailed: ${name}${why ? `\n  ${why}` : ''}`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
if (commit && playwright.report) writeFullRun(browserTests.stories, specs, commit)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)

/** Of Vitest's JSON report: the tests that failed or were left out, and the files that could not be run, as names with a reason. */
function failedUnits(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, message, assertionResults }) => {
    const name = relative(root, file)
    const failed = assertionResults.filter(({ status }) => status !== 'passed')
    if (failed.length === 0) return message ? [{ name, why: shorten(message) }] : []
    return failed.map(({ fullName, status, failureMessages }) => ({
      name: `${name}: ${fullName}`,
      why: status === 'failed' ? shorten(failureMessages?.[0] ?? '') : `was left out (${status})`,
    }))
  })
}

/** Main stories that no test of the run has: the list of them, or a variant in it, is stale. */
async function storiesWithoutTest(report) {
  if (!report) return []
  const { CORE_STORIES } = await loadTypeScript('tests/e2e/core-stories.ts')
  const tests = report.suites.flatMap((suite) => testsOf(suite))
  return CORE_STORIES.filter(
    ([file, title, variant = '']) =>
      !tests.some((test) => isOf(test, file) && test.titles.includes(title) && test.titles.includes(variant)),
  ).map((story) => ({ name: `tests/e2e/core-stories.ts: ${story.join(', ')}`, why: 'no test has this title' }))
}

/**
 * Of Playwright's JSON report: how many tests passed, in all and by spec file, the others with a reason, and what was excused; a test that was left out has
 * failed.
 */
function readBrowserTests(report) {
  const tests = (report?.suites ?? []).flatMap((suite) => testsOf(suite))
  const others = tests.filter(({ status }) => status !== 'expected')
  const failed = others.map(({ name, status, reasons }) => ({
    name: status === 'unexpected' ? name : `${name} (${status})`,
    why: shorten(reasons[0] ?? ''),
  }))
  const excused = tests.flatMap(({ name, annotations }) => {
    const found = annotations.find(({ type }) => type === 'excused')
    return found ? [{ name, excused: found.description }] : []
  })
  const stories = Object.fromEntries(
    whole.map((spec) => {
      const own = tests.filter((test) => isOf(test, spec))
      return [spec, own.every(({ status }) => status === 'expected') ? own.length : 0]
    }),
  )
  return { passed: tests.length - others.length, failed, excused, stories }
}

/** Whether a test is of a spec file, named without `.spec.ts`. */
function isOf({ file }, spec) {
  return `/${file}`.endsWith(`/${spec}.spec.ts`)
}

/** `titles`: those of the groups around the tests. */
function testsOf({ suites = [], specs: cases = [], title: group = '' }, titles = '') {
  const around = `${titles} ${group}`
  const own = cases.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results, annotations = [] }) => ({
      file,
      titles: `${around} ${title}`,
      name: `${file}:${line} ${title}`,
      status,
      annotations: [...annotations, ...results.flatMap((result) => result.annotations ?? [])],
      reasons: results
        .filter((result) => result.status !== 'passed')
        .map(({ errors }) => errors.map(({ message }) => message).join('\n')),
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, around))]
}

function shorten(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 6)
    .join('\n  ')
}
