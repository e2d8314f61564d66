import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ObjectStorageConfig } from '../../../server/runtime/config.ts'
import { createPeerBucket, type PeerBucket, type PeerObject } from './fake-s3-bucket.ts'
import { checkSignature, FakeS3Error } from './fake-s3-signature.ts'

/** A request as tests see it: the name of S3's operation, and the key or prefix. */
export interface PeerRequest {
  readonly operation: string
  readonly key: string
  /** The header Range, or ''. */
  readonly range: string
}

/** What becomes of a request instead of being served: refused, hung up on, or no more of the answer after so many bytes. */
export type Interference =
  | { readonly status: number; readonly code: string }
  | 'hang up'
  | { readonly cutAfter: number }
  | { readonly stallAfter: number }

/**
 * S3 on loopback, as far as its documentation describes what the portal asks of it: signatures, conditions, the least size of parts, pages of
 * lists, and that all readers see a write at once.
 */
export interface FakeS3 {
  /** The settings of a portal that uses it; its bucket is there. */
  readonly config: ObjectStorageConfig
  /** The same as the environment says it. */
  readonly env: Readonly<Record<string, string>>
  readonly bucket: PeerBucket
  /** What was asked, the oldest first, as `operation key`. */
  readonly asked: string[]
  /** Whose answer the other side did not take to its end, in the same words. */
  readonly broken: string[]
  /** Every key of the bucket in order, without the mark of the first start. */
  keys(): string[]
  /** Set to hold requests up or to spoil them. */
  interfere: ((request: PeerRequest) => Promise<Interference | undefined> | Interference | undefined) | undefined
  /** Set to serve a request and hang up instead of answering, the first time that it is true. */
  hangUpAfter: ((request: PeerRequest) => boolean) | undefined
  /** How many entries a page of a list has; as many as S3 gives unless changed. */
  pageSize: number
  /** Harmless twice. */
  close(): Promise<void>
}

const BUCKET = 'school-files'
const PIECE = 64 * 1024

/** Starts one with an empty bucket. */
export async function startFakeS3(): Promise<FakeS3> {
  const account = { accessKeyId: 'AKIAPORTAL', secretAccessKey: randomUUID(), region: 'eu-central-1' }
  const bucket = createPeerBucket()
  const asked: string[] = []
  const broken: string[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://peer')
    const [, bucketName = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? []
    try {
      checkSignature(request, body, account)
      if (bucketName !== BUCKET) throw new FakeS3Error(404, 'NoSuchBucket')
      const operation = operationOf(request.method ?? '', key, query)
      const about = { operation, key: key || (query.get('prefix') ?? ''), range: request.headers.range ?? '' }
      const words = `${about.operation} ${about.key}`
      asked.push(words)
      const interference = await peer.interfere?.(about)
      if (interference === 'hang up') return void request.socket.destroy()
      if (interference && 'code' in interference) throw new FakeS3Error(interference.status, interference.code)
      const answer = operations[operation]?.({ key, query, headers: request.headers, body })
      if (!answer) throw new FakeS3Error(501, 'NotImplemented')
      if (peer.hangUpAfter?.(about)) {
        peer.hangUpAfter = undefined
        return void request.socket.destroy()
      }
      await send(request, response, answer, interference).catch(() => broken.push(words))
    } catch (error) {
      const { status, code } = error instanceof FakeS3Error ? error : new FakeS3Error(500, 'InternalError')
      const text =
        request.method === 'HEAD' ? '' : xml('Error', element('Code', code) + element('Message', String(error)))
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
    }
  }

  /** A page of sorted entries after a marker, and where the next one begins. */
  function pageOf<T>(entries: readonly T[], nameOf: (entry: T) => string, marker: string | null) {
    const rest = entries.filter((entry) => marker === null || nameOf(entry) > marker)
    const page = rest.slice(0, peer.pageSize)
    const last = page.at(-1)
    return { page, next: rest.length > page.length && last !== undefined ? nameOf(last) : undefined }
  }

  const operations: Record<string, (call: PeerCall) => PeerAnswer> = {
    PutObject({ key, headers, body }) {
      bucket.checkConditions(key, headers['if-match'], headers['if-none-match'])
      const metadata = Object.entries(headers).flatMap(([name, value]) =>
        name.startsWith('x-amz-meta-') ? [[name.slice('x-amz-meta-'.length), String(value)]] : [],
      )
      return { headers: { etag: bucket.put(key, body, Object.fromEntries(metadata)).etag } }
    },
    GetObject: ({ key, headers }) => tellObject(bucket.find(key), headers),
    HeadObject: ({ key, headers }) => tellObject(bucket.find(key), headers),
    DeleteObject({ key }) {
      bucket.objects.delete(key)
      return { status: 204 }
    },
    ListObjectsV2({ query }) {
      const entries = [...bucket.objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '')).sort(byName)
      const { page, next } = pageOf(entries, ([key]) => key, query.get('continuation-token'))
      const contents = page.map(([key, { bytes, etag, changedAt }]) =>
        element(
          'Contents',
          element('Key', key) +
            element('LastModified', changedAt.toISOString()) +
            element('ETag', etag) +
            element('Size', String(bytes.length)),
        ),
      )
      return { body: xml('ListBucketResult', contents.join('') + truncation('NextContinuationToken', next)) }
    },
    CreateMultipartUpload({ key }) {
      const { id } = bucket.begin(key)
      return { body: xml('InitiateMultipartUploadResult', element('Key', key) + element('UploadId', id)) }
    },
    UploadPart({ key, query, body }) {
      const { etag } = bucket.putPart(key, query.get('uploadId') ?? '', Number(query.get('partNumber')), body)
      return { headers: { etag } }
    },
    ListParts({ key, query }) {
      const { parts } = bucket.findMultipart(key, query.get('uploadId') ?? '')
      const entries = [...parts].sort(([a], [b]) => a - b)
      const { page, next } = pageOf(entries, ([number]) => padded(number), padMarker(query.get('part-number-marker')))
      const told = page.map(([number, { bytes, etag }]) =>
        element(
          'Part',
          element('PartNumber', String(number)) + element('ETag', etag) + element('Size', String(bytes.length)),
        ),
      )
      // Told on the last page as well, where it leads nowhere.
      const marker = element('NextPartNumberMarker', String(page.at(-1)?.[0] ?? 0))
      return { body: xml('ListPartsResult', told.join('') + marker + truncation('', next)) }
    },
    CompleteMultipartUpload({ key, query, body }) {
      const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
        number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
        etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
      }))
      const { etag } = bucket.complete(key, query.get('uploadId') ?? '', named)
      return { body: xml('CompleteMultipartUploadResult', element('Key', key) + element('ETag', etag)) }
    },
    AbortMultipartUpload({ key, query }) {
      bucket.multiparts.delete(bucket.findMultipart(key, query.get('uploadId') ?? '').id)
      return { status: 204 }
    },
    ListMultipartUploads({ query }) {
      const entries = [...bucket.multiparts.values()]
        .filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
        .sort((a, b) => (markerOf(a) < markerOf(b) ? -1 : 1))
      const keyMarker = query.get('key-marker')
      const marker = keyMarker === null ? null : `${keyMarker} ${query.get('upload-id-marker')}`
      const { page, next } = pageOf(entries, markerOf, marker)
      const told = page.map(({ key, id, begunAt }) =>
        element('Upload', element('Key', key) + element('UploadId', id) + element('Initiated', begunAt.toISOString())),
      )
      const [nextKey, nextId] = next?.split(' ') ?? []
      const markers = nextId === undefined ? '' : element('NextUploadIdMarker', nextId)
      return {
        body: xml('ListMultipartUploadsResult', told.join('') + markers + truncation('NextKeyMarker', nextKey)),
      }
    },
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const { region, ...credentials } = account
  const peer: FakeS3 = {
    config: { bucket: BUCKET, region, endpoint, credentials },
    env: {
      S3_BUCKET: BUCKET,
      AWS_ACCESS_KEY_ID: account.accessKeyId,
      AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: endpoint,
    },
    bucket,
    asked,
    broken,
    keys: () => [...bucket.objects.keys()].filter((key) => key !== 'portal').sort(),
    interfere: undefined,
    hangUpAfter: undefined,
    pageSize: 1000,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return peer
}

