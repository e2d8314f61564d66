import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UPLOAD_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { growTree, queuedOf, readTransfer, treeOfFiles } from './file-tree.ts'
import type { FileTree } from '../../micro-apps/upload-types.ts'

/** Directories as nested objects; a text is a file's content, null a file that cannot be read, 'locked' a directory that cannot. */
interface Content {
  readonly [name: string]: Content | string | null | Locked
}
const locked = Symbol('a directory that cannot be listed')
type Locked = typeof locked

/** Chromium hands over so many entries at a time. */
const AT_ONCE = 100
let listings = 0

function entryOf(name: string, content: Content[string]): FileSystemEntry {
  if (content === null || typeof content === 'string') {
    const file = (resolve: (file: File) => void, reject: (error: Error) => void) =>
      content === null ? reject(new Error('NotReadable')) : resolve(new File([content], name))
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const left = content === locked ? [] : Object.entries(content)
    return {
      readEntries(resolve: (entries: FileSystemEntry[]) => void, reject: (error: Error) => void) {
        listings += 1
        if (content === locked) reject(new Error('NotReadable'))
        else resolve(left.splice(0, AT_ONCE).map(([child, inside]) => entryOf(child, inside)))
      },
    }
  }
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}

function handleOf(name: string, content: Content[string]): FileSystemHandle {
  if (content === null || typeof content === 'string') {
    const getFile = async () => {
      if (content === null) throw new Error('NotFound')
      return new File([content], name)
    }
    return { kind: 'file', name, getFile } as unknown as FileSystemHandle
  }
  async function* values() {
    if (content === locked) throw new Error('NotAllowed')
    for (const [child, inside] of Object.entries(content as Content)) yield handleOf(child, inside)
  }
  return { kind: 'directory', name, values } as unknown as FileSystemHandle
}

/** The items of a drop, which give nothing any more once the event is over. */
function drop(content: Content, how: 'entries' | 'handles' | 'refused handles' | 'files') {
  let isOver = false
  const during = <T>(value: T): T | null => (isOver ? null : value)
  const items = Object.entries(content).map(([name, inside]) => ({
    kind: 'file',
    getAsFile: () => during(new File([typeof inside === 'string' ? inside : ''], name)),
    ...(how !== 'files' && { webkitGetAsEntry: () => during(entryOf(name, inside)) }),
    ...(how === 'handles' && { getAsFileSystemHandle: async () => during(handleOf(name, inside)) }),
    ...(how === 'refused handles' && { getAsFileSystemHandle: async () => Promise.reject(new Error('NotAllowed')) }),
  }))
  const reading = readTransfer({ items: [{ kind: 'string', getAsFile: () => null }, ...items] })
  isOver = true
  return reading
}

function paths(tree: FileTree): string[] {
  const { files, folders } = queuedOf(tree)
  return [
    ...folders.map((path) => `${path.join('/')}/`),
    ...files.map(({ file, path = [] }) => [...path, file.name].join('/')),
  ]
}

beforeEach(() => {
  listings = 0
})

describe.each(['entries', 'handles', 'refused handles'] as const)('what is dropped, read by %s', (how) => {
  it('keeps its structure, and directories that nothing lies in', async () => {
    const tree = await drop({ 'a.pdf': '1', 课件: { 图: { 'b.png': '2' }, 空: {}, 'c.pdf': '3' } }, how)
    expect(paths(tree)).toEqual(['课件/空/', 'a.pdf', '课件/图/b.png', '课件/c.pdf'])
    expect(tree.unread).toEqual([])
  })

  it('names what cannot be read, and loses nothing else', async () => {
    const tree = await drop({ top: { 'bad.pdf': null, hidden: locked, 'good.pdf': '1' }, 'last.pdf': '2' }, how)
    expect(tree.unread).toEqual(['bad.pdf', 'hidden'])
    expect(paths(tree)).toEqual(['top/hidden/', 'top/good.pdf', 'last.pdf'])
  })

  it('refuses more than can be uploaded at once', async () => {
    const many = Object.fromEntries(Array.from({ length: UPLOAD_ENTRIES_MAX }, (_, index) => [`${index}.pdf`, '']))
    await expect(drop({ many }, how)).rejects.toThrow('upload.too_many')
  })

  it('does not go down for ever', async () => {
    let deep: Content = { 'lost.pdf': '1' }
    for (let level = 0; level < 30; level++) deep = { d: deep }
    const tree = await drop(deep, how)
    expect(paths(tree)).toEqual([`${Array(21).fill('d').join('/')}/`])
  })
})

