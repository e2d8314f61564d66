import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTests } from './find-tests.mjs'

// What a check of tests has to notice: one that is gone, is left out, or asserts nothing any more.

const HELPERS = `export function expectSaved(page: unknown) { expect(page).toBeTruthy() }`
const TESTS = `
import { expectSaved } from './helpers.ts'
const elsewhere = test.extend({})
function look(page: unknown) { expect(page).toBeTruthy() }
it('asserts', () => { expect(1).toBe(1) })
it('asserts nothing', () => { 1 + 1 })
it('asserts by a function of its file', () => look(1))
it('asserts by a function of another file', () => expectSaved(1))
it.skip('is left out', () => { expect(1).toBe(1) })
describe.skip('a part', () => { it('is left out with its part', () => { expect(1).toBe(1) }) })
it.each([1])('has %s as a title', () => { expect(1).toBe(1) })
test(\`in \${'en'}\`, async () => { await test.step('is a step', () => { expect(1).toBe(1) }) })
elsewhere('is made by another function', () => { expect(1).toBe(1) })
`

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-find-tests-'))
  file = join(folder, 'some.test.ts')
  await writeFile(join(folder, 'helpers.ts'), HELPERS)
  await writeFile(file, TESTS)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each([
  ['asserts', [{ isLeftOut: false, asserts: true }]],
  ['asserts nothing', [{ isLeftOut: false, asserts: false }]],
  ['asserts by a function of its file', [{ isLeftOut: false, asserts: true }]],
  ['asserts by a function of another file', [{ isLeftOut: false, asserts: true }]],
  ['is left out', [{ isLeftOut: true, asserts: true }]],
  ['is left out with its part', [{ isLeftOut: true, asserts: true }]],
  ['has %s as a title', [{ isLeftOut: false, asserts: true }]],
  ['in …', [{ isLeftOut: false, asserts: true }]],
  ['is a step', [{ isLeftOut: false, asserts: true }]],
  ['is made by another function', [{ isLeftOut: false, asserts: true }]],
  ['asserts by a function', []],
  ['is not there', []],
])('knows of the test “%s” whether it runs and asserts', (title, found) => {
  expect(findTests(file, title)).toEqual(found)
})
