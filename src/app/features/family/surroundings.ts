/** What a parent's family needs of the page around it. */
export interface FamilySurroundings {
  readonly online: boolean
  /** Files are being uploaded, which loading the page anew would stop. */
  readonly uploading: boolean
  /** Loads the page anew, for another child. */
  readonly reload: () => void
}
