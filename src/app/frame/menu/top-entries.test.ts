import { expect, it } from 'vitest'
import type { Icon } from '../../../../contract/endpoints/desktop.ts'
import { topEntries } from './top-entries.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only codes matter to what is tested here
const icons = (count: number) => Array.from({ length: count }, (_, at) => ({ code: `app-${at}` }) as Icon)

it('shows all that fit, and nothing that leads to others then', () => {
  const entries = topEntries({ kind: 'flat', icons: icons(10) }, 672)
  expect(entries.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => 'link'))
})

it('ends with what leads to the others, each of which is there once', () => {
  const entries = topEntries({ kind: 'flat', icons: icons(14) }, 672)
  expect(entries).toHaveLength(10)
  const last = entries.at(-1)
  expect(last).toMatchObject({ kind: 'rest', all: false, content: { kind: 'flat' } })
  expect(last?.kind === 'rest' && last.content.kind === 'flat' && last.content.icons.map(({ code }) => code)).toEqual([
    'app-9',
    'app-10',
    'app-11',
    'app-12',
    'app-13',
  ])
})

it('keeps the names of groups that have no place of their own', () => {
  const groups = (['ZDYYYFL-CYYY', 'ZDYYYFL-XZBG', 'ZDYYYFL-JWGL', 'ZDYYYFL-SJZX'] as const).map((code) => ({
    code,
    iconVMs: icons(2),
  }))
  const entries = topEntries({ kind: 'grouped', groups }, 60 * 3 + 8 * 2)
  expect(entries.map(({ key }) => key)).toEqual(['ZDYYYFL-CYYY', 'ZDYYYFL-XZBG', 'rest'])
  expect(entries.at(-1)).toMatchObject({ content: { kind: 'grouped', groups: groups.slice(2) } })
})

it('is one entry for all where there is hardly any room', () => {
  expect(topEntries({ kind: 'flat', icons: icons(5) }, 0)).toMatchObject([{ kind: 'rest', all: true }])
  expect(topEntries({ kind: 'flat', icons: icons(5) }, 60 * 2 + 8)).toMatchObject([{ kind: 'rest', all: true }])
})

it('is nothing where there are no applications', () => {
  expect(topEntries({ kind: 'flat', icons: [] }, 672)).toEqual([])
})
