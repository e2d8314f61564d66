// What the reports of the two test runners say, as names with a reason.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './ready.mjs'

/** A renderer of Chromium that dies takes the test with it and says nothing of the portal: one that a page of ours kills dies again. */
const CRASH = /Page crashed|Target crashed/

/** The tests that failed or were left out, and the files that could not be run, of Vitest's JSON report. */
export function failedUnits(report) {
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

/**
 * How Playwright's JSON report ends. Each test that fails is run once more, which tells whether it fails by chance; by chance is a failure too,
 * unless it was the browser itself that broke.
 */
export function readBrowserTests(report) {
  const tests = (report?.suites ?? []).flatMap(testsOf)
  const passed = tests.filter(({ status }) => status === 'expected').length
  const rest = tests
    .filter(({ status }) => status !== 'expected')
    .map(({ name, status, reasons }) => ({
      name: status === 'unexpected' ? name : `${name} (${status})`,
      why: shorten(reasons[0] ?? ''),
      crash: status === 'flaky' && reasons.every((reason) => CRASH.test(reason)),
    }))
  const crashed = rest.filter(({ crash }) => crash)
  return { passed: passed + crashed.length, failed: rest.filter(({ crash }) => !crash), crashed }
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${file}:${line} ${title}`,
      status,
      reasons: results
        .filter((result) => result.status !== 'passed')
        .map(({ errors }) => errors.map(({ message }) => message).join('\n')),
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function shorten(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 6)
    .join('\n  ')
}
