// Finds tests in a file by their titles, and says what each of them does: is it left out, does it assert anything?
import { parseSync } from '@swc/core'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { root } from './ready.mjs'

/** Functions whose first text is the title of a test, or of a part of one. */
const TESTS = /^(?:it|test|step|describe)$/
const LEFT_OUT = /^(?:skip|todo|fixme|fails)$/
const ASSERTS = /^(?:expect|assert|fc)$|^expect[A-Z]/
/** How many calls deep a helper may assert for its caller. */
const DEPTH = 4

const parsed = new Map()
/** The file's syntax tree, its functions by name, and where imported names come from. */
function parse(file) {
  const known = parsed.get(file)
  if (known) return known
  const text = readFileSync(resolve(root, file), 'utf8')
  const module = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' })
  const functions = new Map()
  const imports = new Map()
  const result = { module, functions, imports, tests: [] }
  parsed.set(file, result)
  walk(module, [], (node, parents) => {
    if (node.type === 'FunctionDeclaration') functions.set(node.identifier.value, node)
    if (node.type === 'ClassMethod' && node.key.type === 'Identifier') functions.set(node.key.value, node)
    if (node.type === 'VariableDeclarator' && node.init && node.id.type === 'Identifier')
      functions.set(node.id.value, node.init)
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.'))
      for (const { local } of node.specifiers) imports.set(local.value, resolve(root, dirname(file), node.source.value))
    if (node.type === 'CallExpression') {
      const names = namesOf(node.callee)
      // `const elsewhere = test.extend(…)` makes tests too.
      const maker = functions.get(names[0])
      const isTest = names.some((name) => TESTS.test(name)) || (maker && namesOf(maker).includes('extend'))
      if (!isTest) return
      const title = node.arguments.map(({ expression }) => titleOf(expression)).find((one) => one !== undefined)
      if (title === undefined) return
      const around = parents
        .filter((parent) => parent.type === 'CallExpression')
        .flatMap(({ callee }) => namesOf(callee))
      result.tests.push({
        title,
        isLeftOut: [...names, ...around].some((name) => LEFT_OUT.test(name)),
        node,
        file,
      })
    }
  })
  return result
}

function walk(node, parents, visit) {
  if (Array.isArray(node)) for (const one of node) walk(one, parents, visit)
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node, parents)
    const within = typeof node.type === 'string' ? [...parents, node] : parents
    for (const [key, value] of Object.entries(node))
      if (key !== 'span' && typeof value === 'object') walk(value, within, visit)
  }
}

/** `it.skip.each(…)` is it, skip, each; `test.step` is test, step. */
function namesOf(callee) {
  if (callee.type === 'Identifier') return [callee.value]
  if (callee.type === 'MemberExpression')
    return [...namesOf(callee.object), ...(callee.property.type === 'Identifier' ? [callee.property.value] : [])]
  if (callee.type === 'CallExpression') return namesOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag)
  return []
}

function titleOf(expression) {
  if (expression.type === 'StringLiteral') return expression.value
  if (expression.type === 'TemplateLiteral') return expression.quasis.map(({ cooked }) => cooked).join('…')
  return undefined
}

/** Whether the code asserts anything, by itself or by a function of the repository that it calls. */
function asserts(node, file, depth = 0, seen = new Set()) {
  const { functions, imports } = parse(file)
  let does = false
  walk(node, [], (one) => {
    if (does || one.type !== 'CallExpression') return
    const names = namesOf(one.callee)
    if (names.some((name) => ASSERTS.test(name))) does = true
    else if (depth < DEPTH)
      for (const name of names) {
        const key = `${file} ${name}`
        if (seen.has(key)) continue
        seen.add(key)
        const from = imports.get(name)
        if (functions.has(name)) does ||= asserts(functions.get(name), file, depth + 1, seen)
        else if (from && existsSync(from)) {
          const { functions: theirs } = parse(from)
          if (theirs.has(name)) does ||= asserts(theirs.get(name), from, depth + 1, seen)
        }
      }
  })
  return does
}

/**
 * The tests of a file whose title is this one, with whether they assert anything.
 * @returns {{ isLeftOut: boolean, asserts: boolean }[]}
 */
export function findTests(file, title) {
  return parse(file)
    .tests.filter((test) => test.title === title)
    .map(({ node, isLeftOut }) => ({ isLeftOut, asserts: asserts(node.arguments, file) }))
}

/**
 * The titles of all tests of a file, and of their parts.
 * @returns {string[]}
 */
export const titlesIn = (file) => parse(file).tests.map(({ title }) => title)
