import { describe, expect, it } from 'vitest'
import type { Folder } from '../../contract/calls/files.ts'
import { knownPath, pointedOut, withKnown } from './listing.ts'

const folder = (id: string, parentId: string | null = null): Folder => ({
  id,
  name: id,
  parentId,
  createdAt: '2026-01-01T00:00:00Z',
})
const ids = (path: readonly Folder[]) => path.map(({ id }) => id)

describe('withKnown', () => {
  it('keeps the objects of what is as it was, and takes over everything else', () => {
    const before = { folderId: null, path: [], folders: [folder('a'), folder('b'), folder('gone')], files: [] }
    const now = {
      folderId: null,
      path: [folder('p')],
      folders: [folder('new'), { ...folder('a'), name: 'other' }, folder('b')],
      files: [],
    }
    const both = withKnown(now, before)
    expect(both).toEqual(now)
    expect(both.folders.map((item) => before.folders.includes(item))).toEqual([false, false, true])
    expect(withKnown(now, undefined)).toBe(now)
  })
})

describe('knownPath', () => {
  const a = folder('a')
  const b = folder('b', 'a')
  const c = folder('c', 'b')
  const listings = { '': { path: [], folders: [a] }, b: { path: [a, b], folders: [c] } }

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
    expect(ids(knownPath({ b: listings.b }, 'a'))).toEqual(['a'])
  })

  it('is empty for a folder nobody has shown yet', () => {
    expect(knownPath(listings, 'unseen')).toEqual([])
  })
})

describe('pointedOut', () => {
  const fresh = (count: number): Record<string, true> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, true]))

  it('is what has just arrived', () => {
    expect(pointedOut(fresh(30))).toEqual(fresh(30))
  })

  it('is nothing when that is a whole folder', () => {
    expect(pointedOut(fresh(31))).toEqual({})
  })
})
