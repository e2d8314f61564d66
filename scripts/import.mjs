// npm run import -- --host HOST [--apply] [--json] FILE     previews or applies an import of people and classes
import { ensureInstalled, loadTypeScript } from './ready.mjs'

ensureInstalled()
const { importFile } = await loadTypeScript('server/commands/import.ts')
process.exitCode = await importFile(process.argv.slice(2), process.env, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
// The loader of TypeScript stays open for later imports.
process.exit()
