import { createHash } from 'node:crypto'
import type { StoredFile, BatchResult, uploadBatch } from '../../../contract/endpoints/storage.ts'
import { BATCH_BYTES } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { StreamCall } from '../../http/call.ts'
import { describeFailure } from '../../http/failure.ts'
import { createLane } from '../../runtime/lane.ts'
import type { ByteSource, ByteStore } from '../../blobs/byte-store.ts'
import { HEAD_LENGTH, isBlockedContent } from '../../blobs/content-kind.ts'
import type { StorageParts } from '../../blobs/storage-parts.ts'
import { fileTogether, findPlain, type SmallFile } from './files-together.ts'
import { ownerOf } from './files-owner.ts'
import { writeObjects } from './object-leases.ts'
import { isRowId } from '../../db/row-id.ts'
import { checkFileName } from './uploads-content.ts'
import { receiveWhole } from './uploads-whole.ts'

/** Objects of one call that are written at once: the disk joins what is synced together. */
const WRITTEN_AT_ONCE = 8

type Listed = ParsedRequestOf<typeof uploadBatch>['files'][number]

/** The bytes of several files, and the list that says where each begins. */
interface TogetherBody {
  readonly bytes: ByteSource
  input(): ParsedRequestOf<typeof uploadBatch>
}

/** One file of a call, with what is to become of it. */
interface Sent {
  readonly listed: Listed
  readonly bytes: Buffer
  /** Undefined for one that the usual way has to refuse. */
  readonly small: SmallFile | undefined
}

/**
 * Stores small files that come in one call. What is plain about them is done together: first all bytes, then all rows in one short transaction. A
 * file about which anything is not (a name that is taken, no room, a folder that is gone, bytes that are refused) goes the way of a file that comes
 * alone, so that it is answered by the same rules and keeps none of the others back.
 */
export async function receiveTogether(
  parts: StorageParts,
  body: TogetherBody,
  call: StreamCall,
): Promise<ResponseOf<typeof uploadBatch>> {
  const bytes = await readAll(body.bytes)
  const sent = cut(body.input().files, bytes)
  const stored = await storePlain(parts, sent, call)
  const files: BatchResult[] = []
  for (const one of sent) {
    const file = one.small && stored.get(one.small)
    files.push(file ? { file } : await storeAlone(parts, one, call))
  }
  return { files }
}

/** The body in memory. Throws 'request.too_large'. */
async function readAll(source: ByteSource): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  await source((piece) => {
    size += piece.length
    if (size <= BATCH_BYTES) pieces.push(piece)
    return undefined
  })
  if (size > BATCH_BYTES) throw new PortalError('request.too_large')
  return Buffer.concat(pieces, size)
}

/** Each file with its own bytes. Throws 'request.invalid' when the list speaks of more or fewer bytes than came. */
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

/** What is to be filed; undefined when the name, the content or the MD5 will be refused. */
function examine({ name, md5, size, ...to }: Listed, bytes: Buffer): SmallFile | undefined {
  const folderId = to.folderId ?? null
  try {
    const kept = checkFileName(name)
    if (isBlockedContent(kept, bytes.subarray(0, HEAD_LENGTH))) return undefined
    if (folderId !== null && !isRowId(folderId)) return undefined
    if (digest('md5', bytes) !== md5) return undefined
    return { name: kept, folderId, md5, size, sha256: digest('sha256', bytes) }
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}

function digest(algorithm: 'md5' | 'sha256', bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex')
}

/** Stores what is plain. What is not, or has become so meanwhile, is missing in the answer. */
async function storePlain(
  { bytes }: StorageParts,
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
      record: (tx) => fileTogether(tx, owner, plain),
    })
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    return new Map()
  }
}

async function keepObjects(bytes: ByteStore, unitId: string, objects: ReadonlyMap<string, Buffer>): Promise<void> {
  const lane = createLane(WRITTEN_AT_ONCE)
  const keeping = Array.from(objects, ([sha256, content]) => lane(() => bytes.keepBytes({ unitId, sha256 }, content)))
  // None may still be writing when this is over.
  const failed = (await Promise.allSettled(keeping)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function storeAlone(parts: StorageParts, { listed, bytes }: Sent, call: StreamCall): Promise<BatchResult> {
  const claim = { name: listed.name, md5: listed.md5, folderId: listed.folderId ?? null }
  try {
    return {
      file: await receiveWhole(
        parts,
        async (take) => take(bytes),
        () => claim,
        call,
      ),
    }
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const { envelope, retryAfter } = describeFailure(error)
    const { status, code, message } = envelope
    return { failure: { status, code, message, ...(retryAfter !== undefined && { retryAfter }) } }
  }
}