describe('what is dropped', () => {
  it('is asked for as often as the browser has more', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${index}.pdf`, 'x']))
    const tree = await drop({ many }, 'entries')
    expect(queuedOf(tree).files).toHaveLength(250)
    expect(listings).toBe(4)
  })

  it('brings the handles of files where the browser has them', async () => {
    const tree = await drop({ top: { 'a.pdf': '1' } }, 'handles')
    expect(queuedOf(tree).files[0]).toMatchObject({ handle: { kind: 'file', name: 'a.pdf' } })
    expect(queuedOf(await drop({ 'a.pdf': '1' }, 'refused handles')).files[0]?.handle).toBeNull()
  })

  it('is files only where the browser knows no directories', async () => {
    expect(paths(await drop({ 'a.pdf': '1' }, 'files'))).toEqual(['a.pdf'])
  })

  it('is taken as a file where its entry cannot be read, as in WebKit when a script made it', async () => {
    const file = new File(['1'], 'made.pdf')
    const item = { kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => entryOf('made.pdf', null) }
    const tree = await readTransfer({ items: [item] })
    expect(paths(tree)).toEqual(['made.pdf'])
    expect(queuedOf(tree).files[0]?.file).toBe(file)
    expect(tree.unread).toEqual([])
  })

  it('is named as unread where neither its entry nor its file can be read', async () => {
    const gone = new File(['1'], 'gone.pdf')
    gone.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) })
    const item = { kind: 'file', getAsFile: () => gone, webkitGetAsEntry: () => entryOf('gone.pdf', null) }
    expect((await readTransfer({ items: [item] })).unread).toEqual(['gone.pdf'])
  })

  it('lets the page have its turn', async () => {
    const clock = vi.spyOn(performance, 'now')
    let time = 0
    clock.mockImplementation(() => (time += 40))
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    await drop({ top: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.pdf`, ''])) }, 'entries')
    clearInterval(timer)
    clock.mockRestore()
    expect(turns).toBeGreaterThan(5)
  })
})

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
      file: expect.any(File),
      uid: expect.any(String),
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
    const clock = vi.spyOn(performance, 'now')
    let time = 0
    clock.mockImplementation(() => (time += 1))
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    const tree = await treeOfFiles(Array.from({ length: 4000 }, (_, index) => chosen(`a/${index % 40}/${index}`)))
    clearInterval(timer)
    clock.mockRestore()
    expect(tree.entries).toHaveLength(4041)
    expect(turns).toBeGreaterThan(2)
  })

  it('leaves out what systems put into directories for themselves, and nothing that a person chose', async () => {
    const left = [
      '.DS_Store',
      'Thumbs.db',
      'thumbs.db',
      'Desktop.INI',
      '._plan.pdf',
      '~$plan.docx',
      '.~lock.plan.odt#',
      'Icon\r',
    ]
    const kept = ['_plan.pdf', '~plan.docx', 'Icon', '.~lock', 'my thumbs.db.pdf']
    const tree = await treeOfFiles([...left, ...kept].map((name) => chosen(`a/${name}`)).concat(chosen('.DS_Store')))
    expect(shape(tree)).toEqual(['directory /a', ...kept.map((name) => `file /a/${name}`), 'file /.DS_Store'])
    expect(tree.leftOut).toBe(left.length)
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
