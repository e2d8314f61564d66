import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { isTableExportBase } from '../../contract/endpoints/export.ts'
import { clientDownloads, type ClientDownloads } from '../../contract/endpoints/units/tenant.ts'
import { webHostOf } from '../../contract/rules/fields/web-address.ts'
import { StartError } from './errors.ts'
import { isHttpPlace } from './http-applications.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** What the environment decides. */
export type Config = ReturnType<typeof parseConfig>

/** A school has one address: a thousand a second is far above its busiest minute, and below what would hurt others. */
const REQUESTS_PER_MINUTE = 60_000

/** A portal that is half a second late is caught up with by refusing, not by queueing. */
export const OVERLOAD_DELAY = 500

/** Two years. */
export const ADMIN_EVENT_DAYS = 730

/** Pictures of one person lie 0.2 to 0.45 apart, those of two people 0.6 and more. */
export const FACE_LIMITS: FaceLimits = { distance: 0.5, margin: 0.05, memory: 256 }

/** Throws StartError with a sentence that names the variable and what would be right. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  return {
    /** 0: any free port. */
    port: parsePort(env['PORT'] || '8080'),
    host: parseHost(env['HOST'] || '127.0.0.1'),
    /** Hosts at which the operators sign in, in place of a port of theirs. */
    operatorHosts: parseOperatorHosts(env['PORTAL_OPERATOR_HOST'] || ''),
    ...parseOperatorPort(env),
    /** Where people reach the portal, for the set-up link; undefined: the address of this machine. */
    origin: parseOrigin(env['PORTAL_ORIGIN'] || undefined),
    /** Absolute; holds database, files and keys. */
    dataFolder: resolve(env['PORTAL_DATA'] || './data'),
    /** Megabytes on its disk that are kept for the database. */
    diskReserve: parseReserve(env['PORTAL_DISK_RESERVE'] || '64'),
    /** Milliseconds by which the event loop may be late before requests are refused; 0: never. */
    overloadDelay: parseOverload(env['PORTAL_OVERLOAD_DELAY'] || String(OVERLOAD_DELAY)),
    /** undefined: the bundled PostgreSQL. */
    databaseUrl: parseDatabaseUrl(env['DATABASE_URL'] || undefined),
    /** Seconds, at most, for which a portal that is to stop still takes requests, until a web server has noticed. */
    drainSeconds: parseDrain(env['PORTAL_DRAIN_SECONDS'] || '0'),
    /** Of this process, all in all. */
    databaseConnections: parseConnections(env['PORTAL_DATABASE_CONNECTIONS'] || String(usualConnections(env))),
    /** undefined: the data folder. */
    objectStorage: parseObjectStorage(env),
    /** In which other systems leave files to import, in a folder for each unit; undefined: no unit imports from a folder. */
    importFolder: parseImportFolder(env['PORTAL_IMPORT_FOLDER'] || undefined),
    logLevel: parseLogLevel(env['PORTAL_LOG_LEVEL'] || 'info'),
    /** Encrypts secrets in the database; undefined: a key in the data folder. */
    secret: parseSecret(env['PORTAL_SECRET'] || undefined),
    /** Addresses or networks of proxies, whose headers about a request are trusted. */
    trustProxy: parseNetworks('PORTAL_TRUST_PROXY', env, 'of proxies'),
    /** Whether the host is taken from them as well. */
    forwardedHost: parseYes('PORTAL_FORWARDED_HOST', env),
    /** Addresses or networks that are not public, in which mail servers of units may be. */
    mailNetworks: parseNetworks('PORTAL_MAIL_NETWORKS', env, 'of mail servers'),
    /** Addresses or networks that are not public, in which sign-in providers of units may be. */
    providerNetworks: parseNetworks('PORTAL_PROVIDER_NETWORKS', env, 'of sign-in providers'),
    /** Addresses or networks that are not public, in which third-party applications may be told that a session ended. */
    logoutNetworks: parseNetworks('PORTAL_LOGOUT_NETWORKS', env, 'of applications'),
    /** Hosts, hosts with a port and networks at which applications of units may be on plain http. */
    httpApplications: parseHttpApplications(env['PORTAL_HTTP_APPLICATIONS'] || ''),
    /** Of one address. */
    requestsPerMinute: parseRate(env['PORTAL_REQUESTS_PER_MINUTE'] || String(REQUESTS_PER_MINUTE)),
    /** Days after its last chunk after which an upload is abandoned. */
    uploadDays: parseDays('PORTAL_UPLOAD_DAYS', env['PORTAL_UPLOAD_DAYS'] || '7'),
    /** Days for which the trail of what administrators did is kept. */
    adminEventDays: parseDays('PORTAL_ADMIN_EVENT_DAYS', env['PORTAL_ADMIN_EVENT_DAYS'] || String(ADMIN_EVENT_DAYS)),
    /** Of the client for Windows, unless a unit names others. */
    clientDownloads: {
      ...parseDownload('installer', 'PORTAL_CLIENT_INSTALLER', env),
      ...parseDownload('portable', 'PORTAL_CLIENT_PORTABLE', env),
    },
    /** Where pages send tables to be made into spreadsheets; undefined: the portal writes them. */
    tableExportBase: parseTableExportBase(env['PORTAL_TABLE_EXPORT_BASE'] || undefined),
    faces: {
      distance: parseDistance('PORTAL_FACE_DISTANCE', env, FACE_LIMITS.distance, { least: 0.2, most: 0.6 }),
      margin: parseDistance('PORTAL_FACE_MARGIN', env, FACE_LIMITS.margin, { least: 0, most: 0.3 }),
      memory: parseFaceMemory(env['PORTAL_FACE_MEMORY'] || String(FACE_LIMITS.memory)),
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

/** Any free port where the portal has any free port. */
const OPERATOR_PORT = 8090

/** undefined: operators sign in at a host of theirs alone. `chosen`: a port that cannot be had ends the portal. */
function parseOperatorPort(env: NodeJS.ProcessEnv): { operatorPort: { port: number; chosen: boolean } | undefined } {
  const text = env['PORTAL_OPERATOR_PORT'] || ''
  if (text === '') {
    const port = env['PORT'] === '0' ? 0 : OPERATOR_PORT
    return { operatorPort: env['PORTAL_OPERATOR_HOST'] ? undefined : { port, chosen: false } }
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return { operatorPort: { port, chosen: true } }
  throw new StartError(
    `PORTAL_OPERATOR_PORT is "${text}", but it must be a whole number from 0 to 65535, such as ${OPERATOR_PORT}.`,
  )
}

function parseOperatorHosts(text: string): string[] {
  const names = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return names.map((name) => {
    const host = webHostOf(name)
    if (host !== null) return host
    throw new StartError(
      `PORTAL_OPERATOR_HOST is "${text}", but it must be one or more host names without a port, such as operators.example.org.`,
    )
  })
}

function parseHost(text: string): string {
  if (isIP(text) !== 0 || /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text)) return text
  throw new StartError(`HOST is "${text}", but it must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.`)
}

function parseOrigin(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (text === undefined || (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)) return url?.origin
  throw new StartError(
    `PORTAL_ORIGIN is "${text}", but it must be the address of the portal without a path, such as https://school.example.org.`,
  )
}

/** The name to open on this machine: the demo's host names end in localhost. */
function machineName(host: string): string {
  if (host.startsWith('127.') || ['localhost', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Where a portal that listens on a port is opened from this machine. */
export function machineAddress({ host }: Pick<Config, 'host'>, port: number): string {
  return `http://${machineName(host)}:${port}`
}

function parseDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // Not repeated in the sentence: it may hold a password.
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new StartError('DATABASE_URL must look like postgresql://user:password@host:5432/database.')
}

/** Eight processes share a PostgreSQL of 100 connections. The bundled one is of one process, which may have more. */
const usualConnections = (env: NodeJS.ProcessEnv) => (env['DATABASE_URL'] ? 12 : 24)

/** With fewer than eight a single one would be left for requests. */
function parseConnections(text: string): number {
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  if (count >= 8 && count <= 1000) return count
  throw new StartError(
    `PORTAL_DATABASE_CONNECTIONS is "${text}", but it must be a whole number of connections from 8 to 1000, such as 12.`,
  )
}

function parseDrain(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  throw new StartError(
    `PORTAL_DRAIN_SECONDS is "${text}", but it must be a whole number of seconds from 0 to 99, such as 3.`,
  )
}

function parseReserve(text: string): number {
  if (/^(0|[1-9]\d{0,4})$/.test(text)) return Number(text)
  throw new StartError(
    `PORTAL_DISK_RESERVE is "${text}", but it must be a whole number of megabytes from 0 to 99999, such as 64.`,
  )
}

function parseOverload(text: string): number {
  if (/^(0|[1-9]\d{0,4})$/.test(text)) return Number(text)
  throw new StartError(
    `PORTAL_OVERLOAD_DELAY is "${text}", but it must be a whole number of milliseconds from 0 to 99999, such as 500.`,
  )
}

function parseImportFolder(text: string | undefined): string | undefined {
  if (text === undefined || isAbsolute(text)) return text
  throw new StartError(
    `PORTAL_IMPORT_FOLDER is "${text}", but it must be the whole path of a folder, such as /srv/drops.`,
  )
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

function parseNetworks(variable: string, env: NodeJS.ProcessEnv, whose: string): string[] {
  const networks = (env[variable] || '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const network of networks) {
    const [address = '', prefix = '0', ...more] = network.split('/')
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits || more.length > 0) {
      throw new StartError(
        `${variable} holds "${network}", but it must list addresses or networks ${whose}, such as 10.0.0.2 or 10.0.0.0/8.`,
      )
    }
  }
  return networks
}

function parseHttpApplications(text: string): string[] {
  const places = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const wrong = places.find((place) => !isHttpPlace(place))
  if (wrong === undefined) return places
  throw new StartError(
    `PORTAL_HTTP_APPLICATIONS holds "${wrong}", but it must list hosts, hosts with a port, or networks of at least /8 (IPv6: /7), such as library.school.local, 192.168.3.20:8080 or 192.168.3.0/24.`,
  )
}

function parseYes(variable: string, env: NodeJS.ProcessEnv): boolean {
  const text = env[variable] || 'no'
  if (text === 'yes' || text === 'no') return text === 'yes'
  throw new StartError(`${variable} is "${text}", but it must be yes or no.`)
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

function parseFaceMemory(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new StartError(
    `PORTAL_FACE_MEMORY is "${text}", but it must be a whole number of megabytes from 1 to 99999, such as 256.`,
  )
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

function parseTableExportBase(base: string | undefined): string | undefined {
  if (base === undefined || isTableExportBase(base)) return base
  throw new StartError(
    `PORTAL_TABLE_EXPORT_BASE is "${base}", but it must be an https address or a path on the portal's own host, without a query and a slash at its end, such as https://tables.example.org/api/base.`,
  )
}

/** Distances of the recognition net: 0 is the same picture. */
export interface MatchLimits {
  /** The largest distance of a match. */
  readonly distance: number
  /** By how much all other people must be farther. */
  readonly margin: number
}

export interface FaceLimits extends MatchLimits {
  /** Megabytes for the faces of all units. */
  readonly memory: number
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
