import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { ObjectStorageConfig } from '../../runtime/config.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode } from '../../runtime/errors.ts'

const CONNECT_TIME = 5000
/** For a request until the answer begins; a part may be on a slow way. */
const ANSWER_TIME = 120_000
/** Storage puts a large file together before it answers. */
const COMPLETE_TIME = 900_000
/** A connection on which nothing moves for so long has broken. */
const IDLE_TIME = 30_000
const ATTEMPTS = 4
/** Every download holds one as long as it lasts. */
const CONNECTIONS = 1000

/** An object as it is told without its bytes. */
export interface S3Head {
  readonly etag: string
  readonly size: number
  readonly metadata: Readonly<Record<string, string>>
}

/** A wish for a part of an object: from `start` to `end`, both included, or to its end. */
export interface S3Range {
  readonly start: number
  readonly end?: number
}

/** A multipart upload that is neither complete nor given up. */
export interface S3Multipart {
  readonly key: string
  readonly id: string
}

/** What is written only if: nothing is there yet, or what is there still has this ETag. */
export type S3Condition = { readonly absent: true } | { readonly etag: string }

/**
 * One bucket, by the few requests that the store makes. Every method may throw what `toS3Failure` says; what is missing is undefined where the
 * type says so.
 */
export interface S3Bucket {
  /** Returns the ETag. Throws S3Refusal 'PreconditionFailed' or 'ConditionalRequestConflict' when the condition does not hold. */
  put(
    key: string,
    body: Uint8Array,
    options?: { metadata?: Record<string, string>; only?: S3Condition },
  ): Promise<string>
  head(key: string): Promise<S3Head | undefined>
  /** Opens an object for reading; the request ends when the stream is destroyed. Of another version than `etag` there is nothing. */
  open(key: string, options?: { range?: S3Range; etag?: string }): Promise<(S3Head & { body: Readable }) | undefined>
  /** A whole object, or its first bytes. */
  read(key: string, range?: S3Range): Promise<{ etag: string; bytes: Buffer } | undefined>
  /** Harmless when there is nothing. */
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<{ key: string; changedAt: number }>
  beginMultipart(key: string): Promise<S3Multipart>
  /** Returns the ETag of the part. Throws S3Refusal 'NoSuchUpload'. */
  putPart(multipart: S3Multipart, number: number, body: Uint8Array): Promise<string>
  /** The parts by their number. Throws S3Refusal 'NoSuchUpload'. */
  listParts(multipart: S3Multipart): Promise<Map<number, { etag: string; size: number }>>
  /** Makes the object of the parts, whose ETags come in order. Throws S3Refusal 'NoSuchUpload', and 'InvalidPart' when one is not what it was. */
  completeMultipart(multipart: S3Multipart, etags: readonly string[]): Promise<void>
  /** Harmless when there is nothing. */
  abortMultipart(multipart: S3Multipart): Promise<void>
  listMultiparts(prefix: string): AsyncIterable<S3Multipart & { begunAt: number }>
  close(): void
}

