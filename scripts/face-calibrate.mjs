// npm run face:calibrate -- DIR     how often the portal would take one person for another with the photos in DIR
// DIR has a folder for each person who agreed, with at least two photos (JPEG or PNG) in each. Nothing is kept or sent.
import { ensureInstalled, loadTypeScript } from './ready.mjs'

ensureInstalled()
const { calibrate } = await loadTypeScript('server/dev/face-calibrate/calibrate.ts')
process.exitCode = await calibrate(process.argv.slice(2), process.env, {
  print: (text) => console.log(text),
  // A terminal shows one line that is overwritten; a log gets a line now and then.
  progress: process.stderr.isTTY
    ? (text) => process.stderr.write(`\r\u001B[K${text}`)
    : (text, isWhole) => isWhole && console.error(text),
  complain: (text) => console.error(text),
})
