import { finished } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import { drainBody } from '../../http/failures.ts'
import type { ByteSource } from '../../blobs/byte-store.ts'

/** More than any storage row has. */
const FIELDS_MAX = 24
const FIELD_SIZE = 8 * 1024
/** The parser's words for a body that ends before its form does; it has no code for them. */
const NO_END = 'unexpected end of multipart data'

/** A multipart body with one file in the field `file`, and plain fields before and after it. */
export interface FileBody<Input> {
  /** The name that came with the bytes, as it came. */
  readonly fileName: string
  /** The file, and behind it the fields that follow. Throws 'request.too_large' when the file is longer than a chunk. */
  readonly bytes: ByteSource
  /** The checked fields: all of them once `bytes` has ended. A field that comes twice counts as it came first. */
  input(): Input
  /** Makes `bytes` throw this reason wherever it waits. */
  stop(reason: unknown): void
}

/**
 * Gives work the body of a call, whose fields have up to 8 KiB unless said, and reads what the work left of it, so that the sender hears the answer. Throws 'storage.file_missing'
 * without a file, 'request.incomplete' for a body that ends too early, and 'request.invalid' for one that is broken otherwise.
 */
export async function withFileBody<Input, Answer>(
  call: StreamCall & { parse(fields: Record<string, unknown>): Input },
  work: (body: FileBody<Input>) => Promise<Answer>,
  fieldSize = FIELD_SIZE,
): Promise<Answer> {
  try {
    return await work(await openFileBody(call, fieldSize))
  } finally {
    await drainBody(call.request, call.reply)
  }
}

/**
 * The same body with its fields known: as it is when they came first, which lets the bytes stream to the disk, else from memory after the
 * file (no longer than a chunk) has been read.
 */
export async function withFieldsFirst<Input>(body: FileBody<Input>): Promise<FileBody<Input>> {
  try {
    body.input()
    return body
  } catch {
    const pieces: Uint8Array[] = []
    await body.bytes((piece) => void pieces.push(piece))
    return { ...body, bytes: replay(pieces) }
  }
}

async function openFileBody<Input>(
  call: StreamCall & { parse(fields: Record<string, unknown>): Input },
  fieldSize: number,
): Promise<FileBody<Input>> {
  const { request } = call
  if (!request.isMultipart()) throw new PortalError('storage.file_missing')
  const fields: Record<string, string> = {}
  const parts = request.parts({
    // The path in a file's name is kept, to be refused like one in the field `name`.
    preservePath: true,
    limits: { fileSize: CHUNK_SIZE, files: 1, fields: FIELDS_MAX, parts: FIELDS_MAX + 1, fieldSize },
  })
  const part = await readFields(parts, fields)
  if (part?.fieldname !== 'file') throw new PortalError('storage.file_missing')
  return {
    fileName: part.filename ?? '',
    bytes: (take) => readFile(part, parts, fields, take),
    input: () => call.parse(fields),
    stop: (reason) => part.file.destroy(reason instanceof Error ? reason : new Error('stopped')),
  }
}

async function readFile(
  { file }: MultipartFile,
  parts: AsyncIterator<Multipart>,
  fields: Record<string, string>,
  take: Parameters<ByteSource>[0],
): Promise<void> {
  let taking: Promise<void> | undefined
  file.on('data', (piece: Uint8Array) => {
    taking = take(piece)
    if (!taking) return
    file.pause()
    taking.then(
      () => file.resume(),
      () => file.destroy(),
    )
  })
  const broken = await finished(file).then(() => undefined, toBodyFailure)
  // A paused stream may end all the same, and what `take` says about its failure matters more than that the stream then broke off.
  await taking
  if (broken) throw broken
  if (file.truncated) throw new PortalError('request.too_large')
  if (await readFields(parts, fields)) throw new PortalError('request.invalid')
}

/** Collects fields until a file begins or the body ends. */
async function readFields(
  parts: AsyncIterator<Multipart>,
  fields: Record<string, string>,
): Promise<MultipartFile | undefined> {
  for (;;) {
    const { done, value: part } = await parts.next().catch((error: unknown) => {
      throw toBodyFailure(error)
    })
    if (done) return undefined
    if (part.type === 'file') return part
    if (part.valueTruncated || part.fieldnameTruncated) throw new PortalError('request.too_large')
    if (typeof part.value === 'string' && !Object.hasOwn(fields, part.fieldname)) fields[part.fieldname] = part.value
  }
}

/** The parser's own limits speak of size by HTTP status; everything else that it says is a broken or broken-off body. */
function toBodyFailure(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  // A proxy that passes on half of a body makes the length fit: only the missing end tells.
  const incomplete = error instanceof Error && error.message.toLowerCase().includes(NO_END)
  const code = tooLarge ? 'request.too_large' : incomplete ? 'request.incomplete' : 'request.invalid'
  return new PortalError(code, { cause: error })
}

function replay(pieces: readonly Uint8Array[]): ByteSource {
  return async (take) => {
    for (const piece of pieces) await take(piece)
  }
}
