import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import aws4, { type Request } from 'aws4'

const SKEW = 15 * 60 * 1000

/** Who may come in, and where the bucket lies. */
export interface FakeS3Account {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

/** Checks a request's signature (version 4) and the SHA-256 of its body, by another implementation than the client's. Throws FakeS3Error. */
export function checkSignature(request: IncomingMessage, body: Buffer, account: FakeS3Account): void {
  const { headers, method = '', url = '' } = request
  const [, accessKeyId, region, signed = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=[\da-f]{64}$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (accessKeyId === undefined) throw new FakeS3Error(403, 'AccessDenied')
  if (accessKeyId !== account.accessKeyId) throw new FakeS3Error(403, 'InvalidAccessKeyId')
  if (region !== account.region) throw new FakeS3Error(400, 'AuthorizationHeaderMalformed')

  const date = String(headers['x-amz-date'])
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - sentAt) < SKEW)) throw new FakeS3Error(403, 'RequestTimeTooSkewed')
  const names = signed.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (!mustBeSigned.every((name) => names.includes(name))) throw new FakeS3Error(403, 'AccessDenied')

  const signer = new aws4.RequestSigner(
    {
      service: 's3',
      region: account.region,
      method,
      path: url,
      headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ''])),
      doNotModifyHeaders: true,
      // Left out of a signature by that implementation unless it is told.
      extraHeadersToInclude: Object.fromEntries(names.map((name) => [name, true])),
    } as Request,
    account,
  )
  signer.datetime = date
  const expected = Buffer.from(signer.authHeader().replaceAll(' ', ''))
  const given = Buffer.from((headers.authorization ?? '').replaceAll(' ', ''))
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new FakeS3Error(403, 'SignatureDoesNotMatch')
  }
  const sha256 = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== sha256) throw new FakeS3Error(400, 'XAmzContentSHA256Mismatch')
}

/** A refusal in the words of S3. */
export class FakeS3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
