import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const text = readFileSync('docs/develop/asvs.md', 'utf8')

const tests = new Map(
  ['tests/integration', 'tests/e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (path) => [basename(path), join(folder, path)] as const,
    ),
  ),
)

/** A file of the project as the table names it: tests without a folder stand in the folder of their domain. */
function pathOf(name: string): string {
  return name.includes('/') ? name : (tests.get(name) ?? name)
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
