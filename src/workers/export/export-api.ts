export type SheetCell = string | number

export interface SheetColumn {
  readonly heading: string
  /** In characters. */
  readonly width: number
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** One cell for each column. */
  readonly rows: readonly (readonly SheetCell[])[]
}

/** What the page calls on the export worker. */
export interface ExportApi {
  /** `onProgress` gets the part of all rows that is written, from 0 to 1. */
  writeWorkbook(sheets: readonly Sheet[], onProgress: (part: number) => void): Promise<Blob>
}
