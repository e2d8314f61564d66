/** A file, and where the browser can find it on another day, as far as it tells. */
export interface ChosenFile {
  readonly file: File
  readonly handle?: FileSystemFileHandle | null
  /** Names of folders below the target, which are made where they are missing. */
  readonly path?: readonly string[]
}

/** What can be chosen in the browser's own dialog. */
export type Choice = 'files' | 'directory'

/** Where an entry stands in its tree. */
interface Place {
  /** Tells the entry from all others of its tree. */
  readonly uid: string
  /** The directory that it lies in; null at the top of what was chosen. */
  readonly parentId: string | null
  readonly fileName: string
}

/** A file, as section 3 of the specification describes one that is uploaded. */
export interface FileEntry extends Place {
  readonly type: 'file'
  readonly file: File
  /** Bytes. */
  readonly size: number
  /** In milliseconds since 1970. */
  readonly lastModified: number
  /** The names from the top of what was chosen to the file's own, with '/' between them; only its own for a file that lies in no directory. */
  readonly webkitRelativePath: string
  /** Where the browser can find it on another day, as far as it tells. */
  readonly handle: FileSystemFileHandle | null
}

export interface DirectoryEntry extends Place {
  readonly type: 'directory'
}

export type TreeEntry = FileEntry | DirectoryEntry

/** What was chosen, dropped or pasted: files and directories, each directory before what lies in it. */
export interface FileTree {
  readonly entries: readonly TreeEntry[]
  /** The names of what could not be read; everything else is there. */
  readonly unread: readonly string[]
}

/** One file with what is asked of it. */
export interface SingleUpload {
  /** Nothing when the person chose none. */
  readonly file: File | null | undefined
  /** Bytes; only the portal's own limit unless given. */
  readonly maxSize?: number
  /** Extensions in small letters; all that are not blocked unless given. */
  readonly types?: readonly string[]
  /** Where the file goes; the person's top folder unless given. */
  readonly folderId?: string
  readonly serverid?: string
}

/** How a picture is stored. */
export interface PictureTarget {
  /** Without the extension, which follows from what the picture becomes. */
  readonly fileName: string
  readonly serverid?: string
  /** It becomes the person's own picture instead of a file among theirs. */
  readonly purpose?: 'account'
}
