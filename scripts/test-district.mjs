// npm run test:district: two portals behind nginx, on Ceph's S3 gateway and PostgreSQL from Debian's packages. Names of files choose some tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './browser.mjs'
import { ensureBuilt, loadTypeScript, root } from './ready.mjs'

/** Debian's packages by the programs that come with them. */
const PACKAGES = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  monmaptool: 'ceph-base',
  'radosgw-admin': 'ceph-common',
  radosgw: 'radosgw',
  nginx: 'nginx',
  openssl: 'openssl',
}
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']

ensureBuilt()
const { makeDistrictFolder, startDistrict, endDistrict } = await loadTypeScript('tests/support/district/district.ts')
const { findPostgresPrograms } = await loadTypeScript('tests/support/district/database-server.ts')

async function findMissing() {
  const programs = Object.entries(PACKAGES).filter(
    ([name]) => !FOLDERS.some((folder) => existsSync(join(folder, name))),
  )
  const postgres = (await findPostgresPrograms()) === undefined ? ['postgresql'] : []
  return [...new Set([...programs.map(([, name]) => name), ...postgres])]
}

async function ensurePackages() {
  const missing = await findMissing()
  if (missing.length === 0) return
  console.error(`Installing ${missing.join(', ')}…`)
  installPackages(missing)
  const left = await findMissing()
  if (left.length > 0)
    throw new Error(
      `The district needs these packages of Debian 12 or newer: ${left.join(', ')}. Install them as root.`,
    )
}

/** Runs the tests; resolves to their exit code. */
async function runTests(environment, signal) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--config', 'vitest.district.config.ts', ...process.argv.slice(2)]
  const env = { ...process.env, ...environment }
  const tests = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  signal.addEventListener('abort', () => tests.kill('SIGTERM'))
  const [code] = await once(tests, 'close')
  return code ?? 1
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort())

try {
  await ensurePackages()
  const folder = await makeDistrictFolder()
  try {
    const began = performance.now()
    const environment = await startDistrict(folder)
    console.log(`Ceph, PostgreSQL and nginx were ready after ${((performance.now() - began) / 1000).toFixed(1)} s`)
    process.exitCode = interrupted.signal.aborted ? 1 : await runTests(environment, interrupted.signal)
  } finally {
    await endDistrict(folder)
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
process.exit()
