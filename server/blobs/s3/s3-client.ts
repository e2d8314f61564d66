import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
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
/** For sending a request, perhaps with a part, until the answer begins. */
const ANSWER_TIME = 120_000
/** The storage assembles a large file before it answers. */
const COMPLETE_TIME = 900_000
/** After so long without a byte a connection counts as broken. */
const IDLE_TIME = 30_000
const ATTEMPTS = 4
/** Every download holds one as long as it lasts. */
const CONNECTIONS = 1000

export interface S3Head {
  readonly etag: string
  readonly size: number
  readonly metadata: Readonly<Record<string, string>>
}

/** From `start` to `end`, both included, or to the end of the object. */
export interface S3Range {
  readonly start: number
  readonly end?: number
}

/** A multipart upload that is neither complete nor aborted. */
export interface S3Multipart {
  readonly key: string
  readonly id: string
}

/** Write only if nothing is there yet, or the object still has this ETag. */
export type S3Condition = { readonly absent: true } | { readonly etag: string }

export type S3Bucket = ReturnType<typeof createS3Bucket>

/** One bucket, by the few requests that the store makes. Every method may throw what `toS3Failure` describes. Makes no request yet. */
export function createS3Bucket({ bucket, region, endpoint, credentials }: ObjectStorageConfig) {
  // The pinned client runs on every Node that the portal does. Its warning about later versions is for the developer who updates it.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const agent = { maxSockets: CONNECTIONS }
  const client = new S3Client({
    region,
    // A school's own storage seldom has a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // Not all storage supports the newer checksums. The signature contains the SHA-256 of what is sent, and the portal hashes files itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `Expect: 100-continue` would cost a connection for each part.
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

  /** The request ends when the stream is destroyed. Undefined when there is no object, or another version than `etag`. */
  function open(
    key: string,
    { range, etag }: { range?: S3Range | undefined; etag?: string } = {},
  ): Promise<(S3Head & { body: Readable }) | undefined> {
    return whereThere(async () => {
      const Range = range && `bytes=${range.start}-${range.end ?? ''}`
      const command = new GetObjectCommand({ ...at(key), Range, IfMatch: etag })
      const { Body, ...head } = await answered(client.send(command))
      if (!(Body instanceof Readable)) throw new TypeError('the object storage sent no stream')
      return { ...toHead(head), body: Body }
    })
  }

  return {
    open,

    /** Returns the ETag. Throws S3Refusal 'PreconditionFailed' or 'ConditionalRequestConflict' when the condition does not hold. */
    async put(
      key: string,
      body: Uint8Array,
      { metadata, only }: { metadata?: Record<string, string>; only?: S3Condition } = {},
    ): Promise<string> {
      const condition = only && ('etag' in only ? { IfMatch: only.etag } : { IfNoneMatch: '*' })
      const command = new PutObjectCommand({ ...at(key), Body: body, Metadata: metadata, ...condition })
      return present((await answered(client.send(command))).ETag)
    },

    head: (key: string): Promise<S3Head | undefined> =>
      whereThere(async () => toHead(await answered(client.send(new HeadObjectCommand(at(key)))))),

    async read(key: string, range?: S3Range): Promise<{ etag: string; bytes: Buffer } | undefined> {
      const found = await open(key, { range })
      return found && { etag: found.etag, bytes: await answered(buffer(found.body)) }
    },

    /** Harmless when there is no such object. */
    async remove(key: string): Promise<void> {
      await answered(client.send(new DeleteObjectCommand(at(key))))
    },

    async *list(prefix: string): AsyncGenerator<{ key: string; changedAt: number }> {
      const ask = (token?: string) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
      for await (const { Contents = [] } of pagesOf(ask, (page) => page.NextContinuationToken)) {
        for (const { Key, LastModified } of Contents)
          yield { key: present(Key), changedAt: present(LastModified).getTime() }
      }
    },

    async beginMultipart(key: string): Promise<S3Multipart> {
      const { UploadId } = await answered(client.send(new CreateMultipartUploadCommand(at(key))))
      return { key, id: present(UploadId) }
    },

    /** Returns the ETag. Throws S3Refusal 'NoSuchUpload', as the next two do. */
    async putPart(multipart: S3Multipart, number: number, body: Uint8Array): Promise<string> {
      const command = new UploadPartCommand({ ...within(multipart), PartNumber: number, Body: body })
      return present((await ofMultipart(client.send(command))).ETag)
    },

    async listParts(multipart: S3Multipart): Promise<Map<number, { etag: string; size: number }>> {
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

    /** `etags` are those of the parts, in order. Throws also S3Refusal 'InvalidPart', when a part has another ETag. */
    async completeMultipart(multipart: S3Multipart, etags: readonly string[]): Promise<void> {
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      const command = new CompleteMultipartUploadCommand({ ...within(multipart), MultipartUpload: { Parts } })
      await ofMultipart(client.send(command, { requestTimeout: COMPLETE_TIME }))
    },

    /** Harmless when there is no such upload. */
    async abortMultipart(multipart: S3Multipart): Promise<void> {
      await ofMultipart(client.send(new AbortMultipartUploadCommand(within(multipart)))).catch((error: unknown) => {
        if (!isRefusal(error, 'NoSuchUpload')) throw error
      })
    },

    async *listMultiparts(prefix: string): AsyncGenerator<S3Multipart & { begunAt: number }> {
      const ask = (after?: ListMultipartUploadsCommandOutput) => {
        const marker = { KeyMarker: after?.NextKeyMarker, UploadIdMarker: after?.NextUploadIdMarker }
        return client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }))
      }
      for await (const { Uploads = [] } of pagesOf(ask, (page) => page)) {
        for (const { Key, UploadId, Initiated } of Uploads) {
          yield { key: present(Key), id: present(UploadId), begunAt: present(Initiated).getTime() }
        }
      }
    },

    close: () => client.destroy(),
  }
}

