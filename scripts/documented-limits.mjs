// Checks docs/operate/install.md: web servers in front are told to let the largest body of any endpoint through (nginx refuses the rest before the portal can say
// anything), and the table of settings is the one of the code.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withSettings } from './documented-settings.mjs'
import { loadTypeScript, root } from './ready.mjs'

const MEGABYTE = 1024 * 1024
const { endpoints } = await loadTypeScript('contract/table.ts')
const { BODY_LIMIT, PROXY_BODY_MEGABYTES } = await loadTypeScript('contract/limits.ts')

const [largest] = endpoints.toSorted((a, b) => (b.bodyLimit ?? BODY_LIMIT) - (a.bodyLimit ?? BODY_LIMIT))
const needed = Math.ceil((largest.bodyLimit ?? BODY_LIMIT) / MEGABYTE)
const problems = []
if (PROXY_BODY_MEGABYTES !== needed)
  problems.push(`PROXY_BODY_MEGABYTES is ${PROXY_BODY_MEGABYTES}, but ${largest.name} takes ${needed} MB`)

const document = await readFile(join(root, 'docs/operate/install.md'), 'utf8')
const sizes = [...document.matchAll(/client_max_body_size (\S+?)[;`]/g)].map(([, size]) => size)
if (sizes.length === 0) problems.push('docs/operate/install.md names no client_max_body_size')
for (const size of sizes)
  if (size !== `${needed}m`)
    problems.push(`docs/operate/install.md says client_max_body_size ${size}, but the largest body needs ${needed}m`)

if (withSettings(document) !== document)
  problems.push('docs/operate/install.md does not have the settings of server/runtime/settings.ts: run npm run docs')

for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
