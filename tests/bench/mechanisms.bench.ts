import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Pool, type QueryConfig } from 'pg'
import type { ByteStore, UploadRef } from '../../server/blobs/byte-store.ts'
import { createLocalByteStore } from '../../server/blobs/local/local-byte-store.ts'
import { createS3ByteStore } from '../../server/blobs/s3/s3-byte-store.ts'
import { createS3Bucket } from '../../server/blobs/s3/s3-client.ts'
import { partsOf } from '../../server/blobs/s3/s3-uploads.ts'
import { startBundledPostgres } from '../../server/db/embedded/postgres.ts'
import { openPipeline } from '../../server/db/pipeline.ts'
import type { ObjectStorageConfig } from '../../server/runtime/config.ts'
import { silentLog } from '../../server/runtime/logger.ts'
import { CHUNK, hash, sendChunk } from '../support/app/byte-store-suite.ts'
import { startFakeS3 } from '../support/fakes/fake-s3.ts'
import { compare, median, type BenchOptions, type Figure } from './figures.ts'

const MB = 1024 * 1024
const LOCAL_SIZE = 256 * MB
const S3_SIZE = 96 * MB
const REPETITIONS = 5
const AT_ONCE = 4
/** Milliseconds until the storage begins to answer. */
const S3_ANSWER = 20
const STATEMENTS = 20_000
const CALLERS = 50
/** As `server/db/open.ts` has them. */
const [SHARED_CONNECTIONS, POOL] = [2, 16]
/** What a mechanism must gain to be kept: a fifth. */
const KEPT = { atMost: 0.8 }
/** The same for a rate. */
const FASTER = { atLeast: 1.2 }

/** Mechanisms of the server, each in turn with its plain form (docs/develop/performance.md). That of the browser is in `hashing`. */
export async function benchMechanisms({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const rounds = quick ? 1 : REPETITIONS
  const digest = await inTurn(rounds, () => measureDigest(path.join(folder, 'store')))
  say(`digest: ${JSON.stringify(digest)}`)
  const s3 = await inTurn(rounds, measureS3)
  say(`S3: ${JSON.stringify(s3)}`)
  const statements = await measureStatements(path.join(folder, 'database'), rounds)
  say(`statements: ${JSON.stringify(statements)}`)
  return [
    compare('digest of 256 MB when its last chunk is there (reference: of the whole file)', 'ms', digest, KEPT),
    compare('96 MB of chunks to an object in S3 (reference: single objects, joined)', 'ms', s3, KEPT),
    compare('point select, 50 callers, sent without waiting (reference: pool)', '/s', statements, FASTER),
  ]
}

interface Measured {
  readonly ours: number
  readonly reference: number
}

/** The medians of both forms. */
async function inTurn(
  rounds: number,
  measure: () => Promise<Measured>,
): Promise<Record<keyof Measured, number | null>> {
  const all: Measured[] = []
  while (all.length < rounds) all.push(await measure())
  return { ours: median(all.map((one) => one.ours)), reference: median(all.map((one) => one.reference)) }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** From the last chunk until the digest is there: the store that took the chunks, and one that finds them on the disk. */
async function measureDigest(folder: string): Promise<Measured> {
  const bytes = randomBytes(LOCAL_SIZE)
  const [store, other] = [createLocalByteStore(folder), createLocalByteStore(folder)]
  try {
    const ref = await sendAll(store, bytes)
    const sha256 = hash('sha256', bytes)
    const digested = async (by: ByteStore) => {
      if ((await by.digestUpload(ref)).sha256 !== sha256) throw new Error('the digest is wrong')
    }
    const measured = { ours: await time(() => digested(store)), reference: await time(() => digested(other)) }
    await store.discardUpload(ref)
    return measured
  } finally {
    await Promise.all([store.close(), other.close()])
  }
}

async function sendAll(store: ByteStore, bytes: Buffer): Promise<UploadRef> {
  const ref = { unitId: randomUUID(), uploadId: randomUUID(), size: bytes.length }
  await store.prepareUpload(ref)
  await pLimit(AT_ONCE).map(chunksOf(bytes), (at) => sendChunk(store, ref, bytes, at))
  return ref
}

function chunksOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) => at)
}

