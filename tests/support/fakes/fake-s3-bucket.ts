import { createHash, randomUUID } from 'node:crypto'
import { FakeS3Error } from './fake-s3-signature.ts'

const PART_LEAST = 5 * 1024 * 1024
const PARTS_MOST = 10_000

export interface PeerObject {
  readonly bytes: Buffer
  readonly etag: string
  readonly metadata: Readonly<Record<string, string>>
  readonly changedAt: Date
}

interface PeerPart {
  readonly bytes: Buffer
  readonly etag: string
}

interface PeerMultipart {
  readonly id: string
  readonly key: string
  readonly begunAt: Date
  readonly parts: Map<number, PeerPart>
}

/** A bucket in memory that keeps to the rules of S3: a write is visible to all readers at once, or not at all. */
export interface PeerBucket {
  readonly objects: Map<string, PeerObject>
  readonly multiparts: Map<string, PeerMultipart>
  /** Throws what S3 answers when If-Match or If-None-Match does not hold. */
  checkConditions: (key: string, ifMatch: string | undefined, ifNoneMatch: string | undefined) => void
  put(key: string, bytes: Buffer, metadata?: Record<string, string>): PeerObject
  find(key: string): PeerObject
  begin(key: string): PeerMultipart
  findMultipart(key: string, id: string): PeerMultipart
  putPart(key: string, id: string, number: number, bytes: Buffer): PeerPart
  complete(key: string, id: string, parts: readonly { number: number; etag: string }[]): PeerObject
}

/** An empty bucket. */
export function createPeerBucket(): PeerBucket {
  const objects = new Map<string, PeerObject>()
  const multiparts = new Map<string, PeerMultipart>()

  const self: PeerBucket = {
    objects,
    multiparts,

    checkConditions(key, ifMatch, ifNoneMatch) {
      const there = objects.get(key)
      if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw new FakeS3Error(501, 'NotImplemented')
      if (ifNoneMatch === '*' && there) throw new FakeS3Error(412, 'PreconditionFailed')
      if (ifMatch === undefined) return
      if (!there) throw new FakeS3Error(404, 'NoSuchKey')
      if (ifMatch !== there.etag) throw new FakeS3Error(412, 'PreconditionFailed')
    },

    put(key, bytes, metadata = {}) {
      const made = { bytes, etag: `"${md5(bytes).toString('hex')}"`, metadata, changedAt: now() }
      objects.set(key, made)
      return made
    },

    find(key) {
      const found = objects.get(key)
      if (!found) throw new FakeS3Error(404, 'NoSuchKey')
      return found
    },

    begin(key) {
      const made = { id: randomUUID(), key, begunAt: now(), parts: new Map<number, PeerPart>() }
      multiparts.set(made.id, made)
      return made
    },

    findMultipart(key, id) {
      const found = multiparts.get(id)
      if (found?.key !== key) throw new FakeS3Error(404, 'NoSuchUpload')
      return found
    },

    putPart(key, id, number, bytes) {
      if (!(number >= 1 && number <= PARTS_MOST)) throw new FakeS3Error(400, 'InvalidArgument')
      const part = { bytes, etag: `"${md5(bytes).toString('hex')}"` }
      self.findMultipart(key, id).parts.set(number, part)
      return part
    },

    complete(key, id, named) {
      const { parts } = self.findMultipart(key, id)
      if (named.length === 0) throw new FakeS3Error(400, 'MalformedXML')
      const chosen = named.map(({ number, etag }, at) => {
        const part = parts.get(number)
        if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw new FakeS3Error(400, 'InvalidPartOrder')
        if (part?.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) throw new FakeS3Error(400, 'InvalidPart')
        return part
      })
      const tooSmall = chosen.slice(0, -1).some((part) => (part?.bytes.length ?? 0) < PART_LEAST)
      if (tooSmall) throw new FakeS3Error(400, 'EntityTooSmall')
      const bytes = Buffer.concat(chosen.flatMap((part) => part?.bytes ?? []))
      const sums = Buffer.concat(chosen.flatMap((part) => (part ? md5(part.bytes) : [])))
      const made = {
        bytes,
        etag: `"${md5(sums).toString('hex')}-${chosen.length}"`,
        metadata: {},
        changedAt: now(),
      }
      objects.set(key, made)
      multiparts.delete(id)
      return made
    },
  }
  return self
}

function md5(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest()
}

/** S3 knows no fractions of a second. */
function now(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000)
}
