import { describe, expect, it } from 'vitest'
import { UPLOAD_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { growTree, queuedOf, treeOfFiles } from './directory-tree.ts'
import type { FileTree } from '../../micro-apps/upload-types.ts'

/** A file as `<input webkitdirectory>` hands it over. */
function chosen(webkitRelativePath: string, size = 1): File {
  const file = new File(['x'.repeat(size)], webkitRelativePath.split('/').at(-1) ?? '', { lastModified: 7 })
  Object.defineProperty(file, 'webkitRelativePath', {
    value: webkitRelativePath.includes('/') ? webkitRelativePath : '',
  })
  return file
}

/** What a tree looks like from its top: each entry by the names that lead to it. */
function shape({ entries }: FileTree): string[] {
  const byId = new Map(entries.map((entry) => [entry.uid, entry]))
  const pathOf = (uid: string | null): string => {
    const entry = uid === null ? undefined : byId.get(uid)
    return entry ? `${pathOf(entry.parentId)}/${entry.fileName}` : ''
  }
  return entries.map(({ uid, type }) => `${type} ${pathOf(uid)}`)
}

describe('a tree of chosen files', () => {
  it('has each directory once, before what lies in it', async () => {
    const tree = await treeOfFiles([
      chosen('教案/一.pdf'),
      chosen('教案/图/b.png'),
      chosen('教案/图/c.png'),
      chosen('教案/二.pdf'),
    ])
    expect(shape(tree)).toEqual([
      'directory /教案',
      'file /教案/一.pdf',
      'directory /教案/图',
      'file /教案/图/b.png',
      'file /教案/图/c.png',
      'file /教案/二.pdf',
    ])
  })

  it('describes files as the specification does', async () => {
    const { entries } = await treeOfFiles([chosen('a/b.pdf', 3), chosen('c.pdf')])
    expect(entries[1]).toMatchObject({
      type: 'file',
      fileName: 'b.pdf',
      parentId: entries[0]?.uid,
      size: 3,
      lastModified: 7,
      webkitRelativePath: 'a/b.pdf',
      handle: null,
    })
    expect(entries[2]).toMatchObject({ fileName: 'c.pdf', parentId: null, webkitRelativePath: 'c.pdf' })
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(3)
  })

  it('lets directories of one name be different ones in different places', async () => {
    const tree = await treeOfFiles([chosen('a/x/1'), chosen('b/x/2')])
    expect(queuedOf(tree).files.map(({ path }) => path)).toEqual([
      ['a', 'x'],
      ['b', 'x'],
    ])
  })

  it('lets the page have its turn between thousands of files', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    const tree = await treeOfFiles(Array.from({ length: 4000 }, (_, index) => chosen(`a/${index % 40}/${index}`)))
    clearInterval(timer)
    expect(tree.entries).toHaveLength(4041)
    expect(turns).toBeGreaterThan(2)
  })

  it('leaves out what systems put into directories for themselves, and nothing that a person chose', async () => {
    const tree = await treeOfFiles([chosen('a/.DS_Store'), chosen('a/Thumbs.db'), chosen('.DS_Store')])
    expect(shape(tree)).toEqual(['directory /a', 'file /.DS_Store'])
  })

  it('refuses more than can be uploaded at once', async () => {
    const growing = growTree()
    for (let count = 0; count < UPLOAD_ENTRIES_MAX; count++) growing.addDirectory(null, String(count))
    expect(() => growing.addDirectory(null, 'more')).toThrow('upload.too_many')
    expect(growing.tree.entries).toHaveLength(UPLOAD_ENTRIES_MAX)
  })
})

describe('what the queue is given', () => {
  it('is each file with the names that lead to it, and the directories that nothing lies in', () => {
    const growing = growTree()
    const top = growing.addDirectory(null, 'top')
    growing.addDirectory(top.uid, 'empty')
    const inner = growing.addDirectory(top.uid, 'inner')
    growing.addFile(inner.uid, new File(['1'], 'one'))
    growing.addFile(null, new File(['2'], 'two'))
    const { files, folders } = queuedOf(growing.tree)
    expect(files.map(({ file, path, handle }) => [file.name, path, handle])).toEqual([
      ['one', ['top', 'inner'], null],
      ['two', [], null],
    ])
    expect(folders).toEqual([['top', 'empty']])
  })
})