async function measureS3(): Promise<Measured> {
  const bytes = randomBytes(S3_SIZE)
  const sha256 = hash('sha256', bytes)
  const peer = await startFakeS3()
  peer.interfere = () => pause(S3_ANSWER, undefined)
  const bucket = createS3Bucket(peer.config)
  const store = createS3ByteStore(bucket)
  try {
    const kept: string[] = []
    const ours = await time(async () => {
      const ref = await sendAll(store, bytes)
      const digest = await store.digestUpload(ref)
      await store.keepObject(ref, digest.sha256)
      kept.push(digest.sha256)
    })
    peer.bucket.objects.clear()
    const reference = await time(async () => kept.push(await joinSingleObjects(peer.config, bytes)))
    if (kept.some((digest) => digest !== sha256)) throw new Error('an object is wrong')
    return { ours, reference }
  } finally {
    await store.close()
    await peer.close()
  }
}

/** The plain form: each chunk is checked and put as it comes; at the end all are read back in order, digested and sent as parts. Returns the SHA-256. */
async function joinSingleObjects(config: ObjectStorageConfig, bytes: Buffer): Promise<string> {
  const bucket = createS3Bucket(config)
  try {
    await pLimit(AT_ONCE).map(chunksOf(bytes), async (at) => {
      const chunk = bytes.subarray(at * CHUNK, (at + 1) * CHUNK)
      hash('md5', chunk)
      await bucket.put(`chunks/${at}`, chunk)
    })
    const multipart = await bucket.beginMultipart('joined')
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    const sending: Promise<string>[] = []
    for (const part of partsOf(bytes.length)) {
      const first = part.offset / CHUNK
      const names = Array.from({ length: Math.ceil(part.size / CHUNK) }, (_, at) => `chunks/${first + at}`)
      const chunks = await Promise.all(names.map(async (name) => (await bucket.read(name))?.bytes ?? Buffer.alloc(0)))
      const joined = Buffer.concat(chunks)
      md5.update(joined)
      sha256.update(joined)
      // The next part is read meanwhile.
      sending.push(bucket.putPart(multipart, part.number, joined))
    }
    await bucket.completeMultipart(multipart, await Promise.all(sending))
    return sha256.digest('hex')
  } finally {
    bucket.close()
  }
}

/** Statements a second. */
async function measureStatements(dataFolder: string, rounds: number): Promise<Record<keyof Measured, number | null>> {
  await mkdir(dataFolder)
  const postgres = await startBundledPostgres({ dataFolder, log: silentLog, onLost: () => undefined })
  const pipeline = openPipeline(postgres.superuser, SHARED_CONNECTIONS, silentLog)
  const pool = new Pool({ ...postgres.superuser, max: POOL })
  // `end` does not wait until the server has closed the connections; stopped meanwhile, it ends them with an error.
  pool.on('error', () => undefined)
  try {
    await pool.query('create table point as select n as id, repeat($1, 800) as body from generate_series(1, 1000) n', [
      'x',
    ])
    await pool.query('create unique index on point (id)')
    const rate = async (run: (statement: QueryConfig) => Promise<unknown>) => {
      const milliseconds = await time(async () => {
        let left = STATEMENTS
        const call = async () => {
          while (left > 0) {
            left -= 1
            await run({ name: 'point', text: 'select body from point where id = $1', values: [1 + (left % 1000)] })
          }
        }
        await Promise.all(Array.from({ length: CALLERS }, call))
      })
      return STATEMENTS / (milliseconds / 1000)
    }
    return await inTurn(rounds, async () => ({
      ours: await rate(pipeline.run),
      reference: await rate((statement) => pool.query(statement)),
    }))
  } finally {
    await Promise.all([pipeline.close(), pool.end()])
    await postgres.stop()
  }
}
