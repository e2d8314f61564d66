/** Where added files go. */
export interface UploadTarget {
  readonly folderId: string | null
  readonly serverid?: string
  /** Bytes; larger files are refused before anything is sent. */
  readonly maxSize?: number
}
