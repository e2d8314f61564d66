import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lockFingerprint, sourceFingerprint } from './sources.mjs'

export const root = resolve(import.meta.dirname, '..')

const INSTALLED = join(root, 'node_modules', '.portal-lock')
const BUILT = join(root, 'dist', '.fingerprint')
const OLDEST = [20, 19]

function holds(file, text) {
  return existsSync(file) && readFileSync(file, 'utf8') === text
}

/** Exits with a message when Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  console.error(`The portal needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Runs a command in the project, with its output on stderr; exits when it fails. */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: quiet ? 'pipe' : ['ignore', 2, 2],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })
  if (result.status === 0) return
  if (quiet) console.error(result.stdout + result.stderr)
  console.error(`"${[command, ...args].join(' ')}" failed.`)
  process.exit(result.status ?? 1)
}

/** Installs the locked dependencies unless they are there. */
export function ensureInstalled() {
  const fingerprint = lockFingerprint(root)
  if (holds(INSTALLED, fingerprint)) return
  console.error('Installing dependencies (once, about a minute)…')
  run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev'])
  writeFileSync(INSTALLED, fingerprint)
}

/** Builds client and server unless the build is up to date. */
export function ensureBuilt() {
  const fingerprint = sourceFingerprint(root)
  if (holds(BUILT, fingerprint) && existsSync(join(root, 'dist/server/main.js'))) return
  console.error('Building…')
  run(process.execPath, ['scripts/build.mjs'], { env: { ...process.env, NODE_ENV: 'production' } })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(BUILT, fingerprint)
}
