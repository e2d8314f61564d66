// npm run bench                every benchmark, one table
// npm run bench -- pages me    only these
// npm run bench -- --quick     few repetitions: to see that everything runs
// What is measured and how: tests/bench/README.md. Timing never fails the run; a benchmark that breaks does.
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './ready.mjs'

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const quick = process.argv.includes('--quick')

requireNode()
ensureInstalled()
ensureBuilt()
process.env.PORTAL_CHROMIUM = await ensureBrowser()
// The reference pages are built like the portal's: React's development build is twice as large.
process.env.NODE_ENV = 'production'
// Imported here, because Vite may have been installed just now. It runs the benchmarks, which are TypeScript.
const { runnerImport } = await import('vite')
const benchmarks = join(root, 'tests/bench/run.ts')
const { module } = await runnerImport(benchmarks, { root, configFile: false, logLevel: 'error' })
process.exitCode = (await module.runBenchmarks(names, { quick })) > 0 ? 1 : 0
