import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isForThisMachine, parseConfig } from './config.ts'

test('without settings the portal serves this machine alone, on port 8080, with its data beside it', () => {
  expect(parseConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    operatorHosts: [],
    operatorPort: { port: 8090, chosen: false },
    dataFolder: resolve('data'),
    databaseUrl: undefined,
    databaseConnections: 24,
    diskReserve: 64,
    overloadDelay: 500,
    drainSeconds: 0,
    logLevel: 'info',
    trustProxy: [],
    forwardedHost: false,
    mailNetworks: [],
    providerNetworks: [],
    logoutNetworks: [],
    httpApplications: [],
    adminEventDays: 730,
    requestsPerMinute: 60_000,
    uploadDays: 7,
    clientDownloads: {},
    faces: { distance: 0.5, margin: 0.05, memory: 256 },
  })
})

test('a setting that is present but empty counts as absent', () => {
  expect(parseConfig({ PORT: '', HOST: '', PORTAL_DATA: '', DATABASE_URL: '', PORTAL_LOG_LEVEL: '' })).toEqual(
    parseConfig({}),
  )
})

test('every setting is read', () => {
  const env = {
    PORT: '0',
    HOST: '::',
    PORTAL_OPERATOR_HOST: 'operators.example.org, Operators.lan',
    PORTAL_OPERATOR_PORT: '8443',
    PORTAL_DATA: '/srv/portal',
    DATABASE_URL: 'postgresql://portal:geheim@db.example:5432/portal?sslmode=require',
    S3_BUCKET: 'school-files',
    AWS_ACCESS_KEY_ID: 'AKIAPORTAL',
    AWS_SECRET_ACCESS_KEY: 'geheim',
    AWS_SESSION_TOKEN: 'kurz',
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL: 'https://other.example.org',
    AWS_ENDPOINT_URL_S3: 'https://s3.example.org:9000',
    PORTAL_IMPORT_FOLDER: '/srv/drops',
    PORTAL_LOG_LEVEL: 'warn',
    PORTAL_TRUST_PROXY: '10.0.0.2, fd00::/8',
    PORTAL_FORWARDED_HOST: 'yes',
    PORTAL_MAIL_NETWORKS: '10.0.3.0/24',
    PORTAL_PROVIDER_NETWORKS: '10.0.5.0/24',
    PORTAL_LOGOUT_NETWORKS: '10.0.4.7',
    PORTAL_HTTP_APPLICATIONS: '192.168.3.0/24, library.school.local,10.0.0.7:8080',
    PORTAL_ADMIN_EVENT_DAYS: '365',
    PORTAL_REQUESTS_PER_MINUTE: '1000',
    PORTAL_UPLOAD_DAYS: '30',
    PORTAL_DATABASE_CONNECTIONS: '40',
    PORTAL_DISK_RESERVE: '0',
    PORTAL_OVERLOAD_DELAY: '0',
    PORTAL_DRAIN_SECONDS: '3',
    PORTAL_CLIENT_INSTALLER: 'https://example.org/portal-setup.exe',
    PORTAL_CLIENT_PORTABLE: '/downloads/portal.zip',
    PORTAL_TABLE_EXPORT_BASE: 'https://tables.example.org/api/base',
    PORTAL_FACE_DISTANCE: '0.45',
    PORTAL_FACE_MARGIN: '0.08',
    PORTAL_FACE_MEMORY: '64',
  }
  expect(parseConfig(env)).toEqual({
    port: 0,
    host: '::',
    operatorHosts: ['operators.example.org', 'operators.lan'],
    operatorPort: { port: 8443, chosen: true },
    dataFolder: resolve('/srv/portal'),
    databaseUrl: env.DATABASE_URL,
    databaseConnections: 40,
    diskReserve: 0,
    overloadDelay: 0,
    drainSeconds: 3,
    objectStorage: {
      bucket: 'school-files',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.org:9000',
      credentials: { accessKeyId: 'AKIAPORTAL', secretAccessKey: 'geheim', sessionToken: 'kurz' },
    },
    importFolder: '/srv/drops',
    logLevel: 'warn',
    trustProxy: ['10.0.0.2', 'fd00::/8'],
    forwardedHost: true,
    mailNetworks: ['10.0.3.0/24'],
    providerNetworks: ['10.0.5.0/24'],
    logoutNetworks: ['10.0.4.7'],
    httpApplications: ['192.168.3.0/24', 'library.school.local', '10.0.0.7:8080'],
    adminEventDays: 365,
    requestsPerMinute: 1000,
    uploadDays: 30,
    clientDownloads: { installer: 'https://example.org/portal-setup.exe', portable: '/downloads/portal.zip' },
    tableExportBase: 'https://tables.example.org/api/base',
    faces: { distance: 0.45, margin: 0.08, memory: 64 },
  })
})

