// npm run setup-link     prints another set-up link while the portal has no operator
import { runCommand } from './ready.mjs'

await runCommand('server/commands/setup-link.ts', 'printSetupLink')
