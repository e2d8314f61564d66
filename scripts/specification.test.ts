import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../contract/table.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(resolve(root, 'docs/develop/specification.md'), 'utf8')

interface Row {
  readonly section: string
  readonly asked: string
  readonly places: string
  readonly tests: string
}

const rows: readonly Row[] = page.split(/^## /m).flatMap((part) => {
  const section = part.slice(0, part.indexOf('\n'))
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what the'))
    .map((line) => {
      // A vertical line within a cell is written with a backslash.
      const [, asked = '', places = '', tests = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return { section, asked, places, tests }
    })
})

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
const text = new Map<string, string>()
function read(file: string): string {
  const known = text.get(file) ?? readFileSync(resolve(root, file), 'utf8')
  text.set(file, known)
  return known
}

describe('the page of the specification', () => {
  it('has the sections 2 to 9, each with its rows, and each row three cells', () => {
    const sections = new Set(rows.map(({ section }) => section[0]))
    expect([...sections]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
    expect(rows.length).toBeGreaterThan(480)
    expect(rows.filter(({ asked, places, tests }) => [asked, places, tests].includes(''))).toEqual([])
  })

  it('names places that are there', () => {
    const gone = rows.flatMap(({ asked, places }) =>
      filesIn(places)
        .filter((file) => !existsSync(resolve(root, file)))
        .map((file) => [asked, file]),
    )
    expect(gone).toEqual([])
  })

  it('names tests that are there', () => {
    const gone = rows.flatMap(({ asked, tests }) => {
      const quoted = [...tests.matchAll(/`([^`]+)` "([^"]+)"/g)]
      if (quoted.length === 0) return tests.startsWith('-') ? [] : [[asked, tests]]
      return quoted
        .filter(([, file = '', title = '']) => !existsSync(resolve(root, file)) || !read(file).includes(title))
        .map(([named]) => [asked, named])
    })
    expect(gone).toEqual([])
  })

  it('has no row that says it is unfinished', () => {
    expect(rows.filter((row) => /\((missing|hosts|clients)\)/.test(Object.values(row).join(' ')))).toEqual([])
  })

  it('lists calls of section 7 that the contract has', () => {
    // `{qy or mp}` is two calls of the contract.
    const plain = (path: string) => path.replace(/\?.*/, '').replaceAll(/\{[^}]+\}/g, '{}')
    const known = new Set(endpoints.map(({ path }) => plain(path)))
    const listed = rows
      .filter(({ section }) => section.startsWith('7'))
      .flatMap(({ asked }) => filesIn(asked))
      .flatMap((call) => /^(?:GET|POST|UPLOAD) (\/\S+)/.exec(call.replace('{qy or mp}', 'qy'))?.[1] ?? [])
    expect(new Set(listed).size).toBeGreaterThan(50)
    expect(listed.filter((path) => !known.has(plain(path)))).toEqual([])
  })
})
