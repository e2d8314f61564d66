/** What the page asks of the hash worker. An AbortSignal cannot cross to a worker, so each hashing has a number by which it is stopped. */
export interface HashApi {
  /** MD5 as 32 hexadecimal digits; null when it was stopped; rejects when the file cannot be read. */
  hash(number: number, file: Blob, onProgress: (bytes: number) => void): Promise<string | null>
  stop(number: number): void
}
