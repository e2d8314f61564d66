// npm run test:hostile: faults and attacks that take minutes, memory or a disk of their own, against the built portal. Names of files choose some.
import { ensureBuilt, runTool } from './ready.mjs'

ensureBuilt()
process.exitCode = runTool(['vitest', 'run', '--config', 'vitest.hostile.config.ts', ...process.argv.slice(2)])
