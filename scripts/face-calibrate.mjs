// npm run face:calibrate -- DIR     how often the portal would take one person for another with the photos in DIR
// DIR has a folder for each person who agreed, with at least two photos (JPEG or PNG) in each. Nothing is kept or sent.
import { join } from 'node:path'
import { ensureInstalled, requireNode, root } from './ready.mjs'

requireNode()
ensureInstalled()
// Only now is Vite sure to be installed. It runs the measurement, because that is TypeScript.
const { runnerImport } = await import('vite')
const file = join(root, 'server/dev/face-calibrate/calibrate.ts')
const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'error' })
process.exitCode = await module.calibrate(process.argv.slice(2), process.env, {
  print: (text) => console.log(text),
  // A terminal shows one line that is overwritten; a log gets a line now and then.
  progress: process.stderr.isTTY
    ? (text) => process.stderr.write(`\r\u001B[K${text}`)
    : (text, isWhole) => isWhole && console.error(text),
  complain: (text) => console.error(text),
})
