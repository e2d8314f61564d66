import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import type { StoredFile, BatchResult, uploadBatch } from '../../../contract/endpoints/storage/storage.ts'
import { BATCH_BYTES } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import { describeFailure } from '../../http/failures.ts'
import { receive, type ByteSource, type ByteStore, type StorageDeps } from '../../blobs/byte-store.ts'
import { HEAD_LENGTH, isBlockedContent } from '../../blobs/content-kind.ts'
import { fileBatch, findPlain, type SmallFile } from './batch-rows.ts'
import { ownerOf } from './entries.ts'
import { writeObjects } from './object-leases.ts'
import { isRowId } from '../../db/database.ts'
import type { FileBody } from './upload-body.ts'
import { checkFileName, receiveWhole } from './whole-file.ts'

/** Objects of one call that are written at once: the disk joins what is synced together. */
const WRITTEN_AT_ONCE = 8

type Listed = ParsedRequestOf<typeof uploadBatch>['files'][number]

/** One file of a call, with what is to become of it. */
interface Sent {
  readonly listed: Listed
  readonly bytes: Buffer
  /** Undefined for one that the single upload has to refuse. */
  readonly small: SmallFile | undefined
}

/**
 * Stores small files of one call. Files without complications are stored together: first all bytes, then all rows in one short transaction. Any other
 * (a taken name, a quota, a missing folder, refused bytes) is stored as a single file, so that the same rules apply and it does not delay the others.
 */
export async function receiveBatch(
  deps: StorageDeps,
  body: FileBody<ParsedRequestOf<typeof uploadBatch>>,
  call: StreamCall,
): Promise<ResponseOf<typeof uploadBatch>> {
  const bytes = await readAll(body.bytes)
  const sent = cut(body.input().files, bytes)
  const stored = await storePlain(deps, sent, call)
  const files: BatchResult[] = []
  for (const one of sent) {
    const file = one.small && stored.get(one.small)
    files.push(file ? { file } : await storeAlone(deps, one, call))
  }
  return { files }
}

/** The body in memory. Throws 'request.too_large'. */
async function readAll(source: ByteSource): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const size = await receive(source, BATCH_BYTES, (piece) => void pieces.push(piece))
  if (size > BATCH_BYTES) throw new PortalError('request.too_large')
  return Buffer.concat(pieces, size)
}

/** Each file with its own bytes. Throws 'request.invalid' when the list states more or fewer bytes than came. */
function cut(files: readonly Listed[], bytes: Buffer): Sent[] {
  let at = 0
  const sent = files.map((listed) => {
    const own = bytes.subarray(at, at + listed.size)
    at += listed.size
    return { listed, bytes: own, small: examine(listed, own) }
  })
  if (at !== bytes.length) throw new PortalError('request.invalid')
  return sent
}

/** The file to store; undefined when its name, content or MD5 will be refused. */
function examine({ name, md5, size, replaces, ...to }: Listed, bytes: Buffer): SmallFile | undefined {
  const folderId = to.folderId ?? null
  if (replaces !== undefined && replaces !== 'name') return undefined
  try {
    const kept = checkFileName(name)
    if (isBlockedContent(kept, bytes.subarray(0, HEAD_LENGTH))) return undefined
    if (folderId !== null && !isRowId(folderId)) return undefined
    if (digest('md5', bytes) !== md5) return undefined
    return { name: kept, folderId, md5, size, sha256: digest('sha256', bytes), replaces }
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}

function digest(algorithm: 'md5' | 'sha256', bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex')
}

/** Stores the files without complications; the result lacks the others. */
async function storePlain(
  { bytes }: StorageDeps,
  sent: readonly Sent[],
  call: StreamCall,
): Promise<ReadonlyMap<SmallFile, StoredFile>> {
  const owner = ownerOf(call)
  const contents = new Map(sent.flatMap((one) => (one.small ? [[one.small, one.bytes]] : [])))
  const plain = await findPlain(call, owner, [...contents.keys()])
  if (plain.length === 0) return new Map()
  // The same bytes under two names are one object.
  const objects = new Map(plain.map((small) => [small.sha256, contents.get(small) ?? Buffer.alloc(0)]))
  try {
    return await writeObjects(call, [...objects.keys()], {
      write: () => keepObjects(bytes, owner.unitId, objects),
      record: (tx) => fileBatch(tx, owner, plain),
    })
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    return new Map()
  }
}

async function keepObjects(bytes: ByteStore, unitId: string, objects: ReadonlyMap<string, Buffer>): Promise<void> {
  const limit = pLimit(WRITTEN_AT_ONCE)
  const keeping = Array.from(objects, ([sha256, content]) => limit(() => bytes.keepBytes({ unitId, sha256 }, content)))
  // No write may continue after the return.
  const failed = (await Promise.allSettled(keeping)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function storeAlone(deps: StorageDeps, { listed, bytes }: Sent, call: StreamCall): Promise<BatchResult> {
  const source: ByteSource = async (take) => take(bytes)
  try {
    return { file: await receiveWhole(deps, source, () => listed, call) }
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const { envelope, retryAfter } = describeFailure(error)
    const { status, code, message } = envelope
    return { failure: { status, code, message, ...(retryAfter !== undefined && { retryAfter }) } }
  }
}
