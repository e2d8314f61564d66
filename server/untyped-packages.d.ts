/** What the server uses of packages that have no types. */
declare module 'yauzl' {
  export interface Entry {
    readonly fileName: string
    readonly compressedSize: number
    readonly uncompressedSize: number
    readonly crc32: number
  }
  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<AsyncIterable<Buffer>>
    close(): void
  }
  export function openPromise(
    path: string,
    options: { readonly lazyEntries: true; readonly autoClose: false },
  ): Promise<ZipFile>
}

declare module 'fs-native-extensions' {
  /** Whether this file descriptor has an exclusive lock on its file now. */
  export function tryLock(file: number): boolean
}
