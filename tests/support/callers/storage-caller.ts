import { createHash, randomBytes } from 'node:crypto'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { CHUNK_SIZE, DEFAULT_SERVER_ID } from '../../../contract/limits.ts'
import type { ResponseOf, AnyEndpoint, Endpoint } from '../../../contract/endpoint.ts'
import * as z from 'zod/mini'
import type { TestBrowser } from '../browser/test-browser.ts'
import { randomContent } from '../samples/random-content.ts'
import { ask } from './call.ts'

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, string | number | undefined>>

/** A file on its way, cut as the client cuts it. */
export interface SentFile {
  readonly name: string
  readonly bytes: Buffer
  readonly md5: string
  readonly chunks: readonly Buffer[]
}

/** The storage calls of one signed-in person; each returns the envelope, whatever it says. */
export interface StorageCaller {
  readonly browser: TestBrowser
  instant(file: Pick<SentFile, 'md5' | 'name'>, folderId?: string, size?: number): Promise<Envelope>
  whole(file: Pick<SentFile, 'bytes' | 'name'>, fields?: Fields): Promise<Envelope>
  /** Sends small files in one call; `folderId` is where all of them go. */
  together(files: readonly Pick<SentFile, 'bytes' | 'name'>[], folderId?: string): Promise<Envelope>
  check(file: SentFile, chunk: number): Promise<Envelope>
  /** Sends one chunk (1-based); `changes` replace or remove fields, `bytes` replaces what is sent. */
  chunk(file: SentFile, chunk: number, changes?: Fields, bytes?: Buffer): Promise<Envelope>
  merge(file: SentFile, changes?: Fields): Promise<Envelope>
  /** Sends every chunk and merges; throws when that does not succeed. */
  store(file: SentFile, folderId?: string): Promise<StoredFile>
  list(folderId?: string): Promise<ResponseOf<typeof filesEndpoints.list>>
  /** Removes, restores, moves or purges files and folders. */
  change(row: AnyEndpoint, entries: readonly { id: string; kind: string }[], more?: Fields): Promise<Envelope>
  /** The bytes of a stored file. */
  download(id: string): Promise<Buffer>
}

/** New random bytes, cut into chunks. */
export function makeFile(name: string, size: number, chunkSize = CHUNK_SIZE): SentFile {
  return cutFile(name, randomContent(size), chunkSize)
}

/** These bytes, cut into chunks. */
export function cutFile(name: string, bytes: Buffer, chunkSize = CHUNK_SIZE): SentFile {
  const count = Math.max(1, Math.ceil(bytes.length / chunkSize))
  const chunks = Array.from({ length: count }, (_, at) => bytes.subarray(at * chunkSize, (at + 1) * chunkSize))
  return { name, bytes, md5: md5Of(bytes), chunks }
}

/** MD5 in hexadecimal digits. */
export function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** Reads the `data` of a successful answer by its row; throws with the code of any other. */
export function dataOf<I extends Schema, A extends Schema>(row: Endpoint<I, A>, envelope: Envelope): z.core.output<A> {
  if (envelope.status !== 200) throw new Error(`${row.name}: ${envelope.code}`)
  return z.parse(row.response, envelope.data)
}