interface PeerCall {
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface PeerAnswer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

function operationOf(method: string, key: string, query: URLSearchParams): string {
  if (key === '') return method !== 'GET' ? 'Unknown' : query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2'
  const multipart = query.has('uploadId')
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload'
  if (method === 'PUT') return multipart ? 'UploadPart' : 'PutObject'
  if (method === 'GET') return multipart ? 'ListParts' : 'GetObject'
  if (method === 'DELETE') return multipart ? 'AbortMultipartUpload' : 'DeleteObject'
  return 'HeadObject'
}

function tellObject({ bytes, etag, metadata, changedAt }: PeerObject, headers: IncomingMessage['headers']): PeerAnswer {
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    throw new FakeS3Error(412, 'PreconditionFailed')
  const told = {
    etag,
    'last-modified': changedAt.toUTCString(),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) return { headers: told, body: bytes }
  const start = Number(first)
  if (start >= bytes.length) throw new FakeS3Error(416, 'InvalidRange')
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1)
  return {
    status: 206,
    headers: { ...told, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  }
}

/** Rejects when the other side goes away, or is made to believe that this one did. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PeerAnswer,
  interference: Interference | undefined,
): Promise<void> {
  const { status = 200, headers = {}, body = '' } = answer
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': bytes.length }) })
  if (request.method === 'HEAD' || status === 204) return void response.end()
  response.flushHeaders()
  const limits = { cutAfter: Infinity, stallAfter: Infinity, ...(typeof interference === 'object' && interference) }
  const end = Math.min(limits.cutAfter, limits.stallAfter)
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += PIECE) {
      yield bytes.subarray(at, Math.min(at + PIECE, end))
      if (at + PIECE > limits.stallAfter) await once(response, 'close')
      if (at + PIECE > end) throw new Error('cut off')
    }
  }
  await pipeline(pieces, response)
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function markerOf({ key, id }: { readonly key: string; readonly id: string }): string {
  return `${key} ${id}`
}

function padded(number: number): string {
  return String(number).padStart(5, '0')
}

function padMarker(marker: string | null): string | null {
  return marker === null || marker === '' ? null : padded(Number(marker))
}

function truncation(name: string, next: string | undefined): string {
  return element('IsTruncated', String(next !== undefined)) + (next && name ? element(name, next) : '')
}

function element(name: string, content: string): string {
  const safe = content.startsWith('<') ? content : content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<${name}>${safe}</${name}>`
}

function xml(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`
}
