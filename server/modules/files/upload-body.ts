import { finished } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import { drainBody } from '../../http/failures.ts'
import type { ByteSource } from '../../blobs/byte-store.ts'

/** More than any endpoint of storage has. */
const FIELDS_MAX = 24
const FIELD_SIZE = 8 * 1024
/** The parser's message for a body that ends too early; it has no code for it. */
const NO_END = 'unexpected end of multipart data'

/** A multipart body with one file in the field `file`, and plain fields before and after it. */
export interface FileBody<Input> {
  readonly fileName: string
  /** The file, and then the fields after it. Throws 'request.too_large' when the file is longer than a chunk. */
  readonly bytes: ByteSource
  /** The checked fields: all of them once `bytes` has ended. Of repeated fields the first counts. */
  input(): Input
  /** Makes `bytes` throw this reason wherever it waits. */
  stop(reason: unknown): void
}

/**
 * Passes the body of a call to `work`, whose fields have up to 8 KiB by default, and reads the rest of it, so that the sender gets the response.
 * Throws 'storage.file_missing' without a file, 'request.incomplete' for a body that ends too early, and 'request.invalid' for a malformed one.
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
 * The same body with its fields known: unchanged when they came first, which lets the bytes stream to the disk, else from memory after the file (no
 * longer than a chunk) was read.
 */
export async function withFieldsFirst<Input>(body: FileBody<Input>): Promise<FileBody<Input>> {
  try {
    body.input()
    return body
  } catch {
    const pieces: Uint8Array[] = []
    await body.bytes((piece) => void pieces.push(piece))
    const replay: ByteSource = async (take) => {
      for (const piece of pieces) await take(piece)
    }
    return { ...body, bytes: replay }
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
    // A path in a file's name is kept, to be refused like one in the field `name`.
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
  // A paused stream may end meanwhile, and the failure of `take` matters more than the broken stream.
  await taking
  if (broken) throw broken
  if (file.truncated) throw new PortalError('request.too_large')
  if (await readFields(parts, fields)) throw new PortalError('request.invalid')
}

/** Collects fields until a file starts or the body ends. */
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

/** The parser reports its own limits by HTTP status; everything else is a malformed or incomplete body. */
function toBodyFailure(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  // A proxy that forwards half of a body corrects its length: only the missing end shows it.
  const incomplete = error instanceof Error && error.message.toLowerCase().includes(NO_END)
  const code = tooLarge ? 'request.too_large' : incomplete ? 'request.incomplete' : 'request.invalid'
  return new PortalError(code, { cause: error })
}
