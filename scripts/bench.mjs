// npm run bench                every benchmark, one table
// npm run bench -- pages me    only these
// npm run bench -- --quick     few repetitions: to see that everything runs
// What is measured and how: tests/bench/README.md. Timing never fails the run; a benchmark that breaks does.
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, loadTypeScript } from './ready.mjs'

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const quick = process.argv.includes('--quick')

ensureBuilt()
process.env.PORTAL_CHROMIUM = await ensureBrowser()
// The reference pages are built like the portal's: React's development build is twice as large.
process.env.NODE_ENV = 'production'
const { runBenchmarks } = await loadTypeScript('tests/bench/run.ts')
process.exitCode = (await runBenchmarks(names, { quick })) > 0 ? 1 : 0
