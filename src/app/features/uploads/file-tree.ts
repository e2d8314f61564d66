import type { ChosenFile, DirectoryEntry, FileTree, TreeEntry } from '../../micro-apps/upload-types.ts'
import { FOLDER_DEPTH, UPLOAD_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'

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
    await yieldToMain()
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

/** What systems leave in directories for themselves. */
const SYSTEM_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])
/** After so many milliseconds everything else gets its turn: browsers look at each file on the disk when its size is asked for. */
const AT_ONCE = 10

/** A tree that grows. `addDirectory` and `addFile` throw PortalError 'upload.too_many' above the most that a tree can have. */
export interface GrowingTree {
  addDirectory(parentId: string | null, fileName: string): DirectoryEntry
  addFile(parentId: string | null, file: File, handle?: FileSystemFileHandle | null): void
  addUnread(name: string): void
  /** Whether the server would refuse whatever lies in this directory, because folders are nested too deeply. */
  isTooDeep(directory: DirectoryEntry): boolean
  readonly tree: FileTree
}

/** A tree without entries. */
export function growTree(): GrowingTree {
  const entries: TreeEntry[] = []
  const unread: string[] = []
  const pathOf = new Map<string | null, readonly string[]>([[null, []]])

  function locationIn(
    parentId: string | null,
    fileName: string,
  ): { place: Omit<DirectoryEntry, 'type'>; path: readonly string[] } {
    if (entries.length >= UPLOAD_ENTRIES_MAX) throw new PortalError('upload.too_many')
    const path = [...(pathOf.get(parentId) ?? []), fileName]
    return { place: { uid: String(entries.length + 1), parentId, fileName }, path }
  }

  return {
    tree: { entries, unread },
    addDirectory(parentId, fileName) {
      const { place, path } = locationIn(parentId, fileName)
      const entry = { ...place, type: 'directory' } as const
      entries.push(entry)
      pathOf.set(entry.uid, path)
      return entry
    },
    addFile(parentId, file, handle = null) {
      if (parentId !== null && SYSTEM_FILES.has(file.name)) return
      const { place, path } = locationIn(parentId, file.name)
      const { size, lastModified } = file
      entries.push({ ...place, type: 'file', file, size, lastModified, webkitRelativePath: path.join('/'), handle })
    },
    addUnread: (name) => void unread.push(name),
    isTooDeep: ({ uid }) => (pathOf.get(uid)?.length ?? 0) > FOLDER_DEPTH,
  }
}

/**
 * The tree of files as `<input>` hands them over, by their `webkitRelativePath`; it names no empty directories. Throws PortalError
 * 'upload.too_many'.
 */
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
    if (performance.now() - since < AT_ONCE) continue
    await yieldToMain()
    since = performance.now()
  }
  return growing.tree
}

/** What the queue is given for a tree: files with the names that lead to them, and directories that nothing lies in. */
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

/** What Chromium has, and TypeScript's library has not: goes on before other tasks of the page, but after what a person does. */
interface YieldingScheduler {
  yield?(): Promise<void>
}

/** Resolves once the page has had its turn: presses are answered and frames drawn. */
export async function yieldToMain(): Promise<void> {
  const scheduler: YieldingScheduler = 'scheduler' in globalThis ? Object(globalThis.scheduler) : {}
  await (scheduler.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve)))
}
