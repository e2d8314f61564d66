// Reads the reports of the two test runners as names with a reason.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './ready.mjs'

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

/** How many tests of Playwright's JSON report passed, and each other one as a name with a reason; one that was left out has failed. */
export function readBrowserTests(report) {
  const tests = (report?.suites ?? []).flatMap(testsOf)
  const passed = tests.filter(({ status }) => status === 'expected').length
  const failed = tests
    .filter(({ status }) => status !== 'expected')
    .map(({ name, status, reasons }) => ({
      name: status === 'unexpected' ? name : `${name} (${status})`,
      why: shorten(reasons[0] ?? ''),
    }))
  return { passed, failed }
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