/** The storage calls of a browser's session. */
export function createStorageCaller(browser: TestBrowser): StorageCaller {
  const post = async (row: AnyEndpoint, fields: Fields) => (await browser.post(row.path, toText(fields))).envelope

  const caller: StorageCaller = {
    browser,
    instant: ({ md5, name }, folderId, size) =>
      post(storage.secondUploadCheck, { serverid: DEFAULT_SERVER_ID, md5, name, folderId, size }),
    whole: ({ bytes, name }, fields = {}) =>
      sendMultipart(browser, storage.upload, [
        ...entriesOf({ serverid: DEFAULT_SERVER_ID, md5: md5Of(bytes), name, ...fields }),
        bytes,
      ]),
    together: (files, folderId) =>
      sendMultipart(browser, storage.uploadBatch, [
        ['serverid', DEFAULT_SERVER_ID],
        ['files', listOf(files, folderId)],
        Buffer.concat(files.map(({ bytes }) => bytes)),
      ]),
    check: ({ name, md5, bytes, chunks }, chunk) =>
      post(storage.blockUploadCheck, { name, md5, size: bytes.length, chunks: chunks.length, chunk }),
    chunk: (file, chunk, changes = {}, bytes = file.chunks[chunk - 1] ?? Buffer.alloc(0)) =>
      sendMultipart(browser, storage.uploadChunk, [...entriesOf({ ...chunkFields(file, chunk), ...changes }), bytes]),
    merge: ({ name, md5, bytes, chunks }, changes = {}) =>
      post(storage.mergeFile, { name, md5, size: bytes.length, chunks: chunks.length, ...changes }),
    async store(file, folderId) {
      for (const at of file.chunks.keys()) dataOf(storage.uploadChunk, await caller.chunk(file, at + 1))
      return dataOf(storage.mergeFile, await caller.merge(file, { folderId }))
    },
    async list(folderId) {
      const query = folderId === undefined ? '' : `?folderId=${folderId}`
      return dataOf(filesEndpoints.list, (await browser.get(`${filesEndpoints.list.path}${query}`)).envelope)
    },
    change: (row, entries, more = {}) => ask(browser, row, { entries, ...more }),
    download: async (id) => (await browser.request('GET', contentPath(id))).rawPayload,
  }
  return caller
}

/** The list of files of a batch, as text. */
export function listOf(files: readonly Pick<SentFile, 'bytes' | 'name'>[], folderId?: string): string {
  return JSON.stringify(files.map(({ bytes, name }) => ({ name, md5: md5Of(bytes), size: bytes.length, folderId })))
}

/** Where a file's bytes are. */
export function contentPath(id: string): string {
  return `/api/storage/files/${id}/content`
}

/** The fields of a chunk as the client sends them. */
export function chunkFields(file: SentFile, chunk: number): Record<string, string | number | undefined> {
  const bytes = file.chunks[chunk - 1] ?? Buffer.alloc(0)
  return {
    chunked: 'true',
    chunk,
    chunks: file.chunks.length,
    eachSize: file.chunks[0]?.length || CHUNK_SIZE,
    md5: file.md5,
    fileName: file.name,
    name: file.name,
    fullSize: file.bytes.length,
    uid: 'u1',
    size: bytes.length,
    chunkMd5: md5Of(bytes),
  }
}

/** Sends fields and at most one file (a Buffer) in exactly this order. */
export async function sendMultipart(
  browser: TestBrowser,
  row: AnyEndpoint,
  parts: readonly (readonly [string, string] | Buffer)[],
  fileName = 'blob',
): Promise<Envelope> {
  const { payload, type } = encodeMultipart(parts, fileName)
  const { envelope } = await browser.post(row.path, {}, { payload, headers: { 'content-type': type } })
  return envelope
}

/** A multipart body of fields and files in exactly this order, and its content type. */
export function encodeMultipart(
  parts: readonly (readonly [string, string] | Buffer)[],
  fileName = 'blob',
): { payload: Buffer; type: string } {
  const boundary = `----test${randomBytes(12).toString('hex')}`
  const pieces = parts.flatMap((part) =>
    Buffer.isBuffer(part)
      ? [
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n`,
          'content-type: application/octet-stream\r\n\r\n',
          part,
          '\r\n',
        ]
      : [`--${boundary}\r\ncontent-disposition: form-data; name="${part[0]}"\r\n\r\n${part[1]}\r\n`],
  )
  const payload = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { payload, type: `multipart/form-data; boundary=${boundary}` }
}

/** The fields that have a value, as form text. */
export function entriesOf(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
}

function toText(fields: Fields): Record<string, string> {
  return Object.fromEntries(entriesOf(fields))
}
