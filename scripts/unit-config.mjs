// npm run unit-config -- --host HOST [--show] [--set FILE.json] [key=value …]     shows or changes the configuration of a unit
import { runCommand } from './ready.mjs'

await runCommand('server/commands/unit-config.ts', 'configureUnit')
