import { growTree, type GrowingTree } from './directory-tree.ts'
import { giveWay } from './give-way.ts'
import type { FileTree } from '../../micro-apps/upload-types.ts'

/** Milliseconds for which reading may keep the page from anything else. */
const TURN = 30

/** What a browser hands over that can be read: a file, or a directory with more of the kind. */
export type Source =
  | {
      readonly kind: 'file'
      readonly name: string
      open(): Promise<{ file: File; handle: FileSystemFileHandle | null }>
    }
  | { readonly kind: 'directory'; readonly name: string; children(): AsyncIterable<Source> }

/** An item of a drop or a paste, as far as it is used. */
type Item = Pick<DataTransferItem, 'kind' | 'getAsFile'> & {
  webkitGetAsEntry?(): FileSystemEntry | null
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

/**
 * The tree of what was dropped or pasted, with everything in its directories. Handles are kept where the browser has them, so that a file is
 * found again on another day. To be called while the event is handled: afterwards the browser has taken it back. Rejects with PortalError
 * 'upload.too_many'.
 */
export function readTransfer(transfer: { readonly items: ArrayLike<Item> }): Promise<FileTree> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file')
  // All at once: after the first `await` there is nothing left to ask.
  const taken = items.map((item) => ({
    file: item.getAsFile(),
    entry: item.webkitGetAsEntry?.() ?? null,
    // Refused for what the browser keeps sites from, such as a whole home directory; its entry can still be read.
    handle: item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
  }))
  return readSources(sourcesOf(taken))
}

async function* sourcesOf(
  taken: readonly { file: File | null; entry: FileSystemEntry | null; handle: Promise<FileSystemHandle | null> }[],
): AsyncIterable<Source> {
  for (const { file, entry, handle } of taken) {
    const found = await handle
    if (found) yield sourceOfHandle(found)
    else if (entry) yield sourceOfEntry(entry, file)
    else if (file) yield { kind: 'file', name: file.name, open: async () => ({ file, handle: null }) }
  }
}

/** The tree of everything in these. What cannot be read is named in it, and nothing else is lost. Rejects with PortalError 'upload.too_many'. */
export async function readSources(sources: AsyncIterable<Source>): Promise<FileTree> {
  const growing = growTree()
  await readInto(growing, null, sources, { turnEnds: performance.now() + TURN })
  return growing.tree
}

async function readInto(
  growing: GrowingTree,
  parentId: string | null,
  sources: AsyncIterable<Source>,
  time: { turnEnds: number },
): Promise<void> {
  for await (const source of sources) {
    if (source.kind === 'file') {
      const opened = await source.open().catch(() => null)
      if (opened) growing.addFile(parentId, opened.file, opened.handle)
      else growing.addUnread(source.name)
    } else {
      const directory = growing.addDirectory(parentId, source.name)
      // The server refuses it by its depth, which its own line in the queue then says; what lies in it need not be read.
      if (!growing.isTooDeep(directory)) await readInto(growing, directory.uid, readable(growing, source), time)
    }
    if (performance.now() < time.turnEnds) continue
    await giveWay()
    time.turnEnds = performance.now() + TURN
  }
}

/** What lies in a directory, as far as the browser lets it be listed. */
async function* readable(
  growing: GrowingTree,
  directory: Extract<Source, { kind: 'directory' }>,
): AsyncIterable<Source> {
  const children = directory.children()[Symbol.asyncIterator]()
  for (;;) {
    const next = await children.next().catch(() => null)
    if (next === null) return growing.addUnread(directory.name)
    if (next.done) return undefined
    yield next.value
  }
}

/** A source by its handle, which goes with the files. */
export function sourceOfHandle(handle: FileSystemHandle): Source {
  const { name } = handle
  if (isDirectoryHandle(handle)) return { kind: 'directory', name, children: () => childrenOfHandle(handle) }
  if (!isFile(handle)) throw new TypeError(`neither a file nor a directory: ${handle.kind}`)
  return { kind: 'file', name, open: async () => ({ file: await handle.getFile(), handle }) }
}

const isDirectoryHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory'
const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'

async function* childrenOfHandle(directory: FileSystemDirectoryHandle): AsyncIterable<Source> {
  for await (const child of directory.values()) yield sourceOfHandle(child)
}

/** A source by the older interface, which every browser has. `known` is the file of the same item of a transfer. */
function sourceOfEntry(entry: FileSystemEntry, known: File | null = null): Source {
  const { name } = entry
  if (isDirectoryEntry(entry)) return { kind: 'directory', name, children: () => childrenOfEntry(entry) }
  if (!isFileEntry(entry)) throw new TypeError(`neither a file nor a directory: ${name}`)
  const read = (): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))
  // WebKit makes entries for files that lie nowhere on the disk, such as those of a script, and then does not find them there.
  const open = (): Promise<File> =>
    read().catch(async (error: unknown) => {
      if (known === null) throw error
      await known.slice(0, 1).arrayBuffer()
      return known
    })
  return { kind: 'file', name, open: async () => ({ file: await open(), handle: null }) }
}

const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Chromium hands over at most a hundred at a time, and an empty list at the end. */
async function* childrenOfEntry(directory: FileSystemDirectoryEntry): AsyncIterable<Source> {
  const reader = directory.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    yield* some.map((entry) => sourceOfEntry(entry))
  }
}
