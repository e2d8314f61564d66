import type { ObjectStorageConfig } from '../../runtime/config.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { errorCode, errorMessage, StartError } from '../../runtime/errors.ts'
import { type S3Bucket, isRefusal, S3Refusal } from './s3-client.ts'
import { UPLOADS } from './s3-uploads.ts'

/** Written once: a second try shows whether the storage supports conditions. */
const MARK = 'portal'
const MARK_TEXT = 'A school portal keeps its files here.\n'
const WRONG_KEYS = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'Forbidden',
])
const WRONG_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
])

/** Throws StartError unless the bucket exists, may be read and written, and supports conditions. */
export async function refuseUnusable(bucket: S3Bucket, config: ObjectStorageConfig): Promise<void> {
  try {
    await bucket.list(UPLOADS)[Symbol.asyncIterator]().next()
    if (!(await mark(bucket)) || !(await mark(bucket))) return
  } catch (error) {
    throw new StartError(explain(error, config), { cause: error })
  }
  throw new StartError(explainConditions(nameOf(config)))
}

/** Writes the mark; false when it exists. */
async function mark(bucket: S3Bucket): Promise<boolean> {
  try {
    await bucket.put(MARK, Buffer.from(MARK_TEXT), { only: { absent: true } })
    return true
  } catch (error) {
    if (isRefusal(error, 'PreconditionFailed', 'ConditionalRequestConflict')) return false
    throw error
  }
}

function explain(error: unknown, config: ObjectStorageConfig): string {
  const { bucket, region } = config
  const where = nameOf(config)
  if (error instanceof PortalError) return explainSilence(error, where)
  if (!(error instanceof S3Refusal)) return `The object storage ${where} cannot be used: ${errorMessage(error)}.`
  const { code, status } = error
  if (code === 'NotImplemented') return explainConditions(where)
  if (code === 'NoSuchBucket') {
    return `S3_BUCKET is "${bucket}", but ${where} has no bucket of that name; make it first, or set S3_BUCKET to one that is there.`
  }
  if (WRONG_REGION.has(code)) {
    return `AWS_REGION is "${region}", but the bucket "${bucket}" lies in another region (${code}); set AWS_REGION to that one.`
  }
  if (WRONG_KEYS.has(code) || status === 403) {
    return `The object storage ${where} does not let the portal into the bucket "${bucket}" (${code}); check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do.`
  }
  return `The object storage ${where} cannot be used: it answered ${code} (${status}).`
}

function explainConditions(where: string): string {
  return `The object storage ${where} does not keep to conditions (If-None-Match), without which files could be lost; use storage that does.`
}

function explainSilence({ code, cause }: PortalError, where: string): string {
  if (code === 'storage.disk_full') return `The object storage ${where} is full.`
  if (cause instanceof S3Refusal)
    return `The object storage ${where} is out of order: it answered ${cause.code} (${cause.status}).`
  if (cause instanceof Error && cause.name === 'CredentialsProviderError') {
    return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing, and this machine has been given no other access to object storage; set both.'
  }
  return `The object storage ${where} cannot be reached (${errorCode(cause) || errorMessage(cause)}); check AWS_ENDPOINT_URL_S3 and the network.`
}

function nameOf({ endpoint, region }: ObjectStorageConfig): string {
  return endpoint === undefined ? `in ${region}` : `at ${endpoint}`
}
