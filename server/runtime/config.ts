import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { clientDownloads, type ClientDownloads } from '../../contract/endpoints/tenant.ts'
import { StartError } from './errors.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** What the environment decides. */
export type Config = ReturnType<typeof parseConfig>

/** A school has one address: a thousand a second is far above its busiest minute, and below what would hurt others. */
const REQUESTS_PER_MINUTE = 60_000

/** Pictures of one person lie 0.2 to 0.45 apart, those of two people 0.6 and more. */
export const FACE_LIMITS: MatchLimits = { distance: 0.5, margin: 0.05 }

/** Throws StartError with a sentence that names the variable and what would be right. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  return {
    /** 0: any free port. */
    port: parsePort(env['PORT'] || '8080'),
    host: parseHost(env['HOST'] || '127.0.0.1'),
    /** Absolute; holds database, files and keys. */
    dataFolder: resolve(env['PORTAL_DATA'] || './data'),
    /** undefined: the bundled PostgreSQL. */
    databaseUrl: parseDatabaseUrl(env['DATABASE_URL'] || undefined),
    /** undefined: the data folder. */
    objectStorage: parseObjectStorage(env),
    logLevel: parseLogLevel(env['PORTAL_LOG_LEVEL'] || 'info'),
    /** Encrypts secrets in the database; undefined: a key in the data folder. */
    secret: parseSecret(env['PORTAL_SECRET'] || undefined),
    /** Addresses or networks whose X-Forwarded-* headers are trusted. */
    trustProxy: parseProxies(env['PORTAL_TRUST_PROXY'] || ''),
    /** Of one address. */
    requestsPerMinute: parseRate(env['PORTAL_REQUESTS_PER_MINUTE'] || String(REQUESTS_PER_MINUTE)),
    /** Days after its last chunk after which an upload is abandoned. */
    uploadDays: parseDays('PORTAL_UPLOAD_DAYS', env['PORTAL_UPLOAD_DAYS'] || '7'),
    /** Of the client for Windows, unless a unit names others. */
    clientDownloads: {
      ...parseDownload('installer', 'PORTAL_CLIENT_INSTALLER', env),
      ...parseDownload('portable', 'PORTAL_CLIENT_PORTABLE', env),
    },
    faces: {
      distance: parseDistance('PORTAL_FACE_DISTANCE', env, FACE_LIMITS.distance, { least: 0.2, most: 0.6 }),
      margin: parseDistance('PORTAL_FACE_MARGIN', env, FACE_LIMITS.margin, { least: 0, most: 0.3 }),
    },
  }
}

/** Known demo passwords are harmless there. A proxy may lead others here. */
export function isForThisMachine({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): boolean {
  return trustProxy.length === 0 && isLoopback(host)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new StartError(`PORT is "${text}", but it must be a whole number from 0 to 65535, such as 8080.`)
}

function parseHost(text: string): string {
  if (isIP(text) !== 0 || /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text)) return text
  throw new StartError(`HOST is "${text}", but it must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.`)
}

function parseDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // Not repeated in the sentence: it may hold a password.
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new StartError('DATABASE_URL must look like postgresql://user:password@host:5432/database.')
}

function parseSecret(text: string | undefined): string | undefined {
  if (text === undefined || text.length >= 32) return text
  throw new StartError('PORTAL_SECRET is too short: it must be a random text of at least 32 characters.')
}

function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text)
  if (level !== undefined) return level
  throw new StartError(`PORTAL_LOG_LEVEL is "${text}", but it must be one of ${logLevels.join(', ')}.`)
}

function parseProxies(text: string): string[] {
  const proxies = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const proxy of proxies) {
    const [address = '', prefix = '0'] = proxy.split('/')
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix)) {
      throw new StartError(
        `PORTAL_TRUST_PROXY holds "${proxy}", but it must list addresses or networks of proxies, such as 10.0.0.2 or 10.0.0.0/8.`,
      )
    }
  }
  return proxies
}

function parseRate(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new StartError(`PORTAL_REQUESTS_PER_MINUTE is "${text}", but it must be a whole number above 0, such as 60000.`)
}

function parseDays(variable: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new StartError(`${variable} is "${text}", but it must be a whole number of days from 1 to 9999, such as 7.`)
}

function parseDistance(
  variable: string,
  env: NodeJS.ProcessEnv,
  usual: number,
  { least, most }: { least: number; most: number },
): number {
  const text = env[variable] || String(usual)
  const distance = /^\d(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
  if (distance >= least && distance <= most) return distance
  throw new StartError(`${variable} is "${text}", but it must be a number from ${least} to ${most}, such as ${usual}.`)
}

function parseDownload(kind: keyof ClientDownloads, variable: string, env: NodeJS.ProcessEnv): ClientDownloads {
  const address = env[variable]
  if (!address) return {}
  const parsed = clientDownloads.safeParse({ [kind]: address })
  if (parsed.success) return parsed.data
  throw new StartError(
    `${variable} is "${address}", but it must be an https address or a path on the portal's own host, such as https://example.org/portal-setup.exe.`,
  )
}

/** Distances of the recognition net: 0 is the same picture. */
export interface MatchLimits {
  /** The largest distance of a match. */
  readonly distance: number
  /** By how much all other people must be farther. */
  readonly margin: number
}

export type ObjectStorageConfig = NonNullable<Config['objectStorage']>

/** undefined without S3_BUCKET. Throws StartError that names the variable. */
function parseObjectStorage(env: NodeJS.ProcessEnv) {
  const bucket = env['S3_BUCKET']
  if (!bucket) return undefined
  const endpoint = parseEndpoint(env)
  return {
    bucket: parseBucket(bucket),
    region: parseRegion(env['AWS_REGION'] || env['AWS_DEFAULT_REGION'], endpoint),
    /** undefined: Amazon's own in that region. */
    endpoint,
    /** undefined: those of the machine, by a role or a profile. */
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
  // Not repeated in the sentence: it may hold a password.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new StartError(`${variable} must be an address without a user, such as https://s3.example.org:9000.`)
  }
  return text
}

/** Self-hosted storage mostly has no regions, and takes Amazon's first one. */
function parseRegion(text: string | undefined, endpoint: string | undefined): string {
  const region = text || (endpoint === undefined ? '' : 'us-east-1')
  if (/^[a-z\d-]+$/i.test(region)) return region
  throw new StartError(`AWS_REGION is "${region}", but it must be the region of the bucket, such as eu-central-1.`)
}

function parseCredentials(env: NodeJS.ProcessEnv) {
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  const sessionToken = env['AWS_SESSION_TOKEN']
  if (!accessKeyId && !secretAccessKey) return undefined
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both, or neither.')
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}
