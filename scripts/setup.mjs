// npm run setup -- --file FILE.yaml     sets up a unit, its administrator and, in a new portal, the operator
import { runCommand } from './ready.mjs'

await runCommand('server/commands/setup.ts', 'setUpFromFile')
