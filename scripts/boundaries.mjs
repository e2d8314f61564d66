// Checks the one-way imports of docs/decisions/0032. Without a fitting @swc/core the tool skips all TypeScript and passes: hence the count of modules.
import '@swc/core'
import { cruise } from 'dependency-cruiser'
import { rules } from './boundary-rules.mjs'
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
process.exitCode = summary.violations.length > 0 || summary.totalCruised < FEWEST_MODULES ? 1 : 0
