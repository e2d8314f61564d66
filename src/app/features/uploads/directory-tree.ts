import { FOLDER_DEPTH, UPLOAD_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { giveWay } from './give-way.ts'
import type { ChosenFile, DirectoryEntry, FileTree, TreeEntry } from '../../micro-apps/upload-types.ts'

/** What systems leave in directories for themselves. */
const LEFT_BY_SYSTEMS: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])
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

  function placeIn(
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
      const { place, path } = placeIn(parentId, fileName)
      const entry = { ...place, type: 'directory' } as const
      entries.push(entry)
      pathOf.set(entry.uid, path)
      return entry
    },
    addFile(parentId, file, handle = null) {
      if (parentId !== null && LEFT_BY_SYSTEMS.has(file.name)) return
      const { place, path } = placeIn(parentId, file.name)
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
    await giveWay()
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