/** A bucket behind these settings. Nothing is asked of it yet. */
export function createS3Bucket({ bucket, region, endpoint, credentials }: ObjectStorageConfig): S3Bucket {
  // The pinned client runs on every Node that the portal does. What it says about its successors is for whoever updates it.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const agent = { maxSockets: CONNECTIONS }
  const client = new S3Client({
    region,
    // Storage of one's own seldom has a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // The signature holds the SHA-256 of what is sent, and the portal knows what it wants back; not all storage knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Asking before each part whether it may come would cost a connection for each.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIME,
      requestTimeout: ANSWER_TIME,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIME,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  const at = (key: string) => ({ Bucket: bucket, Key: key })
  const within = ({ key, id }: S3Multipart) => ({ ...at(key), UploadId: id })

  const self: S3Bucket = {
    async put(key, body, { metadata, only } = {}) {
      const condition = only && ('etag' in only ? { IfMatch: only.etag } : { IfNoneMatch: '*' })
      const command = new PutObjectCommand({ ...at(key), Body: body, Metadata: metadata, ...condition })
      return present((await answered(client.send(command))).ETag)
    },

    head: (key) =>
      whereThere(async () => {
        const { ETag, ContentLength, Metadata } = await answered(client.send(new HeadObjectCommand(at(key))))
        return { etag: present(ETag), size: present(ContentLength), metadata: Metadata ?? {} }
      }),

    open: (key, { range, etag } = {}) =>
      whereThere(async () => {
        const Range = range && `bytes=${range.start}-${range.end ?? ''}`
        const command = new GetObjectCommand({ ...at(key), Range, IfMatch: etag })
        const { Body, ETag, ContentLength, Metadata } = await answered(client.send(command))
        if (!(Body instanceof Readable)) throw new TypeError('the object storage sent no stream')
        return { etag: present(ETag), size: present(ContentLength), metadata: Metadata ?? {}, body: Body }
      }),

    async read(key, range) {
      const found = await self.open(key, range && { range })
      return found && { etag: found.etag, bytes: await answered(buffer(found.body)) }
    },

    async remove(key) {
      await answered(client.send(new DeleteObjectCommand(at(key))))
    },

    async *list(prefix) {
      const ask = (token?: string) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
      for await (const { Contents = [] } of pagesOf(ask, (page) => page.NextContinuationToken)) {
        for (const { Key, LastModified } of Contents)
          yield { key: present(Key), changedAt: present(LastModified).getTime() }
      }
    },

    async beginMultipart(key) {
      const { UploadId } = await answered(client.send(new CreateMultipartUploadCommand(at(key))))
      return { key, id: present(UploadId) }
    },

    async putPart(multipart, number, body) {
      const command = new UploadPartCommand({ ...within(multipart), PartNumber: number, Body: body })
      return present((await ofMultipart(client.send(command))).ETag)
    },

    async listParts(multipart) {
      const parts = new Map<number, { etag: string; size: number }>()
      const ask = (marker?: string) =>
        ofMultipart(client.send(new ListPartsCommand({ ...within(multipart), PartNumberMarker: marker })))
      for await (const { Parts = [] } of pagesOf(ask, (page) => page.NextPartNumberMarker)) {
        for (const { PartNumber, ETag, Size } of Parts) {
          parts.set(present(PartNumber), { etag: present(ETag), size: present(Size) })
        }
      }
      return parts
    },

    async completeMultipart(multipart, etags) {
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const command = new CompleteMultipartUploadCommand({ ...within(multipart), MultipartUpload: { Parts } })
      await ofMultipart(client.send(command, { requestTimeout: COMPLETE_TIME }))
    },

    async abortMultipart(multipart) {
      await ofMultipart(client.send(new AbortMultipartUploadCommand(within(multipart)))).catch((error: unknown) => {
        if (!isRefusal(error, 'NoSuchUpload')) throw error
      })
    },

    async *listMultiparts(prefix) {
      const ask = (after?: ListMultipartUploadsCommandOutput) =>
        client.send(
          new ListMultipartUploadsCommand({
            Bucket: bucket,
            Prefix: prefix,
            KeyMarker: after?.NextKeyMarker,
            UploadIdMarker: after?.NextUploadIdMarker,
          }),
        )
      for await (const { Uploads = [] } of pagesOf(ask, (page) => page)) {
        for (const { Key, UploadId, Initiated } of Uploads) {
          yield { key: present(Key), id: present(UploadId), begunAt: present(Initiated).getTime() }
        }
      }
    },

    close: () => client.destroy(),
  }
  return self
}

async function answered<T>(request: Promise<T>): Promise<T> {
  return request.catch((error: unknown) => {
    throw toS3Failure(error)
  })
}

/** Some storage (Ceph) says that the key is not there when the multipart upload is not. */
async function ofMultipart<T>(request: Promise<T>): Promise<T> {
  return answered(request).catch((error: unknown) => {
    throw isRefusal(error, 'NoSuchKey') ? new S3Refusal('NoSuchUpload', error.status) : error
  })
}

/** Page after page of a list. Storage may name the next one although there is none, which the client's own paginators follow for ever. */
async function* pagesOf<Page extends { IsTruncated?: boolean | undefined }, Next>(
  ask: (next?: Next) => Promise<Page>,
  nextOf: (page: Page) => Next | undefined,
): AsyncGenerator<Page> {
  let page = await answered(ask())
  yield page
  while (page.IsTruncated) {
    page = await answered(ask(nextOf(page)))
    yield page
  }
}

/** An answer to HEAD has no body that could name the reason. */
async function whereThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return ask().catch((error: unknown) => {
    if (isRefusal(error, 'NoSuchKey', 'NotFound', 'PreconditionFailed')) return undefined
    throw error
  })
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('the object storage left out what it always says')
  return value
}

/** What storage that has no room says; Amazon's never does. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage'])
const NO_ROOM = 507
/** What is not implemented will not be soon. */
const NEVER = 501
/** What passes, although its status is not one of the server's own failures. */
const PASSES = new Set(['SlowDown', 'RequestTimeout', 'Throttling', 'TooManyRequests', 'RequestLimitExceeded'])
/** What the way there fails with, by name or by the system's code. */
const UNREACHABLE = new Set([
  'TimeoutError',
  'CredentialsProviderError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Object storage refused. `code` is its own word for the reason, such as 'NoSuchUpload'; nothing else of its answer is kept. */
export class S3Refusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, status: number) {
    super(`the object storage answered ${code} (${status})`)
    this.name = 'S3Refusal'
    this.code = code
    this.status = status
  }
}

/**
 * What a failed request means: PortalError 'storage.disk_full', 'server.unavailable' for what passes, S3Refusal for every other answer. What did
 * not come from the storage stays as it is.
 */
export function toS3Failure(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0
    const refusal = new S3Refusal(error.name, status)
    if (FULL.has(error.name) || status === NO_ROOM) return new PortalError('storage.disk_full', { cause: refusal })
    if ((status >= 500 && status !== NEVER) || PASSES.has(error.name))
      return new PortalError('server.unavailable', { cause: refusal })
    return refusal
  }
  if (!(error instanceof Error)) return error
  const reachable = !UNREACHABLE.has(error.name) && !UNREACHABLE.has(errorCode(error))
  return reachable ? error : new PortalError('server.unavailable', { cause: error })
}

/** Whether object storage refused for one of these reasons. */
export function isRefusal(error: unknown, ...codes: string[]): error is S3Refusal {
  return error instanceof S3Refusal && codes.includes(error.code)
}
