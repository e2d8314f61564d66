import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { threadFiles } from './thread-files.mjs'

export const root = resolve(import.meta.dirname, '..')

const INSTALLED = join(root, 'node_modules', '.portal-lock')
const BUILT = join(root, 'dist', '.fingerprint')
const BUILT_FROM = [
  'apps',
  'contract',
  'index.html',
  'package-lock.json',
  'public',
  'scripts',
  'server',
  'src',
  'vite.config.ts',
  'vite.server.config.ts',
]
/** `@fastify/sse` needs it. */
const OLDEST = '20.20.2'

function holds(file, text) {
  return existsSync(file) && readFileSync(file, 'utf8') === text
}

function requireNode() {
  if (process.versions.node.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return
  console.error(`The portal needs Node ${OLDEST} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Runs a command in the project, with its output on stderr; exits when it fails. */
function run(command, args, env = process.env) {
  const options = { cwd: root, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }
  const { status } = spawnSync(command, args, options)
  if (status === 0) return
  console.error(`"${[command, ...args].join(' ')}" failed.`)
  process.exit(status ?? 1)
}

/** Installs the locked dependencies unless they are there. Exits when that fails, and when Node is too old. */
export function ensureInstalled() {
  requireNode()
  const fingerprint = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (holds(INSTALLED, fingerprint)) return
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to a folder that is not of this package-lock.json. Installing would empty it.',
    )
  }
  console.error('Installing dependencies (once, about a minute)…')
  run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev'])
  writeFileSync(INSTALLED, fingerprint)
}

/** Installs the dependencies, and builds client and server unless the build is up to date. */
export function ensureBuilt() {
  ensureInstalled()
  const fingerprint = sourceFingerprint()
  if (holds(BUILT, fingerprint) && existsSync(join(root, 'dist/server/main.js'))) return
  console.error('Building…')
  run(process.execPath, ['scripts/build.mjs'], { ...process.env, NODE_ENV: 'production' })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(BUILT, fingerprint)
}

/** A fingerprint of everything that the build is made from, by names, sizes and times of the files. */
function sourceFingerprint() {
  const hash = createHash('sha256')
  for (const part of BUILT_FROM) {
    for (const file of filesIn(join(root, part))) {
      if (/\.test\.tsx?$/.test(file)) continue
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** The files below a folder in the order of their names; of a file, the file itself. */
export function* filesIn(path) {
  if (statSync(path).isFile()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name))
}

/**
 * Loads a module of the project that is written in TypeScript. Unlike Vite's `runnerImport` its runner stays open, for what the module imports later.
 * Vite is imported here, because it may have been installed just now.
 */
export async function loadTypeScript(path) {
  const { createRunnableDevEnvironment, resolveConfig } = await import('vite')
  const config = await resolveConfig(
    {
      root,
      configFile: false,
      plugins: [threadFiles()],
      logLevel: 'error',
      environments: { node: { consumer: 'server', dev: { moduleRunnerTransform: true }, resolve: { external: true } } },
    },
    'serve',
  )
  const environment = createRunnableDevEnvironment('node', config, {
    runnerOptions: { hmr: { logger: false } },
    hot: false,
  })
  await environment.init()
  return environment.runner.import(join(root, path))
}

/** Runs a program of the project's packages, whose output goes through; returns its exit code. */
export function runTool(args, env = process.env) {
  const options = { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' }
  return spawnSync('npx', ['--no-install', ...args], options).status ?? 1
}