function toHead({ ETag, ContentLength, Metadata }: HeadObjectCommandOutput): S3Head {
  return { etag: present(ETag), size: present(ContentLength), metadata: Metadata ?? {} }
}

async function answered<T>(request: Promise<T>): Promise<T> {
  return request.catch((error: unknown) => {
    throw toS3Failure(error)
  })
}

/** Some storage (Ceph) answers 'NoSuchKey' instead of 'NoSuchUpload'. */
async function ofMultipart<T>(request: Promise<T>): Promise<T> {
  return answered(request).catch((error: unknown) => {
    throw isRefusal(error, 'NoSuchKey') ? new S3Refusal('NoSuchUpload', error.status) : error
  })
}

/** The pages of a list. Storage may name a next page although there is none, which the client's own paginators follow for ever. */
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

/** Undefined when there is no such object. An answer to HEAD has no body with the reason. */
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

/** Codes of full storage; Amazon's never sends them. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage'])
const NO_ROOM = 507
const NOT_IMPLEMENTED = 501
/** Temporary refusals with a status below 500. */
const TEMPORARY = new Set(['SlowDown', 'RequestTimeout', 'Throttling', 'TooManyRequests', 'RequestLimitExceeded'])
/** Network failures, by name or by the system's code. */
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

/** `code` is the storage's own, such as 'NoSuchUpload'; nothing else of its answer is kept. */
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
 * What a failed request throws: PortalError 'storage.disk_full', 'server.unavailable' for temporary failures, S3Refusal for other answers. Errors
 * that did not come from the storage stay as they are.
 */
export function toS3Failure(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0
    const refusal = new S3Refusal(error.name, status)
    if (FULL.has(error.name) || status === NO_ROOM) return new PortalError('storage.disk_full', { cause: refusal })
    if ((status >= 500 && status !== NOT_IMPLEMENTED) || TEMPORARY.has(error.name))
      return new PortalError('server.unavailable', { cause: refusal })
    return refusal
  }
  if (!(error instanceof Error)) return error
  const reachable = !UNREACHABLE.has(error.name) && !UNREACHABLE.has(errorCode(error))
  return reachable ? error : new PortalError('server.unavailable', { cause: error })
}

export function isRefusal(error: unknown, ...codes: string[]): error is S3Refusal {
  return error instanceof S3Refusal && codes.includes(error.code)
}
