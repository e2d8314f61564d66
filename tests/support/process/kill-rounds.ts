import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { blockUploadCheck, secondUploadCheck } from '../../../contract/endpoints/storage/storage.ts'
import { DEFAULT_SERVER_ID } from '../../../contract/limits.ts'
import { findFreePort } from './free-port.ts'
import { chunkCount, loadUntilDeath, merge, sendMissing, type Load, type LoadFile } from './kill-load.ts'
import { listFolder } from '../app/list-folder.ts'
import { signIn, type PortalCaller } from '../callers/portal-caller.ts'
import { startPortal, type PortalProcess } from './portal-process.ts'
import { killPostgres } from '../app/postgres-processes.ts'
import { until } from '../until.ts'

/** The kill comes within so many milliseconds after the first chunk was acknowledged: in the middle of chunks, of merges, of rows. */
const LATEST_KILL = 800
/** In every so many rounds the database dies at the same moment, as in a power cut. */
const POSTGRES_EVERY = 3

export interface KillReport {
  readonly rounds: number
  /** What the server had acknowledged before it was killed. */
  readonly folders: number
  readonly chunks: number
  readonly files: number
  /** Milliseconds from each restart to its ready line. */
  readonly restarts: readonly number[]
  /** One sentence for everything acknowledged that was gone or changed; empty is the only good answer. */
  readonly lost: readonly string[]
}

/**
 * Kills the built server again and again while it takes uploads and writes rows, and checks after each restart that everything it had
 * acknowledged is there, that the interrupted upload can be finished, and that what comes back is byte for byte what went in.
 */
export async function runKillRounds(
  rounds: number,
  dataFolder: string,
  onRound: (line: string) => void = () => {},
): Promise<KillReport> {
  const port = await findFreePort()
  const loads: Load[] = []
  const lost: string[] = []
  const restarts: number[] = []

  /** Starts the server, looks for what the loads had before, and hands the running server over. */
  async function resume(before: readonly Load[], next: (portal: PortalProcess, caller: PortalCaller) => Promise<void>) {
    const portal = await startPortal({ dataFolder, port })
    try {
      restarts.push(portal.readyAfter)
      const caller = await signIn(portal.origin)
      for (const load of before) lost.push(...(await findLosses(caller, load)))
      await next(portal, caller)
    } finally {
      await portal.stop()
    }
  }

  try {
    for (let round = 1; round <= rounds; round += 1) {
      await resume(loads.slice(-1), async (portal, caller) => {
        const load = await beginLoad(caller, `${round}. round`)
        loads.push(load)
        const databaseToo = round % POSTGRES_EVERY === 0
        await killUnderLoad(portal, caller, load, databaseToo ? dataFolder : undefined)
        onRound(describe(round, load, portal.readyAfter, databaseToo))
      })
    }
    await resume(loads, () => Promise.resolve())
  } catch (error) {
    // The next start would have taken over the database that a killed server leaves behind.
    await killPostgres(dataFolder)
    throw error
  }
  const files = loads.flatMap((load) => load.files)
  return {
    rounds,
    folders: sum(loads.map((load) => load.folders.size + 1)),
    chunks: sum(files.map((file) => file.acknowledged.size)),
    files: files.length,
    restarts,
    lost,
  }
}

/** Kills the server, and the database of a data folder with it when one is given, at a random moment of the load. */
async function killUnderLoad(
  portal: PortalProcess,
  caller: PortalCaller,
  load: Load,
  database: string | undefined,
): Promise<void> {
  let dead = false
  const loaded = loadUntilDeath(caller, load, () => dead)
  const underWay = until(() => load.folders.size > 0 && load.files.some((file) => file.acknowledged.size > 0))
  await Promise.race([underWay.then(() => pause(randomInt(LATEST_KILL))), loaded])
  dead = true
  await Promise.all([portal.kill(), database && killPostgres(database)])
  await loaded
}

async function beginLoad(caller: PortalCaller, name: string): Promise<Load> {
  const { id } = await caller.call(filesEndpoints.createFolder, { name })
  return { parent: { id, name }, folders: new Set(), files: [] }
}

async function findLosses(caller: PortalCaller, load: Load): Promise<string[]> {
  const { folders } = await listFolder(caller, load.parent.id)
  const listed = new Set(folders.map((folder) => folder.name))
  const lost = [...load.folders].filter((name) => !listed.has(name)).map((name) => `folder ${name} is gone`)
  for (const file of load.files) lost.push(...(await findLossesOf(caller, file)))
  return lost
}

/** Also finishes a file that the kill interrupted, so that the next look finds it whole. */
async function findLossesOf(caller: PortalCaller, file: LoadFile): Promise<string[]> {
  const { name, md5, bytes } = file
  const lost: string[] = []
  if (file.storedAs === undefined) {
    const stored = file.merging
      ? await caller.call(secondUploadCheck, { serverid: DEFAULT_SERVER_ID, md5, name })
      : null
    if (!stored) {
      const question = { md5, name, size: bytes.length, chunks: chunkCount(file), chunk: 1 }
      const present = new Set((await caller.call(blockUploadCheck, question)).present)
      const gone = [...file.acknowledged].filter((chunk) => !present.has(chunk))
      lost.push(...gone.map((chunk) => `chunk ${chunk} of ${name} is gone`))
      await sendMissing(caller, file, present)
    }
    file.storedAs = stored?.id ?? (await merge(caller, file))
  }
  const kept = await caller.download(filesEndpoints.download.path.replace('{id}', file.storedAs))
  if (!kept.equals(bytes)) lost.push(`${name} came back with other bytes`)
  return lost
}

function describe(round: number, load: Load, readyAfter: number, databaseToo: boolean): string {
  const chunks = sum(load.files.map((file) => file.acknowledged.size))
  const victims = databaseToo ? 'server and database' : 'server'
  return `round ${round}: ready in ${Math.round(readyAfter)} ms, ${load.folders.size} folders and ${chunks} chunks, then killed the ${victims}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
