// npm run setup -- --file FILE.yaml     sets up a unit, its administrator and, in a new portal, the operator
import { ensureInstalled, loadTypeScript } from './ready.mjs'

ensureInstalled()
const { setUpFromFile } = await loadTypeScript('server/commands/setup.ts')
process.exitCode = await setUpFromFile(process.argv.slice(2), process.env, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
// The loader of TypeScript stays open for later imports.
process.exit()
