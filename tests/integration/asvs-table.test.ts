import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')

/** A file of the project as the table names it: tests without a folder stand where their kind stands. */
function pathOf(name: string): string {
  if (name.includes('/')) return name
  return name.endsWith('.spec.ts') ? `tests/e2e/${name}` : `tests/integration/${name}`
}

/** Every file that is named, with the titles that follow it up to the next one. */
const named = [...text.matchAll(/`([\w./-]+\.tsx?)`((?:(?!`[\w./-]+\.tsx?`)[^\n|])*)/g)].map(
  ([, name = '', after = '']) => ({
    path: pathOf(name),
    titles: [...after.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }),
)

it('The table of the security standard names only files that exist', () => {
  expect(named.length).toBeGreaterThan(100)
  expect(named.map(({ path }) => path).filter((path) => !existsSync(path))).toEqual([])
})

it('and only tests that exist in them', () => {
  const missing = named.flatMap(({ path, titles }) => {
    const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
    return titles.filter((title) => !source.includes(title)).map((title) => `${path}: ${title}`)
  })
  expect(missing).toEqual([])
})
