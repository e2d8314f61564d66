// npm run test:hostile: faults and attacks that take minutes, memory or a disk of their own, against the built portal. Names of files choose some.
import { spawnSync } from 'node:child_process'
import { ensureBuilt, root } from './ready.mjs'

ensureBuilt()
const args = ['--no-install', 'vitest', 'run', '--config', 'vitest.hostile.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync('npx', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
process.exitCode = status ?? 1
