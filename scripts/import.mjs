// npm run import -- --host HOST [--apply] [--json] FILE     previews or applies an import of people and classes
import { runCommand } from './ready.mjs'

await runCommand('server/commands/import.ts', 'importFile')
