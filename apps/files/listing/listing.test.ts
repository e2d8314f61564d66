import { describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { highlighted, joinPages, knownPath, totalsOf, type Page } from './listing.ts'

const folder = (id: string, parentId: string | null = null): Folder => ({
  id,
  name: id,
  parentId,
  createdAt: '2026-01-01T00:00:00Z',
})
const file = (id: string, size: number): StoredFile => ({
  id,
  name: id,
  size,
  md5: '0'.repeat(32),
  type: 'application/pdf',
  folderId: null,
  createdAt: '2026-01-01T00:00:00Z',
})
const ids = (path: readonly Folder[]) => path.map(({ id }) => id)

describe('a listing of which a page has come', () => {
  const first: Page = {
    folderId: null,
    path: [],
    folders: [folder('a')],
    files: [file('b', 10)],
    next: 'after b',
    totals: { folders: 1, files: 300, bytes: 5000 },
    addedBefore: 0,
  }
  const next = (...files: StoredFile[]): Page => ({ ...first, folders: [], files, next: null, totals: null })

  it('grows by the next page, in which nothing comes twice', () => {
    const both = joinPages([first, next(file('b', 10), file('c', 20))], [])
    expect([...both!.folders, ...both!.files].map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect([both!.next, both!.totals]).toEqual([null, first.totals])
  })

  it('comes to what the server said, and what has been added and removed since', () => {
    expect(totalsOf(joinPages([first], [])!, {})).toEqual({ folders: 1, files: 300, bytes: 5000 })
    const added = joinPages([first], [file('b', 10), file('new', 7), folder('d'), folder('elsewhere', 'a')])!
    expect(totalsOf(added, {})).toEqual({ folders: 2, files: 301, bytes: 5007 })
    expect(totalsOf(added, { b: 'gone', a: 'asked', elsewhere: 'gone' })).toEqual({
      folders: 1,
      files: 300,
      bytes: 4997,
    })
  })

  it('has what was added before it was requested only if the server says so', () => {
    const listing = joinPages([{ ...first, addedBefore: 1 }], [file('old', 7), file('new', 7)])!
    expect(listing.files.map(({ id }) => id)).toEqual(['b', 'new'])
    expect(listing.totals?.files).toBe(301)
  })

  it('comes to what is there once it is whole, whatever was said before', () => {
    const whole = joinPages([first, next(file('c', 20))], [])!
    expect(totalsOf(whole, { b: 'gone' })).toEqual({ folders: 1, files: 1, bytes: 20 })
  })
})

describe('knownPath', () => {
  const a = folder('a')
  const b = folder('b', 'a')
  const c = folder('c', 'b')
  const listings = [
    { folderId: null, path: [], folders: [a] },
    { folderId: 'b', path: [a, b], folders: [c] },
  ]

  it('is empty at the top', () => {
    expect(knownPath(listings, null)).toEqual([])
  })

  it('is the path of a listing that has arrived', () => {
    expect(ids(knownPath(listings, 'b'))).toEqual(['a', 'b'])
  })

  it('leads on from the folder that shows the wished one', () => {
    expect(ids(knownPath(listings, 'c'))).toEqual(['a', 'b', 'c'])
  })

  it('leads back along the path of a deeper folder', () => {
    expect(ids(knownPath(listings.slice(1), 'a'))).toEqual(['a'])
  })

  it('is empty for a folder nobody has shown yet', () => {
    expect(knownPath(listings, 'unseen')).toEqual([])
  })
})

describe('highlighted', () => {
  const fresh = (count: number): Record<string, true> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, true]))

  it('is what has just arrived', () => {
    expect(highlighted(fresh(30))).toEqual(fresh(30))
  })

  it('is nothing when that is a whole folder', () => {
    expect(highlighted(fresh(31))).toEqual({})
  })
})
