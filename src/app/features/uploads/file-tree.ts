import type { ChosenFile, DirectoryEntry, FileTree, TreeEntry } from '../../micro-apps/upload-types.ts'
import { FOLDER_DEPTH, UPLOAD_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'

/** Milliseconds of reading between two yields to the page. */
const YIELD_EVERY = 30

/** A file or directory to read. */
export type Source =
  | {
      readonly kind: 'file'
      readonly name: string
      open(): Promise<{ file: File; handle: FileSystemFileHandle | null }>
    }
  | { readonly kind: 'directory'; readonly name: string; children(): AsyncIterable<Source> }

/** The part of a DataTransferItem that is used. */
type Item = Pick<DataTransferItem, 'kind' | 'getAsFile'> & {
  webkitGetAsEntry?(): FileSystemEntry | null
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

/**
 * Reads what was dropped or pasted, with everything in its directories, and with handles where the browser has them, by which it finds a file on
 * another day. Call it while the event is handled: afterwards the items are gone. Rejects with PortalError 'upload.too_many'.
 */
export function readTransfer(transfer: { readonly items: ArrayLike<Item> }): Promise<FileTree> {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file')
  // All at once: after the first `await` the items are gone.
  const taken = items.map((item) => ({
    file: item.getAsFile(),
    entry: item.webkitGetAsEntry?.() ?? null,
    // Refused for protected locations such as a home directory; the entry can still be read.
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

/** The tree of everything in these; what cannot be read is listed in it by name. Rejects with PortalError 'upload.too_many'. */
export async function readSources(sources: AsyncIterable<Source>): Promise<FileTree> {
  const growing = growTree()
  await readInto(growing, null, sources, { yieldAt: performance.now() + YIELD_EVERY })
  return growing.tree
}

async function readInto(
  growing: GrowingTree,
  parentId: string | null,
  sources: AsyncIterable<Source>,
  time: { yieldAt: number },
): Promise<void> {
  for await (const source of sources) {
    if (source.kind === 'file') {
      const opened = await source.open().catch(() => null)
      if (opened) growing.addFile(parentId, opened.file, opened.handle)
      else growing.addUnread(source.name)
    } else {
      const directory = growing.addDirectory(parentId, source.name)
      // The queue shows that the server refuses its depth; its content need not be read.
      if (!growing.isTooDeep(directory)) await readInto(growing, directory.uid, readable(growing, source), time)
    }
    if (performance.now() < time.yieldAt) continue
    await yieldToMain()
    time.yieldAt = performance.now() + YIELD_EVERY
  }
}

/** A directory's content, up to the first error of the browser. */
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

/** A source whose files keep their handles. */
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

/** A source by the older interface, which every browser has. `known` is the file of the same transfer item. */
function sourceOfEntry(entry: FileSystemEntry, known: File | null = null): Source {
  const { name } = entry
  if (isDirectoryEntry(entry)) return { kind: 'directory', name, children: () => childrenOfEntry(entry) }
  if (!isFileEntry(entry)) throw new TypeError(`neither a file nor a directory: ${name}`)
  const read = (): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))
  // WebKit makes entries for files that are not on the disk, such as those made by a script, and then cannot read them.
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

/** Chromium returns at most a hundred at a time, and an empty list at the end. */
async function* childrenOfEntry(directory: FileSystemDirectoryEntry): AsyncIterable<Source> {
  const reader = directory.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    yield* some.map((entry) => sourceOfEntry(entry))
  }
}

/** Files that macOS (`._*`, `Icon\r`), Windows and open office programs (`~$*`, `.~lock.*#`) put into directories. Windows and macOS ignore case. */
const SYSTEM_FILE = /^(?:\.ds_store|thumbs\.db|desktop\.ini|\._.*|~\$.*|\.~lock\..*#|icon\r)$/is
/** Milliseconds between two yields to the page for chosen files: reading a file's size makes the browser look at the disk. */
const YIELD_EVERY_CHOSEN = 10

type GrowingTree = ReturnType<typeof growTree>

/** An empty tree to build on. `addDirectory` and `addFile` throw PortalError 'upload.too_many' above UPLOAD_ENTRIES_MAX. */
export function growTree() {
  const entries: TreeEntry[] = []
  const unread: string[] = []
  const tree = { entries, unread, leftOut: 0 } satisfies FileTree
  const pathOf = new Map<string | null, readonly string[]>([[null, []]])

  function newEntry(
    parentId: string | null,
    fileName: string,
  ): { base: Omit<DirectoryEntry, 'type'>; path: readonly string[] } {
    if (entries.length >= UPLOAD_ENTRIES_MAX) throw new PortalError('upload.too_many')
    const path = [...(pathOf.get(parentId) ?? []), fileName]
    return { base: { uid: String(entries.length + 1), parentId, fileName }, path }
  }

  return {
    tree,
    addDirectory(parentId: string | null, fileName: string): DirectoryEntry {
      const { base, path } = newEntry(parentId, fileName)
      const entry = { ...base, type: 'directory' } as const
      entries.push(entry)
      pathOf.set(entry.uid, path)
      return entry
    },
    addFile(parentId: string | null, file: File, handle: FileSystemFileHandle | null = null): void {
      if (parentId !== null && SYSTEM_FILE.test(file.name)) {
        tree.leftOut++
        return
      }
      const { base, path } = newEntry(parentId, file.name)
      const { size, lastModified } = file
      entries.push({ ...base, type: 'file', file, size, lastModified, webkitRelativePath: path.join('/'), handle })
    },
    addUnread: (name: string) => void unread.push(name),
    /** Whether the server refuses the directory's content because of FOLDER_DEPTH. */
    isTooDeep: ({ uid }: DirectoryEntry) => (pathOf.get(uid)?.length ?? 0) > FOLDER_DEPTH,
  }
}

/** The tree of files of an `<input>`, by their `webkitRelativePath`; without empty directories. Throws PortalError 'upload.too_many'. */
export async function treeOfFiles(files: Iterable<File>): Promise<FileTree> {
  const growing = growTree()
  const known = new Map<string, DirectoryEntry>()
  const directoryAt = (path: string): DirectoryEntry => {
    const found = known.get(path)
    if (found) return found
    const cut = path.lastIndexOf('/')
    const above = cut < 0 ? null : directoryAt(path.slice(0, cut)).uid
    const made = growing.addDirectory(above, path.slice(cut + 1))
    known.set(path, made)
    return made
  }
  let since = performance.now()
  for (const file of files) {
    const cut = file.webkitRelativePath.lastIndexOf('/')
    growing.addFile(cut < 0 ? null : directoryAt(file.webkitRelativePath.slice(0, cut)).uid, file)
    if (performance.now() - since < YIELD_EVERY_CHOSEN) continue
    await yieldToMain()
    since = performance.now()
  }
  return growing.tree
}

/** The files of a tree with their paths, and the paths of empty directories. */
export function queuedOf({ entries }: FileTree): { files: ChosenFile[]; folders: (readonly string[])[] } {
  const pathOf = new Map<string | null, readonly string[]>([[null, []]])
  const files: ChosenFile[] = []
  for (const entry of entries) {
    const path = pathOf.get(entry.parentId) ?? []
    if (entry.type === 'file') files.push({ file: entry.file, handle: entry.handle, path })
    else pathOf.set(entry.uid, [...path, entry.fileName])
  }
  const parents = new Set(entries.map(({ parentId }) => parentId))
  const empty = entries.filter(({ type, uid }) => type === 'directory' && !parents.has(uid))
  return { files, folders: empty.map(({ uid }) => pathOf.get(uid) ?? []) }
}

/** Chromium has this, TypeScript's library does not: continues before other tasks of the page, but after user input. */
interface YieldingScheduler {
  yield?(): Promise<void>
}

/** Resolves after the page has handled input and drawn frames. */
async function yieldToMain(): Promise<void> {
  const scheduler: YieldingScheduler = 'scheduler' in globalThis ? Object(globalThis.scheduler) : {}
  await (scheduler.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve)))
}
