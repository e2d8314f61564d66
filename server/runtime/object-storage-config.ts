import { StartError } from './start-error.ts'

/** A bucket that speaks S3, where files are kept instead of the data folder. */
export interface ObjectStorageConfig {
  readonly bucket: string
  readonly region: string
  /** Where the storage is; undefined means Amazon's own in that region. */
  readonly endpoint: string | undefined
  /** Undefined means those that the machine itself has been given: a role or a profile. */
  readonly credentials: ObjectStorageCredentials | undefined
}

/** What requests to object storage are signed with. */
export interface ObjectStorageCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Parses S3_BUCKET and, with it, the usual AWS_* names; undefined without a bucket. Throws StartError that names the variable. */
export function parseObjectStorage(env: NodeJS.ProcessEnv): ObjectStorageConfig | undefined {
  const bucket = env['S3_BUCKET']
  if (!bucket) return undefined
  const endpoint = parseEndpoint(env)
  return {
    bucket: parseBucket(bucket),
    region: parseRegion(env['AWS_REGION'] || env['AWS_DEFAULT_REGION'], endpoint),
    endpoint,
    credentials: parseCredentials(env),
  }
}

function parseBucket(text: string): string {
  if (/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text)) return text
  throw new StartError(
    `S3_BUCKET is "${text}", but it must be a bucket's name: 3 to 63 small letters, digits, dots and hyphens, such as school-files.`,
  )
}

/** The variable for S3 alone comes first, as in Amazon's own tools. */
function parseEndpoint(env: NodeJS.ProcessEnv): string | undefined {
  const variable = env['AWS_ENDPOINT_URL_S3'] ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const text = env[variable]
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The value is not repeated in the sentence: it may hold a password, which belongs into AWS_SECRET_ACCESS_KEY.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new StartError(`${variable} must be an address without a user, such as https://s3.example.org:9000.`)
  }
  return text
}

/** Storage of one's own mostly has no regions, and takes the first one's name. */
function parseRegion(text: string | undefined, endpoint: string | undefined): string {
  const region = text || (endpoint === undefined ? '' : 'us-east-1')
  if (/^[a-z\d-]+$/i.test(region)) return region
  throw new StartError(`AWS_REGION is "${region}", but it must be the region of the bucket, such as eu-central-1.`)
}

function parseCredentials(env: NodeJS.ProcessEnv): ObjectStorageCredentials | undefined {
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  const sessionToken = env['AWS_SESSION_TOKEN']
  if (!accessKeyId && !secretAccessKey) return undefined
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both, or neither.')
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}
