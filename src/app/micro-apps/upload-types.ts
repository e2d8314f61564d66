/** A file, with its handle where the browser has one. */
export interface ChosenFile {
  readonly file: File
  readonly handle?: FileSystemFileHandle | null
  /** Names of folders below the target, which are created if missing. */
  readonly path?: readonly string[]
}

export type Choice = 'files' | 'directory'

/** The position of an entry in its tree. */
interface Place {
  /** Unique in its tree. */
  readonly uid: string
  /** The directory that contains it; null at the top. */
  readonly parentId: string | null
  readonly fileName: string
}

/** A file, as in section 3 of the specification. */
export interface FileEntry extends Place {
  readonly type: 'file'
  readonly file: File
  /** Bytes. */
  readonly size: number
  /** In milliseconds since 1970. */
  readonly lastModified: number
  /** The path from the top of the selection, joined with '/'; only the file's name outside of a directory. */
  readonly webkitRelativePath: string
  /** Finds the file on another day; null where the browser has none. */
  readonly handle: FileSystemFileHandle | null
}

export interface DirectoryEntry extends Place {
  readonly type: 'directory'
}

export type TreeEntry = FileEntry | DirectoryEntry

/** Chosen, dropped or pasted files and directories, each directory before its content. */
export interface FileTree {
  readonly entries: readonly TreeEntry[]
  /** The names of unreadable entries. */
  readonly unread: readonly string[]
  /** How many files were left out of directories, because operating systems and programs put them there for themselves; none by default. */
  readonly leftOut?: number
}

export interface SingleUpload {
  readonly file: File | null | undefined
  /** Bytes; the portal's own limit by default. */
  readonly maxSize?: number
  /** Lower-case extensions; by default all that are not blocked. */
  readonly types?: readonly string[]
  /** The target; by default the user's top folder. */
  readonly folderId?: string
  readonly serverid?: string
}
