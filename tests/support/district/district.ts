import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLastingPort } from '../process/free-port.ts'
import { createDatabaseServer } from './database-server.ts'
import { startObjectStorage, type StoragePorts } from './object-storage.ts'
import { endPrograms } from './programs.ts'
import { certificateOf, startWebServer, type WebServerPorts } from './web-server.ts'
import { isAlive } from '../process/is-alive.ts'

/** What all processes of a district's test know of it. */
export interface DistrictPlan {
  readonly folder: string
  readonly ports: StoragePorts & WebServerPorts & { readonly database: number }
  /** PORTAL_SECRET of all its portals. */
  readonly secret: string
}

const FOLDER = /^portal-district-(\d+)-/

/** Makes a folder for a district of this process, and ends what earlier ones left behind that were killed. */
export async function makeDistrictFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const owner = FOLDER.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) await endDistrict(join(tmpdir(), name))
  }
  const folder = await mkdtemp(join(tmpdir(), `portal-district-${process.pid}-`))
  // As root, PostgreSQL and the web server run under other accounts.
  await chmod(folder, 0o755)
  return folder
}

/** Starts all but the portals, in a folder of `makeDistrictFolder`. Resolves to the environment that the tests need. */
export async function startDistrict(folder: string): Promise<Record<string, string>> {
  const ports = {
    monitor: await findLastingPort(),
    gateway: await findLastingPort(),
    database: await findLastingPort(),
    web: await findLastingPort(),
    portals: [await findLastingPort(), await findLastingPort()],
  } as const
  const plan: DistrictPlan = { folder, ports, secret: randomBytes(24).toString('hex') }
  await writeFile(planOf(folder), JSON.stringify(plan))
  await Promise.all([
    startObjectStorage(folder, ports),
    createDatabaseServer(folder, ports.database),
    startWebServer(folder, ports),
  ])
  return { PORTAL_DISTRICT: folder, NODE_EXTRA_CA_CERTS: certificateOf(folder) }
}

/** Of the district that `npm run test:district` started for this process. */
export async function readDistrictPlan(): Promise<DistrictPlan> {
  const folder = process.env['PORTAL_DISTRICT']
  if (folder === undefined) throw new Error('these tests are run by npm run test:district')
  return JSON.parse(await readFile(planOf(folder), 'utf8')) as DistrictPlan
}

/** Ends everything that runs in the folder, and removes it. */
export async function endDistrict(folder: string): Promise<void> {
  await endPrograms(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function planOf(folder: string): string {
  return join(folder, 'plan.json')
}
