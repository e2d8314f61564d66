// npm run voice-config -- --host HOST --set FILE.json     sets a unit's speech service and what may be said to open something
import { ensureInstalled, loadTypeScript } from './ready.mjs'

ensureInstalled()
const { configureVoice } = await loadTypeScript('server/commands/voice-config.ts')
process.exitCode = await configureVoice(process.argv.slice(2), process.env, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
// The loader of TypeScript stays open for later imports.
process.exit()