test('eight processes with a PostgreSQL of their own share the hundred connections that it usually has', () => {
  const { databaseConnections } = parseConfig({ DATABASE_URL: 'postgresql://portal@db.example/portal' })
  // Three are its administrator's.
  expect(8 * databaseConnections).toBeLessThanOrEqual(97)
})

test.each([
  ['PORTAL_CLIENT_INSTALLER', 'http://example.org/setup.exe'],
  ['PORTAL_CLIENT_INSTALLER', 'javascript:alert(1)'],
  ['PORTAL_CLIENT_PORTABLE', '//example.org/portal.zip'],
  ['PORTAL_TABLE_EXPORT_BASE', 'http://tables.example.org'],
  ['PORTAL_TABLE_EXPORT_BASE', 'https://tables.example.org/api/'],
  ['PORTAL_TABLE_EXPORT_BASE', 'https://name:word@tables.example.org/api'],
  ['PORTAL_TABLE_EXPORT_BASE', 'https://tables.example.org/api?unit=1'],
  ['PORTAL_TABLE_EXPORT_BASE', "https://tables.example.org;script-src/'unsafe-inline'"],
  ['PORTAL_TABLE_EXPORT_BASE', '//tables.example.org/api'],
  ['PORTAL_TABLE_EXPORT_BASE', '/api/../base'],
  ['PORTAL_TABLE_EXPORT_BASE', 'javascript:alert(1)'],
  ['S3_BUCKET', 'School_Files'],
  ['S3_BUCKET', 'ab'],
  ['S3_BUCKET', 'files/'],
  ['PORT', 'abc'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '0x50'],
  ['PORTAL_OPERATOR_PORT', '80.5'],
  ['PORTAL_OPERATOR_PORT', '65536'],
  ['PORTAL_OPERATOR_HOST', 'https://example.org'],
  ['PORTAL_OPERATOR_HOST', 'example.org:8090'],
  ['HOST', 'http://example.org'],
  ['HOST', 'two words'],
  ['HOST', '-x'],
  ['PORTAL_LOG_LEVEL', 'loud'],
  ['PORTAL_REQUESTS_PER_MINUTE', '0'],
  ['PORTAL_DATABASE_CONNECTIONS', '8'],
  ['PORTAL_DATABASE_CONNECTIONS', '12.5'],
  ['PORTAL_DISK_RESERVE', '-1'],
  ['PORTAL_DISK_RESERVE', '64 MB'],
  ['PORTAL_OVERLOAD_DELAY', '-1'],
  ['PORTAL_OVERLOAD_DELAY', 'never'],
  ['PORTAL_DRAIN_SECONDS', '-1'],
  ['PORTAL_DRAIN_SECONDS', '3 s'],
  ['PORTAL_IMPORT_FOLDER', 'drops'],
  ['PORTAL_UPLOAD_DAYS', '0'],
  ['PORTAL_UPLOAD_DAYS', '1.5'],
  ['PORTAL_UPLOAD_DAYS', '7 days'],
  ['PORTAL_REQUESTS_PER_MINUTE', 'many'],
  ['PORTAL_FACE_DISTANCE', '0.9'],
  ['PORTAL_FACE_DISTANCE', 'near'],
  ['PORTAL_FACE_MARGIN', '-0.1'],
  ['PORTAL_FACE_MEMORY', '0'],
])('%s=%s stops the start with one sentence that names the variable and the value', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(
    expect.objectContaining({
      name: 'StartError',
      message: expect.stringMatching(new RegExp(`^${name} is ".*", but it must be .*\\.$`)),
    }),
  )
  expect(() => parseConfig({ [name]: value })).toThrow(value)
})

test.each(['mysql://a@b/c', 'portal', 'postgres://[::bad/x'])(
  'DATABASE_URL=%s is refused without repeating it',
  (value) => {
    expect(() => parseConfig({ DATABASE_URL: value })).toThrow(/^DATABASE_URL must look like postgresql:\/\/.*\.$/)
    expect(() => parseConfig({ DATABASE_URL: value })).not.toThrow(value)
  },
)

