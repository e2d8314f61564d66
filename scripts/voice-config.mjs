// npm run voice-config -- --host HOST --set FILE.json     sets a unit's speech service and what may be said to open something
import { runCommand } from './ready.mjs'

await runCommand('server/commands/voice-config.ts', 'configureVoice')
