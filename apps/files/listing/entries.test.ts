import { describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { createEntrySorter, nextSort, withArriving, type EntrySorter, type Sort } from './entries.ts'

const folder = (name: string, day = 1): Folder => ({
  id: `d-${name}`,
  name,
  parentId: null,
  createdAt: `2026-01-0${day}T00:00:00Z`,
})
const file = (name: string, size = 0, day = 1): StoredFile => ({
  id: `f-${name}`,
  name,
  size,
  md5: '0'.repeat(32),
  type: 'application/pdf',
  folderId: null,
  createdAt: `2026-01-0${day}T00:00:00Z`,
})

const sortEntries: EntrySorter = (...given) => createEntrySorter()(...given)

function names(listing: { folders: Folder[]; files: StoredFile[] }, sort: Sort, language: 'en' | 'zh-CN' = 'en') {
  return sortEntries(listing, sort, language).map((entry) => entry.name)
}

describe('the order of entries', () => {
  it('puts folders before files whatever the order', () => {
    const listing = { folders: [folder('z', 9)], files: [file('a', 5, 1)] }
    for (const by of ['name', 'size', 'date'] as const) {
      for (const descending of [true, false]) expect(names(listing, { by, descending })).toEqual(['z', 'a'])
    }
  })

  it('reads numbers in names by their value', () => {
    const listing = { folders: [], files: [file('Lesson 10'), file('lesson 2'), file('Lesson 1')] }
    expect(names(listing, { by: 'name', descending: false })).toEqual(['Lesson 1', 'lesson 2', 'Lesson 10'])
    expect(names(listing, { by: 'name', descending: true })).toEqual(['Lesson 10', 'lesson 2', 'Lesson 1'])
  })

  it('gives the same row for what has not changed, and another one for what has', () => {
    const sorter = createEntrySorter()
    const sort = { by: 'name', descending: false } as const
    const [one, two] = [file('one'), file('two')]
    const before = sorter({ folders: [folder('gone')], files: [one, two] }, sort, 'en')
    const after = sorter({ folders: [folder('new')], files: [{ ...one }, { ...two, name: 'three' }] }, sort, 'en')
    expect(after.map(({ name }) => name)).toEqual(['new', 'one', 'three'])
    expect(after.map((entry) => before.includes(entry))).toEqual([false, true, false])
    const turned = sorter({ folders: [], files: [one] }, { by: 'size', descending: true }, 'en')
    expect(turned[0]).toBe(before[1])
  })

  it('is the same however what is there has come and gone', () => {
    const all = Array.from({ length: 60 }, (_, at) => file(`File ${(at * 37) % 60}`, at % 7, 1 + (at % 9)))
    for (const by of ['name', 'size', 'date'] as const) {
      for (const descending of [true, false]) {
        const sorter = createEntrySorter()
        for (const files of [all.slice(20, 30), all.slice(0, 45), all, all.filter((_, at) => at % 3 > 0), [], all]) {
          const listing = { folders: [folder('z'), folder('a')], files }
          const sort = { by, descending }
          expect(sorter(listing, sort, 'en')).toEqual(sortEntries(listing, sort, 'en'))
        }
        expect(sorter({ folders: [], files: all }, { by, descending: !descending }, 'zh-CN')).toEqual(
          sortEntries({ folders: [], files: all }, { by, descending: !descending }, 'zh-CN'),
        )
      }
    }
  })

  it('orders Chinese names by their sound', () => {
    const listing = { folders: [], files: [file('张三'), file('安全'), file('北京')] }
    expect(names(listing, { by: 'name', descending: false }, 'zh-CN')).toEqual(['安全', '北京', '张三'])
  })

  it('orders equal sizes and dates by name in both directions', () => {
    const listing = { folders: [], files: [file('b', 1, 2), file('a', 1, 2), file('c', 9, 1)] }
    expect(names(listing, { by: 'size', descending: true })).toEqual(['c', 'a', 'b'])
    expect(names(listing, { by: 'size', descending: false })).toEqual(['a', 'b', 'c'])
    expect(names(listing, { by: 'date', descending: true })).toEqual(['a', 'b', 'c'])
    expect(names(listing, { by: 'date', descending: false })).toEqual(['c', 'a', 'b'])
  })
})

describe('nextSort', () => {
  it('turns the leading column round and starts another in its natural direction', () => {
    expect(nextSort({ by: 'name', descending: false }, 'name')).toEqual({ by: 'name', descending: true })
    expect(nextSort({ by: 'name', descending: true }, 'size')).toEqual({ by: 'size', descending: true })
    expect(nextSort({ by: 'size', descending: true }, 'name')).toEqual({ by: 'name', descending: false })
  })
})

describe('folders that uploads are about to make', () => {
  const entry = (kind: 'file' | 'folder', name: string) => ({ kind, id: name, name, size: null, changedAt: '' })

  it('come first, until the list has them itself', () => {
    const list = [entry('folder', 'A'), entry('file', 'B')]
    expect(withArriving(list, ['B', 'A']).map(({ name, arriving }) => [name, arriving])).toEqual([
      ['B', true],
      ['A', undefined],
      ['B', undefined],
    ])
    expect(withArriving(list, ['A'])).toBe(list)
  })
})
