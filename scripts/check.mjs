// Everything that can be said about the code without running it. Each step prints only when it fails; all of them run.
import { spawnSync } from 'node:child_process'
import { ensureBuilt, ensureInstalled, requireNode, root } from './ready.mjs'

const REALMS = ['contract', 'src/app', 'src/workers', 'src/sw', 'apps', 'kit', 'server', 'tests']

const steps = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ...REALMS.map((realm) => [`types ${realm}`, 'tsc', ['-p', realm]]),
  ['boundaries', process.execPath, ['scripts/boundaries.mjs']],
  ['dead code', 'knip', ['--no-progress']],
  ['bundle budgets', 'size-limit', []],
]

/** Runs all steps and returns the names of those that failed. */
export function runChecks() {
  const failed = []
  for (const [name, command, args] of steps) {
    const isNode = command === process.execPath
    const result = spawnSync(isNode ? command : 'npx', isNode ? args : ['--no-install', command].concat(args), {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    const ok = result.status === 0
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${String(name)}`)
    if (ok) continue
    failed.push(name)
    console.log(`${result.stdout}${result.stderr}`)
  }
  return { failed, passed: steps.length - failed.length }
}

if (process.argv[1] === import.meta.filename) {
  requireNode()
  ensureInstalled()
  ensureBuilt()
  process.exitCode = runChecks().failed.length > 0 ? 1 : 0
}
