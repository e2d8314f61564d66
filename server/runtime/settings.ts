import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { isTableExportBase } from '../../contract/endpoints/export.ts'
import { webHostOf } from '../../contract/rules/fields/web-address.ts'
import { StartError } from './errors.ts'
import { isHttpPlace } from './http-applications.ts'
import {
  days,
  distance,
  download,
  isEndpoint,
  isOrigin,
  list,
  listOf,
  networks,
  number,
  oneOf,
  port,
  secretText,
  text,
  wholeNumber,
  yesOrNo,
} from './setting-schemas.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** A variable of the environment. Absent or empty it has its usual text, and without one it is undefined. */
export interface Setting {
  readonly variable: string
  /** Read where the variable itself is absent. */
  readonly instead?: string
  /** Without that variable this one is not read. */
  readonly onlyWith?: string
  readonly usual?: string | ((env: Environment) => string)
  /** From the text to the value. Its message follows the variable's name in the sentence that stops the start. */
  readonly schema: z.ZodMiniType
  /** The default in docs/operate/install.md, where it is not the usual text. */
  readonly shown?: string
  /** The meaning in docs/operate/install.md, in Markdown. */
  readonly about: string
}

/** Of one address. A whole school shares one, and stays far below a thousand requests a second in its busiest minute. */
const REQUESTS_PER_MINUTE = 60_000

/** Milliseconds of event loop delay above which requests are refused, because queueing them would only make all of them slower. */
export const OVERLOAD_DELAY = 500

/** Two years, in days. */
export const ADMIN_EVENT_DAYS = 730

/** Distances of the recognition net: pictures of one person are 0.2 to 0.45 apart, those of two people 0.6 and more. `memory` in megabytes. */
export const FACE_LIMITS = { distance: 0.5, margin: 0.05, memory: 256 } as const

