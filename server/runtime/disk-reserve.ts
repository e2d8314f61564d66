import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { withFile } from './data-folder.ts'
import { errorCode } from './errors.ts'
import type { Log } from './logger.ts'

const MEGABYTE = 1024 * 1024
/** Milliseconds between two looks at the disk. */
const LOOK_INTERVAL = 2000

/** Room on the disk of the data folder that is kept for the database, so that reading, signing in and deleting go on when the disk is full. */
export interface DiskReserve {
  /** Whether the disk is full: nothing that grows may be begun, until there is room for the reserve again. */
  readonly isSpent: boolean
  /** Gives the room to the database, at once. */
  readonly release: () => Promise<void>
  /** Keeps the room from now on: before, a portal that starts on a full disk may need it. */
  readonly keep: () => Promise<void>
  close(): Promise<void>
}

/** For stores whose disk is not the database's. */
export const NO_RESERVE: DiskReserve = {
  isSpent: false,
  release: async () => undefined,
  keep: async () => undefined,
  close: async () => undefined,
}

/** Opens the reserve of a data folder, which need not exist yet, and releases it where the disk is full already. `megabytes` is its size; 0 is none. */
export async function openDiskReserve(dataFolder: string, megabytes: number, log: Log): Promise<DiskReserve> {
  if (megabytes === 0) return NO_RESERVE
  const size = megabytes * MEGABYTE
  const file = join(dataFolder, 'disk-reserve')
  let isSpent = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  /** The system's reason why the file could not be written although there is room, logged once. */
  let refusal = ''

  const isKept = async () => (await stat(file).catch(() => undefined))?.size === size
  const readRoom = async () => {
    const { bavail, bsize } = await statfs(dataFolder)
    return bavail * bsize
  }

  async function release(): Promise<void> {
    if (!isSpent) {
      isSpent = true
      log.error({ dataFolder }, 'the disk is full: uploads are refused until there is room again')
    }
    await rm(file, { force: true })
  }

  function noteRoom(): void {
    if (isSpent) log.info({ dataFolder }, 'the disk has room again')
    isSpent = false
  }

  /** Real bytes, which no file system can leave out or compress. */
  async function write(): Promise<void> {
    const draft = `${file}.new`
    try {
      await withFile(open(draft, 'w', 0o600), async (handle) => {
        const bytes = randomBytes(MEGABYTE)
        for (let at = 0; at < megabytes; at += 1) await handle.writeFile(bytes)
        await handle.sync()
      })
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async function look(): Promise<void> {
    const room = await readRoom()
    if (await isKept()) {
      if (room < size / 4) await release()
      else noteRoom()
      return
    }
    if (room < 2 * size) {
      if (room < size) await release()
      return
    }
    await write()
    noteRoom()
  }

  function lookOnce(): Promise<void> {
    looking ??= look()
      .catch((error: unknown) => {
        if (errorCode(error) !== refusal) log.warn({ err: error }, 'the reserve on the disk cannot be kept')
        refusal = errorCode(error)
      })
      .finally(() => (looking = undefined))
    return looking
  }

  // A file of a portal that was killed while it wrote.
  await rm(`${file}.new`, { force: true }).catch(() => undefined)
  // readRoom fails only where the folder is missing, and then the reserve is kept.
  const room = await readRoom().catch(() => Infinity)
  if (room < size / 4) await release()

  return {
    get isSpent() {
      return isSpent
    },
    release,
    async keep() {
      await lookOnce()
      timer = setInterval(() => void lookOnce(), LOOK_INTERVAL).unref()
    },
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
