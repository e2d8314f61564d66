import { describe, expect, it } from 'vitest'
import type { FileTree } from '../../../src/app/micro-apps/micro-app.ts'
import { momentForName, namePasted } from './incoming-files.tsx'

function treeOf(fileName: string): FileTree {
  const file = new File(['x'], fileName, { type: 'image/png', lastModified: 7 })
  const place = { uid: '1', parentId: null, fileName, webkitRelativePath: fileName }
  return { entries: [{ ...place, type: 'file', file, size: 1, lastModified: 7, handle: null }], unread: [] }
}

describe('namePasted', () => {
  it('names a pasted picture and keeps its bytes, type and time', async () => {
    const [named] = namePasted(treeOf('image.png'), 'Pasted 1').entries
    expect(named).toMatchObject({ fileName: 'Pasted 1.png', webkitRelativePath: 'Pasted 1.png', lastModified: 7 })
    if (named?.type !== 'file') throw new Error('there is no file')
    expect(named.file).toMatchObject({ name: 'Pasted 1.png', type: 'image/png', lastModified: 7 })
    expect(await named.file.text()).toBe('x')
  })

  it('leaves a file that was copied from a folder as it is', () => {
    const copied = treeOf('report.pdf')
    expect(namePasted(copied, 'Pasted 1')).toEqual(copied)
  })
})

describe('momentForName', () => {
  it('has no character that a file name cannot have', () => {
    expect(momentForName(new Date(2026, 10, 3, 4, 5, 9))).toBe('2026-11-03 04.05.09')
  })
})
