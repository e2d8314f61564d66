// npm run setup-link     prints another set-up link while the portal has no operator
import { ensureInstalled, loadTypeScript } from './ready.mjs'

ensureInstalled()
const { printSetupLink } = await loadTypeScript('server/commands/setup-link.ts')
process.exitCode = await printSetupLink(process.env, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
// The loader of TypeScript stays open for later imports.
process.exit()