/** In the order of docs/operate/install.md, whose table `npm run docs` makes of them. */
export const settings = {
  port: { variable: 'PORT', usual: '8080', schema: port(8080), about: 'port to listen on' },
  host: {
    variable: 'HOST',
    usual: '127.0.0.1',
    schema: text(
      (host) => isIP(host) !== 0 || /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*$/i.test(host),
      'an address or a host name, such as 127.0.0.1 or 0.0.0.0',
    ),
    about: 'address to listen on; `0.0.0.0` for the network',
  },
  operatorPort: {
    variable: 'PORTAL_OPERATOR_PORT',
    schema: port(8090),
    shown: '8090, or none with a host',
    about:
      'port at which [operators](#operators) sign in; without this setting the portal goes on where another program has 8090',
  },
  operatorHosts: {
    variable: 'PORTAL_OPERATOR_HOST',
    usual: '',
    schema: listOf(webHostOf, 'one or more host names without a port, such as operators.example.org'),
    about:
      'host names at which operators sign in, comma separated, such as `operators.example.org`: names of no school',
  },
  origin: {
    variable: 'PORTAL_ORIGIN',
    schema: z.pipe(
      text(isOrigin, 'the address of the portal without a path, such as https://school.example.org'),
      z.transform((address) => new URL(address).origin),
    ),
    shown: '`http://localhost:PORT`',
    about:
      'address at which people will reach the portal, such as `https://school.example.org`; for the [set-up link](#the-first-school) alone',
  },
  dataFolder: {
    variable: 'PORTAL_DATA',
    usual: './data',
    schema: z.pipe(
      z.string(),
      z.transform((folder: string) => resolve(folder)),
    ),
    shown: '`./data`',
    about: "folder for database, files, keys and PostgreSQL's log",
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    schema: secretText(
      (address) => /^postgres(ql)?:\/\//.test(address) && URL.canParse(address),
      'must look like postgresql://user:password@host:5432/database',
    ),
    shown: 'the bundled PostgreSQL',
    about: '`postgresql://user:password@host:5432/database` of a PostgreSQL 15 or newer of your own',
  },
  databaseConnections: {
    variable: 'PORTAL_DATABASE_CONNECTIONS',
    // Eight processes share a PostgreSQL of 100 connections. The bundled one is of one process, which may have more.
    usual: (env) => (env['DATABASE_URL'] ? '12' : '24'),
    // Seven are taken by other work, and requests need more than one.
    schema: wholeNumber([9, 1000], 'of connections from 9 to 1000, such as 12'),
    shown: '12 with `DATABASE_URL`, else 24',
    about:
      'connections to PostgreSQL that this process may have, 9 to 1000: one to listen, one that guards the folder, two for what every page asks, three for cleaning up and for jobs, the rest for requests. Eight processes of 12 share a PostgreSQL with its usual 100',
  },
  drainSeconds: {
    variable: 'PORTAL_DRAIN_SECONDS',
    usual: '0',
    schema: number(/^\d{1,2}$/, [0, 99], 'a whole number of seconds from 0 to 99, such as 3'),
    about:
      'seconds, at most, for which a portal that is to stop still takes requests: reading is answered with 502, until a web server in front sends people to [other portals](#several-portals). Set it only where that repeats requests after a 502',
  },
  overloadDelay: {
    variable: 'PORTAL_OVERLOAD_DELAY',
    usual: String(OVERLOAD_DELAY),
    schema: wholeNumber([0, 99_999], 'of milliseconds from 0 to 99999, such as 500'),
    about:
      'milliseconds by which the portal may be late, in the mean of three seconds, before it refuses requests with 503 (`server.busy`) to catch up; 0 for never. Raise it on a slow computer that does much else',
  },
  diskReserve: {
    variable: 'PORTAL_DISK_RESERVE',
    usual: '64',
    schema: wholeNumber([0, 99_999], 'of megabytes from 0 to 99999, such as 64'),
    about: 'megabytes on the disk of `PORTAL_DATA` that are kept for the database ([below](#a-full-disk)); 0 for none',
  },
  bucket: {
    variable: 'S3_BUCKET',
    schema: text(
      (name) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(name),
      "a bucket's name: 3 to 63 small letters, digits, dots and hyphens, such as school-files",
    ),
    shown: 'the data folder',
    about: 'bucket for the files, in storage that speaks S3 ([below](#files-in-a-bucket))',
  },
  accessKeyId: {
    variable: 'AWS_ACCESS_KEY_ID',
    onlyWith: 'S3_BUCKET',
    schema: z.string(),
    shown: 'what the machine has been given',
    about: 'key of the bucket; without it a role or a profile of the machine is used',
  },
  secretAccessKey: {
    variable: 'AWS_SECRET_ACCESS_KEY',
    onlyWith: 'S3_BUCKET',
    schema: z.string(),
    about: 'the secret of that key: both are set, or neither',
  },
  sessionToken: {
    variable: 'AWS_SESSION_TOKEN',
    onlyWith: 'S3_BUCKET',
    schema: z.string(),
    about: 'likewise, if the key has one',
  },
  region: {
    variable: 'AWS_REGION',
    onlyWith: 'S3_BUCKET',
    instead: 'AWS_DEFAULT_REGION',
    // Self-hosted storage mostly has no regions, and takes Amazon's first one.
    usual: (env) => (env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] ? 'us-east-1' : ''),
    schema: text((region) => /^[a-z\d-]+$/i.test(region), 'the region of the bucket, such as eu-central-1'),
    shown: 'none; `us-east-1` with an endpoint',
    about: 'region of the bucket',
  },
  endpoint: {
    // The variable for S3 alone comes first, as in Amazon's own tools.
    variable: 'AWS_ENDPOINT_URL_S3',
    instead: 'AWS_ENDPOINT_URL',
    onlyWith: 'S3_BUCKET',
    schema: secretText(isEndpoint, 'must be an address without a user, such as https://s3.example.org:9000'),
    shown: "Amazon's",
    about: 'address of other storage, such as `https://s3.example.org:9000`; the bucket is then part of the path',
  },
  secret: {
    variable: 'PORTAL_SECRET',
    schema: secretText(
      (secret) => secret.length >= 32,
      'is too short: it must be a random text of at least 32 characters',
    ),
    shown: 'a key made in `PORTAL_DATA/secret.key`',
    about:
      'at least 32 random characters with which secrets in the database are sealed (authenticators, mail and provider passwords, mail on its way, signing keys, faces, keys of attendance stations, card numbers); the same for all processes that share a database',
  },
  importFolder: {
    variable: 'PORTAL_IMPORT_FOLDER',
    schema: text(isAbsolute, 'the whole path of a folder, such as /srv/drops'),
    about:
      'whole path of a folder in which other systems leave files that [scheduled imports](../school/import.md#scheduled-imports) take, in a sub-folder for each unit; the same for all processes that share a database',
  },
  logLevel: {
    variable: 'PORTAL_LOG_LEVEL',
    usual: 'info',
    schema: oneOf(LOG_LEVELS),
    about: 'fatal, error, warn, info, debug, trace or silent; logs are JSON lines on stderr',
  },
  trustProxy: {
    variable: 'PORTAL_TRUST_PROXY',
    usual: '',
    schema: networks('of proxies'),
    about: 'addresses or networks of proxies in front, comma separated, such as `10.0.0.2, 10.1.0.0/16`',
  },
  forwardedHost: {
    variable: 'PORTAL_FORWARDED_HOST',
    usual: 'no',
    schema: yesOrNo,
    about:
      '`yes` where such a proxy writes the host that it was called by into `X-Forwarded-Host` (or `Forwarded`) and does not pass `Host` on; without it `Host` alone counts',
  },
  mailNetworks: {
    variable: 'PORTAL_MAIL_NETWORKS',
    usual: '',
    schema: networks('of mail servers'),
    about:
      "addresses or networks that are not public and in which a unit's mail server may be, comma separated, such as `10.0.0.25, 127.0.0.1`: without it the portal sends mail to public addresses only, so that no unit's administrator can reach the operator's network through it",
  },
  providerNetworks: {
    variable: 'PORTAL_PROVIDER_NETWORKS',
    usual: '',
    schema: networks('of sign-in providers'),
    about:
      "likewise, in which a unit's sign-in provider may be, such as a school's own OpenID provider at `10.0.0.30`; on a portal that serves this machine alone, loopback as well",
  },
  logoutNetworks: {
    variable: 'PORTAL_LOGOUT_NETWORKS',
    usual: '',
    schema: networks('of applications'),
    about:
      'likewise, in which third-party applications may be told that a session ended ([how](../develop/third-parties.md#when-a-session-ends)); on a portal that serves this machine alone, loopback as well',
  },
  httpApplications: {
    variable: 'PORTAL_HTTP_APPLICATIONS',
    usual: '',
    schema: list(
      isHttpPlace,
      'hosts, hosts with a port, or networks of at least /8 (IPv6: /7), such as library.school.local, 192.168.3.20:8080 or 192.168.3.0/24',
    ),
    about:
      "hosts, hosts with a port, and networks of at least /8 (IPv6: /7) at which units' own applications may be on plain http, comma separated, such as `192.168.3.0/24, library.school.local, 10.0.0.7:8080` ([below](#applications-on-plain-http))",
  },
  adminEventDays: {
    variable: 'PORTAL_ADMIN_EVENT_DAYS',
    usual: String(ADMIN_EVENT_DAYS),
    schema: days,
    about: 'whole days for which the [trail of administrators](#the-trail-of-administrators) is kept',
  },
  requestsPerMinute: {
    variable: 'PORTAL_REQUESTS_PER_MINUTE',
    usual: String(REQUESTS_PER_MINUTE),
    schema: wholeNumber([1, 999_999_999], 'above 0, such as 60000'),
    about: 'requests that one address may make in a minute',
  },
  uploadDays: {
    variable: 'PORTAL_UPLOAD_DAYS',
    usual: '7',
    schema: days,
    about:
      'whole days after its last chunk after which an unfinished upload is deleted; until then it can be resumed, and its size counts as used ([quotas](../develop/files.md#quotas))',
  },
  clientInstaller: {
    variable: 'PORTAL_CLIENT_INSTALLER',
    schema: download,
    about:
      'where people get the Windows client, to install: an https address, or a path on the portal\'s own host. Without this and the next, the portal does not offer it. A unit has its own in `clientDownloads` of its decoration (`{ "installer": …, "portable": … }`)',
  },
  clientPortable: {
    variable: 'PORTAL_CLIENT_PORTABLE',
    schema: download,
    about: 'likewise, to carry along',
  },
  tableExportBase: {
    variable: 'PORTAL_TABLE_EXPORT_BASE',
    schema: text(
      isTableExportBase,
      "an https address or a path on the portal's own host, without a query and a slash at its end, such as https://tables.example.org/api/base",
    ),
    shown: 'none: the portal writes spreadsheets itself',
    about:
      "where pages send tables to be made into spreadsheets instead, for an operator who marks or records what leaves the portal: an https address, or a path on the portal's own host, such as `https://tables.example.org/api/base`. A page posts a form with `title` and `data` (tables of HTML, with `data-type` and `data-value` at the cells) to `/common/table2xls` below it, without cookies of the portal, and the browser saves the file of the answer. The policy of the pages (`form-action`, `frame-src`) allows that origin alone ([why](../develop/spreadsheets.md))",
  },
  faceDistance: {
    variable: 'PORTAL_FACE_DISTANCE',
    usual: String(FACE_LIMITS.distance),
    schema: distance(0.2, 0.6, FACE_LIMITS.distance),
    about:
      'largest distance between a face and a stored photo of its person, 0.2 to 0.6: smaller rejects more of the right people, larger accepts more of the wrong ones ([measuring](../school/faces.md#measuring))',
  },
  faceMargin: {
    variable: 'PORTAL_FACE_MARGIN',
    usual: String(FACE_LIMITS.margin),
    schema: distance(0, 0.3, FACE_LIMITS.margin),
    about:
      'how much farther the faces of all other people must be, 0 to 0.3: a face that is close to two people is not recognised',
  },
  faceMemory: {
    variable: 'PORTAL_FACE_MEMORY',
    usual: String(FACE_LIMITS.memory),
    schema: wholeNumber([1, 99_999], 'of megabytes from 1 to 99999, such as 256'),
    about:
      'megabytes of this process for the faces of all units, half a kilobyte a photo: beyond it the units that were not searched for longest are forgotten, and read again when they are',
  },
} as const satisfies Record<string, Setting>

type Value<S extends Setting> = S extends { usual: unknown; onlyWith?: never }
  ? z.output<S['schema']>
  : z.output<S['schema']> | undefined
type Values = { -readonly [K in keyof typeof settings]: Value<(typeof settings)[K]> }

/** The value of each setting. Throws StartError with a sentence that names the variable and what would be right. */
export function readSettings(env: Environment): Values
export function readSettings(env: Environment): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, readSetting(setting, env)]))
}

function readSetting({ variable, instead = variable, onlyWith, usual, schema }: Setting, env: Environment): unknown {
  if (onlyWith !== undefined && !env[onlyWith]) return undefined
  const name = !env[variable] && env[instead] ? instead : variable
  const given = env[name] || (typeof usual === 'function' ? usual(env) : usual)
  if (given === undefined) return undefined
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  throw new StartError(`${name} ${error.issues[0]?.message}.`)
}
