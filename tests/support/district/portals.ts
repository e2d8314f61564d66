import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../../../server/db/open.ts'
import { seedDemoSchool } from '../../../server/dev/demo/seed-demo-school.ts'
import { silentLog } from '../../../server/runtime/logger.ts'
import { startPortal, type PortalProcess } from '../process/portal-process.ts'
import { until } from '../until.ts'
import { asSuperuser, databaseUrl, startDatabaseServer, stopDatabaseServer } from './database-server.ts'
import { type DistrictPlan, readDistrictPlan } from './district.ts'
import { BUCKET, gatewayAddress, killGateway, startGateway } from './object-storage.ts'
import type { WebRequest } from '../process/documented-nginx.ts'
import { readWebRequests } from './web-server.ts'

/** One portal of the district. */
export interface Portal {
  readonly port: number
  /** Past the web server. */
  readonly origin: string
  /** Resolves when the portal is ready. */
  start(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as a service manager would. */
  stop(): Promise<void>
}

/** The district with its two portals, for one file of tests. */
export interface District {
  readonly plan: DistrictPlan
  /** How people reach it: the web server. */
  readonly origin: string
  readonly portals: readonly [Portal, Portal]
  readonly gateway: { kill(): Promise<void>; start(): Promise<void> }
  readonly database: { stop(): Promise<void>; start(): Promise<void> }
  /** Runs a statement as PostgreSQL's superuser, and returns its rows. */
  query(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** What the web server has answered so far, of this path. */
  webRequests(path: string): Promise<WebRequest[]>
  /** The portal to which the web server gave the last call of this path. */
  portalOf(path: string): Promise<Portal>
  /** Waits until the web server gives people to this portal again. */
  isServed(portal: Portal): Promise<void>
  /** Starts what does not run, so that the next test finds the whole district. */
  repair(): Promise<void>
  close(): Promise<void>
}

/** Starts both portals at once, on the tests' district; the first ones make the tables and the demo schools. */
export async function openDistrict(): Promise<District> {
  const plan = await readDistrictPlan()
  const { folder, ports } = plan
  const origin = `https://localhost:${ports.web}`
  const [first, second] = ports.portals.map((port, at) => createPortal(plan, port, join(folder, `portal-${at + 1}`)))
  if (!first || !second) throw new Error('a district has two portals')
  const portals = [first, second] as const
  let isGatewayGone = false
  let isDatabaseGone = false
  try {
    await startAll(portals)
    await seed(databaseUrl(ports.database))
  } catch (error) {
    await Promise.all(portals.map((portal) => portal.stop()))
    throw error
  }

  const district: District = {
    plan,
    origin,
    portals,
    gateway: {
      async kill() {
        isGatewayGone = true
        await killGateway(folder)
      },
      async start() {
        await startGateway(folder, ports)
        isGatewayGone = false
      },
    },
    database: {
      async stop() {
        isDatabaseGone = true
        await stopDatabaseServer(folder)
      },
      async start() {
        await startDatabaseServer(folder, ports.database)
        isDatabaseGone = false
      },
    },
    async query(statement, values = []) {
      const client = new Client(asSuperuser(ports.database, 'portal'))
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(statement, [...values])).rows
      } finally {
        await client.end()
      }
    },
    webRequests: async (path) => (await readWebRequests(folder)).filter((request) => request.path === path),
    async portalOf(path) {
      const last = (await district.webRequests(path)).at(-1)?.ports.at(-1)
      const found = portals.find(({ port }) => port === last)
      if (!found) throw new Error(`no portal has answered ${path}`)
      return found
    },
    async isServed({ port }) {
      // Without a session the web server goes by the address; a made-up cookie leads to any portal.
      const path = `/healthz`
      await until(
        async () => {
          const cookie = `portal_access=${crypto.randomUUID()}`
          await fetch(origin + path, { headers: { cookie } })
          return (await district.webRequests(path)).at(-1)?.ports.at(-1) === port
        },
        { what: 'the web server to notice a portal' },
      )
    },
    async repair() {
      if (isDatabaseGone) await district.database.start()
      if (isGatewayGone) await district.gateway.start()
      await startAll(portals)
      for (const portal of portals) await district.isServed(portal)
    },
    async close() {
      await Promise.all(portals.map((portal) => portal.stop()))
    },
  }
  for (const portal of portals) await district.isServed(portal)
  return district
}

/** Starts those that do not run. Rejects once all have ended their start. */
async function startAll(portals: readonly Portal[]): Promise<void> {
  const started = await Promise.allSettled(portals.map((portal) => portal.start()))
  for (const one of started) if (one.status === 'rejected') throw one.reason
}

function createPortal(plan: DistrictPlan, port: number, dataFolder: string): Portal {
  const { bucket, credentials } = BUCKET
  const env = {
    DATABASE_URL: databaseUrl(plan.ports.database),
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: gatewayAddress(plan.ports),
    PORTAL_SECRET: plan.secret,
    PORTAL_TRUST_PROXY: '127.0.0.1',
    // As the documentation says.
    PORTAL_DRAIN_SECONDS: '3',
  }
  let running: PortalProcess | undefined
  const end = async (how: 'kill' | 'stop') => {
    const process = running
    running = undefined
    await process?.[how]()
  }
  return {
    port,
    origin: `http://localhost:${port}`,
    async start() {
      if (running) return
      await mkdir(dataFolder, { recursive: true })
      running = await startPortal({ dataFolder, port, env })
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
  }
}

/** Behind a proxy a portal makes no schools with known passwords. */
async function seed(connectionString: string): Promise<void> {
  const database = openDatabase({ connection: { connectionString }, log: silentLog })
  try {
    await seedDemoSchool(database)
  } finally {
    await database.close()
  }
}
