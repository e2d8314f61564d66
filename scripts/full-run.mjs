// The record of the last green run of all tests, which `npm run test:all` writes and which is committed with what it tested.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ready.mjs'

const FILE = join(root, 'tests/e2e/last-full-run.json')

/** The last green run: its commit and day, both null before the first, and how many browser tests each spec file had. */
export const readFullRun = () => JSON.parse(readFileSync(FILE, 'utf8'))

/** Records a run of all tests, of which none failed, at the present commit. `stories`: how many browser tests each spec file has. */
export function writeFullRun(stories) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain') !== ''
  const commit = `${git('rev-parse', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}`
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(FILE, `${JSON.stringify({ commit, date, stories }, null, 2)}\n`)
  console.log('recorded in tests/e2e/last-full-run.json: commit it')
}

/** Says which spec files no full green run had; undefined when there are none. */
export function fullRunNotice(specs, { commit, stories } = readFullRun()) {
  if (commit === null) return 'no full green run is recorded yet: npm run test:all'
  const missing = specs.filter((spec) => !stories[spec])
  return missing.length > 0 ? `not in the last full green run (npm run test:all): ${missing.join(', ')}` : undefined
}
