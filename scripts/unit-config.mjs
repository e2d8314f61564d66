// npm run unit-config -- --host HOST [--show] [--set FILE.json] [key=value …]     shows or changes the configuration of a unit
import { ensureInstalled, loadTypeScript } from './ready.mjs'

ensureInstalled()
const { configureUnit } = await loadTypeScript('server/commands/unit-config.ts')
process.exitCode = await configureUnit(process.argv.slice(2), process.env, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
// The loader of TypeScript stays open for later imports.
process.exit()
