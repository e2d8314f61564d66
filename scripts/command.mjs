// What operators call beside the portal: each name below is a file of server/commands with its function.
// npm run setup -- --file FILE.yaml                                       sets up a unit, its administrator and, in a new portal, the operator
// npm run setup-link                                                      prints another set-up link while the portal has no operator
// npm run unit-config -- --host HOST [--show] [--set FILE.json] [key=value …]   shows or changes the configuration of a unit
// npm run import -- --host HOST [--apply] [--json] FILE                   previews or applies an import of people and classes
// npm run voice-config -- --host HOST --set FILE.json                     sets a unit's speech service and what may be said to open something
import { ensureInstalled, loadTypeScript } from './ready.mjs'

const COMMANDS = {
  setup: 'setUpFromFile',
  'setup-link': 'printSetupLink',
  'unit-config': 'configureUnit',
  import: 'importFile',
  'voice-config': 'configureVoice',
}

const [name, ...given] = process.argv.slice(2)
ensureInstalled()
const command = (await loadTypeScript(`server/commands/${name}.ts`))[COMMANDS[name]]
process.exitCode = await command(given, process.env, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
// The loader of TypeScript stays open for later imports.
process.exit()
