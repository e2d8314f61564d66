// The record of which commit each browser spec file was last green at. `npm run test:all` writes it, and it is committed with what it tested.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ready.mjs'

const FILE = join(root, 'tests/last-full-run.json')

/** By spec file, without `.spec.ts`: how many tests it had in its last run, at which commit and on which day. A file that failed in its last run is missing. */
export const readFullRun = () => JSON.parse(readFileSync(FILE, 'utf8'))

/**
 * Records a run at the present commit. `ran`: how many tests each spec file had, 0 where one of them failed. `specs`: all that there are; others leave the
 * record.
 */
export function writeFullRun(ran, specs) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain') !== ''
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}`
  const date = new Date().toISOString().slice(0, 10)
  const run = mergeRuns(readFullRun(), ran, specs, { commit, date })
  writeFileSync(FILE, `${JSON.stringify(run, null, 2)}\n`)
  console.log('recorded in tests/last-full-run.json: commit it')
}

export function mergeRuns(before, ran, specs, at) {
  const known = specs.map((spec) => {
    if (!(spec in ran)) return [spec, before[spec]]
    return [spec, ran[spec] > 0 ? { tests: ran[spec], ...at } : undefined]
  })
  return Object.fromEntries(known.filter(([, one]) => one !== undefined))
}

export const missingSpecs = (specs, run = readFullRun()) => specs.filter((spec) => !run[spec])

/** Says which spec files were not green when they were last run; undefined when there are none. */
export function fullRunNotice(specs, run = readFullRun()) {
  const missing = missingSpecs(specs, run)
  if (missing.length === 0) return undefined
  return `not green when they were last run (npm run test:all -- --missing): ${missing.join(', ')}`
}
