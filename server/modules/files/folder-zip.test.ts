import { describe, expect, it } from 'vitest'
import { placeEntries } from './folder-zip.ts'

const entry = (id: string, parentId: string | null, name: string) => ({ id, parentId, name })

describe('the entries of a folder’s archive', () => {
  it('stand below the folder, with a number where two names become one', () => {
    const rows = [
      entry('top', 'elsewhere', 'Plans'),
      entry('a', 'top', 'Year 7'),
      entry('b', 'a', 'inner'),
      entry('1', 'top', 'what?.md'),
      entry('2', 'top', 'what*.md'),
      entry('3', 'b', '..'),
    ]
    expect(placeEntries(rows, 'top', 'Plans').map(({ path }) => path)).toEqual([
      'Plans',
      'Plans/Year 7',
      'Plans/what_.md',
      'Plans/what_ (2).md',
      'Plans/Year 7/inner',
      'Plans/Year 7/inner/_',
    ])
  })

  it('are none without the folder itself, as when it was removed meanwhile', () => {
    expect(placeEntries([entry('a', 'top', 'x')], 'top', 'Plans')).toEqual([])
  })
})
