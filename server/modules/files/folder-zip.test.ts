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

  it('unpack on systems that ignore case, know devices by name or allow 255 bytes', () => {
    const names = [
      'plan.md',
      'Plan.md',
      'PLAN.MD',
      'aux.md',
      'NUL',
      'COM1.docx',
      'con',
      'lpt\u00b2.txt',
      'aux .md',
      'auxiliary.md',
      'ends. .',
      `${'字'.repeat(100)}.docx`,
      `${'字'.repeat(100)}!.docx`,
      '字'.repeat(90),
    ]
    const rows = [entry('top', 'elsewhere', 'Plans'), ...names.map((name, at) => entry(String(at), 'top', name))]
    const placed = placeEntries(rows, 'top', 'Plans')
      .slice(1)
      .map(({ path }) => path.slice('Plans/'.length))
    expect(placed).toEqual([
      'plan.md',
      'Plan (2).md',
      'PLAN (3).MD',
      '_aux.md',
      '_NUL',
      '_COM1.docx',
      '_con',
      '_lpt\u00b2.txt',
      '_aux .md',
      'auxiliary.md',
      'ends',
      `${'字'.repeat(83)}.docx`,
      `${'字'.repeat(82)} (2).docx`,
      '字'.repeat(85),
    ])
    for (const name of placed) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  })

  it('are none without the folder itself, as when it was removed meanwhile', () => {
    expect(placeEntries([entry('a', 'top', 'x')], 'top', 'Plans')).toEqual([])
  })
})
