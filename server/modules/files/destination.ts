/** Bytes in the unit's store. */
export interface KeptBytes {
  readonly sha256: string
  readonly md5: string
  readonly size: number
}

/** The place of a file: an accepted name in a folder, or at the top. */
export interface Destination {
  readonly name: string
  readonly folderId: string | null
  /** 'name': the file of this name there gets the content; or the id of the file that gets it, whatever its name and place. */
  readonly replaces?: string | undefined
}
