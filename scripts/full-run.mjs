// The record of which commit each browser spec file was last green at. `npm run test:all` writes it, and it is committed after what it tested.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesChangedSince } from './changed-files.mjs'
import { root } from './ready.mjs'
import { storiesOf } from './story-domains.mjs'

const RECORD = 'tests/last-full-run.json'
const FILE = join(root, RECORD)
const UNCOMMITTED = ' with uncommitted changes'

/** By spec file, without `.spec.ts`: how many tests it had in its last run, at which commit and on which day. A file that failed in its last run is missing. */
export const readFullRun = () => JSON.parse(readFileSync(FILE, 'utf8'))

/** The commit that a run which begins now is of, and whether files beside the record of an earlier run are not committed. */
export function presentCommit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', '.', `:(exclude)${RECORD}`) !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? UNCOMMITTED : ''}`
}

/** What a run was of that began at one commit and ended at another, as where somebody committed or edited meanwhile. */
export const commitOfRun = (begun, ended) =>
  begun === ended || begun.endsWith(UNCOMMITTED) ? begun : `${begun}${UNCOMMITTED}`

/**
 * Records a run that began at this `presentCommit`. `ran`: how many tests each spec file had, 0 where one of them failed. `specs`: all that there are; others
 * leave the record.
 */
export function writeFullRun(ran, specs, begun) {
  const commit = commitOfRun(begun, presentCommit())
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

/**
 * The spec files that this state has not been seen green with: they failed in their last run, never ran, or a file of their domains has changed since. A run of
 * files that were not committed counts as none.
 */
export function missingSpecs(specs, run = readFullRun(), changedSince = filesChangedSince) {
  const recorded = new Map(specs.map((spec) => [spec, run[spec]?.commit]))
  const commits = [...new Set(recorded.values())].filter((commit) => /^[0-9a-f]+$/.test(commit ?? ''))
  const green = commits.flatMap((commit) => {
    const files = changedSince(commit)
    if (!files) return []
    const changed = new Set(storiesOf(files, specs))
    return specs.filter((spec) => recorded.get(spec) === commit && !changed.has(spec))
  })
  return specs.filter((spec) => !green.includes(spec))
}