test('a bucket needs its region, unless the storage is one of your own', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  expect(() => parseConfig({ S3_BUCKET: 'files', ...keys })).toThrow(/^AWS_REGION is "", but it must be the region/)
  expect(() => parseConfig({ S3_BUCKET: 'files', ...keys, AWS_REGION: 'no region' })).toThrow(
    /^AWS_REGION is "no region"/,
  )
  expect(parseConfig({ S3_BUCKET: 'files', ...keys, AWS_DEFAULT_REGION: 'eu-west-1' }).objectStorage).toMatchObject({
    region: 'eu-west-1',
    endpoint: undefined,
  })
  const own = parseConfig({ S3_BUCKET: 'files', ...keys, AWS_ENDPOINT_URL: 'http://10.0.0.5:9000' }).objectStorage
  expect(own).toMatchObject({ region: 'us-east-1', endpoint: 'http://10.0.0.5:9000' })
})

test('the keys of a bucket come together or not at all, and without a bucket nothing of it is looked at', () => {
  const region = { S3_BUCKET: 'files', AWS_REGION: 'eu-west-1' }
  expect(parseConfig(region).objectStorage?.credentials).toBeUndefined()
  for (const half of [{ AWS_ACCESS_KEY_ID: 'a' }, { AWS_SECRET_ACCESS_KEY: 'b' }]) {
    expect(() => parseConfig({ ...region, ...half })).toThrow(
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together/,
    )
    expect(parseConfig(half).objectStorage).toBeUndefined()
  }
})

test.each([
  'storage.test',
  'ftp://s3.example.org',
  'https://user:geheim@s3.example.org',
  'https://s3.example.org/?x=1',
])('AWS_ENDPOINT_URL_S3=%s is refused without repeating it', (value) => {
  const env = { S3_BUCKET: 'files', AWS_ENDPOINT_URL_S3: value }
  expect(() => parseConfig(env)).toThrow(/^AWS_ENDPOINT_URL_S3 must be an address without a user, .*\.$/)
  expect(() => parseConfig(env)).not.toThrow(value)
})

test.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('at %s the portal is for this machine alone', (host) => {
  expect(isForThisMachine({ host, trustProxy: [] })).toBe(true)
})

test.each(['0.0.0.0', '::', '10.0.0.1', '127.example.org', 'localhost.example.org'])('at %s it is not', (host) => {
  expect(isForThisMachine({ host, trustProxy: [] })).toBe(false)
})

test('nor is it behind a proxy, which may lead others here', () => {
  expect(isForThisMachine({ host: '127.0.0.1', trustProxy: ['127.0.0.1'] })).toBe(false)
})

test.each(['proxy.example', '10.0.0.1/x', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8/8', 'true'])(
  'lists of networks refuse %s with a sentence',
  (value) => {
    for (const variable of [
      'PORTAL_TRUST_PROXY',
      'PORTAL_MAIL_NETWORKS',
      'PORTAL_PROVIDER_NETWORKS',
      'PORTAL_LOGOUT_NETWORKS',
    ])
      expect(() => parseConfig({ [variable]: value })).toThrow(
        new RegExp(`^${variable} holds ".*", but it must list .*\\.$`),
      )
  },
)

test.each([
  'http://library.school.local',
  '192.168.3.0/33',
  '0.0.0.0/0',
  '::/0',
  '*.school.local',
  'library:99999',
  'library:25',
  'a b',
])('the places of applications on plain http refuse %s with a sentence', (value) => {
  expect(() => parseConfig({ PORTAL_HTTP_APPLICATIONS: `good.school.local,${value}` })).toThrow(
    /^PORTAL_HTTP_APPLICATIONS holds ".*", but it must list hosts, hosts with a port, or networks .*\.$/,
  )
})

test('whether the host is forwarded is yes or no', () => {
  expect(() => parseConfig({ PORTAL_FORWARDED_HOST: 'true' })).toThrow(/PORTAL_FORWARDED_HOST is "true".*yes or no/)
})

test('operators have a port of their own where they have no host', () => {
  expect(parseConfig({ PORT: '80' }).operatorPort).toEqual({ port: 8090, chosen: false })
  expect(parseConfig({ PORT: '0' }).operatorPort).toEqual({ port: 0, chosen: false })
  expect(parseConfig({ PORTAL_OPERATOR_HOST: 'operators.lan' }).operatorPort).toBeUndefined()
})
