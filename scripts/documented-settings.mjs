// npm run docs: makes the table of settings in docs/operate/install.md from server/runtime/settings.ts. `npm run check` says when it is stale.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTypeScript, root } from './ready.mjs'

const FILE = join(root, 'docs/operate/install.md')
const TABLE = /(<!-- settings: made by npm run docs -->\n).*?(<!-- \/settings -->)/s

const { settings } = await loadTypeScript('server/runtime/settings.ts')
const rows = Object.values(settings).map(({ variable, instead, usual, shown, about }) => {
  const names = [variable, ...(instead ? [instead] : [])].map((name) => `\`${name}\``).join(' or ')
  return `| ${names} | ${shown ?? (usual || 'none')} | ${about} |\n`
})

/** The page with the settings as they are now. */
export function withSettings(page) {
  if (!TABLE.test(page)) throw new Error('docs/operate/install.md has no place for the settings')
  const table = `| variable | default | meaning |\n|---|---|---|\n${rows.join('')}`
  return page.replace(TABLE, (_, start, end) => start + table + end)
}

if (process.argv[1] === import.meta.filename) await writeFile(FILE, withSettings(await readFile(FILE, 'utf8')))
