// Checks the one-way imports of docs/develop/decisions/0032. Without a fitting @swc/core the tool skips all TypeScript and passes: hence the count of modules.
import '@swc/core'
import { cruise } from 'dependency-cruiser'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, rules } from './boundary-rules.mjs'
import { root } from './ready.mjs'

const FEWEST_MODULES = 200

const { output } = await cruise(['contract', 'src', 'apps', 'kit', 'server'], {
  baseDir: root,
  ruleSet: { forbidden: rules },
  validate: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: String.raw`\.test\.tsx?$` },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
})
const { summary } = output
for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} -> ${to}`)
console.log(`${summary.totalCruised} modules, ${summary.violations.length} forbidden imports`)
if (summary.totalCruised < FEWEST_MODULES)
  console.log(`expected at least ${FEWEST_MODULES} modules: the tool did not see the code`)

// The domains of the server: each folder has its place in the order, and docs/develop/architecture.md shows that order.
const unordered = readdirSync(join(root, 'server/modules')).filter((name) => !MODULES.includes(name))
for (const name of unordered) console.log(`server/modules/${name} is not in MODULES of scripts/boundary-rules.mjs`)
const [, section = ''] = readFileSync(join(root, 'docs/develop/architecture.md'), 'utf8').split(
  '\n## The domains of the server\n',
)
const documented = [...section.split('\n## ')[0].matchAll(/^\| `([a-z-]+(?:\/[a-z-]+)?)` \|/gm)].map(([, name]) => name)
const isDocumented = documented.join(' ') === MODULES.join(' ')
if (!isDocumented)
  console.log('the domains of docs/develop/architecture.md differ from MODULES of scripts/boundary-rules.mjs')

const isFine = summary.violations.length === 0 && summary.totalCruised >= FEWEST_MODULES
process.exitCode = isFine && unordered.length === 0 && isDocumented ? 0 : 1
