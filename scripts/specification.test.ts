import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../contract/table.ts'
import { findTests, titlesIn } from './find-tests.mjs'
import { pageOf, readSpecification } from './specification.mjs'

const root = resolve(import.meta.dirname, '..')

const row = z.strictObject({
  asked: z.string(),
  places: z.optional(z.array(z.string())),
  tests: z.optional(z.array(z.strictObject({ file: z.string(), test: z.string() }))),
})
const schema = z.strictObject({
  intro: z.string(),
  sections: z.array(
    z.strictObject({
      section: z.string(),
      title: z.optional(z.string()),
      note: z.optional(z.string()),
      rows: z.optional(z.array(row)),
    }),
  ),
})

const specification = schema.parse(await readSpecification())
const rows = specification.sections.flatMap(({ section, rows: all = [] }) =>
  all.map(({ asked, places = [], tests = [] }) => ({ section, asked, places, tests })),
)
/** Sentences that ask for nothing: each says why. */
const WITHOUT_A_TEST = 3

describe('the specification', () => {
  it('is the page that its rows make', () => {
    const page = readFileSync(resolve(root, 'docs/develop/specification.md'), 'utf8')
    expect(page === pageOf(specification), 'docs/develop/specification.md is stale: run npm run docs').toBe(true)
  })

  it('has the sections 2 to 9, each with its rows', () => {
    expect([...new Set(rows.map(({ section }) => section[0]))]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
    expect(rows.length).toBeGreaterThan(480)
    expect(rows.filter(({ asked }) => asked === '')).toEqual([])
  })

  it('has a place and a test for each row, but for the few that ask for nothing', () => {
    expect(rows.filter(({ places, tests }) => places.length === 0 || tests.length === 0)).toHaveLength(WITHOUT_A_TEST)
  })

  it('names places that are there', () => {
    const gone = rows.flatMap(({ asked, places }) =>
      places.filter((file) => !existsSync(resolve(root, file))).map((file) => [asked, file]),
    )
    expect(gone).toEqual([])
  })

  it('names tests by their whole titles, which are there, are not left out and assert something', () => {
    const problems = rows.flatMap(({ asked, tests }) =>
      tests.flatMap(({ file, test }) => {
        if (!existsSync(resolve(root, file))) return [`${asked}: ${file} is gone`]
        const found = findTests(file, test)
        if (found.length === 0) return [`${asked}: ${file} has no test "${test}", but ${titlesIn(file).join('; ')}`]
        if (found.some(({ isLeftOut }) => isLeftOut)) return [`${asked}: "${test}" in ${file} is left out`]
        return found.every(({ asserts }) => asserts) ? [] : [`${asked}: "${test}" in ${file} asserts nothing`]
      }),
    )
    expect(problems).toEqual([])
  })

  it('has no row that says it is unfinished', () => {
    expect(rows.filter((one) => /\((missing|hosts|clients)\)/.test(JSON.stringify(one)))).toEqual([])
  })

  it('lists calls of section 7 that the contract has', () => {
    // `{qy or mp}` is two calls of the contract.
    const plain = (path: string) => path.replace(/\?.*/, '').replaceAll(/\{[^}]+\}/g, '{}')
    const known = new Set(endpoints.map(({ path }) => plain(path)))
    const listed = rows
      .filter(({ section }) => section.startsWith('7'))
      .flatMap(({ asked }) => [...asked.matchAll(/`([^`]+)`/g)].map(([, call = '']) => call))
      .flatMap((call) => /^(?:GET|POST|UPLOAD) (\/\S+)/.exec(call.replace('{qy or mp}', 'qy'))?.[1] ?? [])
    expect(new Set(listed).size).toBeGreaterThan(50)
    expect(listed.filter((path) => !known.has(plain(path)))).toEqual([])
  })
})
