import { describe, expect, it } from 'vitest'
import { momentForName, namePasted, readDropped } from './dropped-files.ts'

const file = (name: string) => new File(['x'], name, { type: 'image/png' })
const item = (name: string, isDirectory = false) => ({
  kind: 'file',
  getAsFile: () => file(name),
  webkitGetAsEntry: () => ({ isDirectory }),
})

describe('readDropped', () => {
  it('takes the files and counts the folders', () => {
    const dropped = readDropped({ items: [item('a.pdf'), item('课件', true), item('b.png')] })
    expect(dropped.files.map(({ name }) => name)).toEqual(['a.pdf', 'b.png'])
    expect(dropped.folders).toBe(1)
  })

  it('leaves dragged text alone', () => {
    expect(readDropped({ items: [{ kind: 'string', getAsFile: () => null }] })).toEqual({ files: [], folders: 0 })
  })

  it('works where entries are not known', () => {
    expect(readDropped({ items: [{ kind: 'file', getAsFile: () => file('a.pdf') }] }).files).toHaveLength(1)
  })
})

describe('namePasted', () => {
  it('names a pasted picture and keeps its bytes and type', async () => {
    const named = namePasted(file('image.png'), 'Pasted 1')
    expect(named.name).toBe('Pasted 1.png')
    expect(named.type).toBe('image/png')
    expect(await named.text()).toBe('x')
  })

  it('leaves a file that was copied from a folder as it is', () => {
    const copied = file('report.pdf')
    expect(namePasted(copied, 'Pasted 1')).toBe(copied)
  })
})

describe('momentForName', () => {
  it('has no character that a file name cannot have', () => {
    expect(momentForName(new Date(2026, 10, 3, 4, 5, 9))).toBe('2026-11-03 04.05.09')
  })
})
