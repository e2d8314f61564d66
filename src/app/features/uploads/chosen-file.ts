/** A file, and where the browser can find it on another day, as far as it tells. */
export interface ChosenFile {
  readonly file: File
  readonly handle?: FileSystemFileHandle | null
  /** Names of folders below the target, which are made where they are missing. */
  readonly path?: readonly string[]
}

/** Where added files go. */
export interface UploadTarget {
  readonly folderId: string | null
  readonly serverid?: string
  /** Bytes; larger files are refused before anything is sent. */
  readonly maxSize?: number
}
