// npm run check: everything that can be checked without running the code. All steps run; each prints its output only when it fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { ensureBuilt, root } from './ready.mjs'

const REALMS = ['contract', 'src/http', 'src/app', 'src/workers', 'src/sw', 'apps', 'kit', 'server', 'tests']

// The longest first: the others fill the other cores meanwhile.
const steps = [
  ['lint', 'oxlint', []],
  ['boundaries', process.execPath, ['scripts/boundaries.mjs']],
  // One thread for each: several in one process check the same types again (68 s of processor time for the three largest instead of 38).
  ...REALMS.toReversed().map((realm) => [`types ${realm}`, 'tsc', ['-p', realm, '--singleThreaded']]),
  ['format', 'oxfmt', ['--check', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ['bundle budgets', 'size-limit', []],
  ['tables', process.execPath, ['scripts/tables.mjs', '--check']],
  ['released changes', process.execPath, ['scripts/released-changes.mjs']],
  ['words', process.execPath, ['scripts/words.mjs']],
  ['documented limits and settings', process.execPath, ['scripts/documented-limits.mjs']],
  ['documented paths and commands', process.execPath, ['scripts/documented-paths.mjs']],
]

async function runStep([name, command, args]) {
  const isNode = command === process.execPath
  const options = { cwd: root, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(isNode ? command : 'npx', isNode ? args : ['--no-install', command, ...args], options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [status] = await once(child, 'close')
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  if (status !== 0) console.log(output)
  return { name, ok: status === 0 }
}

/** Runs all steps, as many at once as there are cores, and returns how many passed and the names of those that failed. */
export async function runChecks() {
  const waiting = [...steps]
  const ended = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) ended.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const failed = ended.filter(({ ok }) => !ok).map(({ name }) => name)
  return { failed, passed: ended.length - failed.length }
}

if (process.argv[1] === import.meta.filename) {
  ensureBuilt()
  process.exitCode = (await runChecks()).failed.length > 0 ? 1 : 0
}
