import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { errorCode, StartError } from '../../runtime/errors.ts'
import { dataFolderInUse } from '../locks.ts'
import { pause } from '../../runtime/clock.ts'
import { shortenPath } from './address.ts'

type Release = () => Promise<void>

const lockName = 'lock'
const draftPrefix = `${lockName}.new-`
/** Milliseconds to wait for a portal that is just ending. */
const patience = 2000

/**
 * Makes this process the only portal of this machine on the data folder, before anything else is made in it. The lock is a listening socket,
 * which the system closes when the process ends in any way; a process number could be reused. Throws StartError when another portal keeps the
 * folder. Returns what releases it.
 */
export async function holdFolderSocket(dataFolder: string): Promise<Release> {
  const deadline = Date.now() + patience
  for (;;) {
    const release = await tryHold(dataFolder)
    if (release !== 'held') return release
    if (Date.now() > deadline) throw dataFolderInUse(dataFolder)
    await pause(50)
  }
}

async function tryHold(dataFolder: string): Promise<Release | 'held'> {
  try {
    return process.platform === 'win32' ? await tryPipe(dataFolder) : await trySocket(dataFolder)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataFolder} cannot be locked (${errorCode(error)}); set PORTAL_DATA to a folder on a local disk.`,
      { cause: error },
    )
  }
}

/** On Windows only the first process can listen on a named pipe, which disappears with the process. */
async function tryPipe(dataFolder: string): Promise<Release | 'held'> {
  const folder = (await realpath(dataFolder)).toLowerCase()
  try {
    const name = createHash('sha256').update(folder).digest('hex')
    const server = await listenAt(String.raw`\\.\pipe\school-portal-${name}`)
    return () => close(server)
  } catch (error) {
    // EACCES: the pipe belongs to a portal of another user.
    if (['EADDRINUSE', 'EACCES'].includes(errorCode(error))) return 'held'
    throw error
  }
}

/**
 * Elsewhere a socket is a file, which outlives a killed process. The lock is a folder with one socket in it, made under a draft name and renamed:
 * the system does not rename onto a folder with content, so only one of several processes succeeds. Each socket has its own name, so that
 * removing a dead one cannot remove its successor.
 */
async function trySocket(dataFolder: string): Promise<Release | 'held'> {
  const name = randomBytes(6).toString('hex')
  const { path, dispose } = await shortenPath(dataFolder, join(draftPrefix + name, name))
  try {
    if (await isHeld(join(path, lockName))) return 'held'
    const server = await placeSocket(path, name)
    if (server === 'held') return 'held'
    await clearDrafts(path)
    return async () => {
      await close(server)
      await rm(join(dataFolder, lockName, name), { force: true })
    }
  } finally {
    await dispose()
  }
}

async function placeSocket(folder: string, name: string): Promise<Server | 'held'> {
  const draft = join(folder, draftPrefix + name)
  await mkdir(draft, { mode: 0o700 })
  let server: Server | undefined
  try {
    server = await listenAt(join(draft, name))
    await rename(draft, join(folder, lockName))
    return server
  } catch (error) {
    if (server) await close(server)
    const wasThere = await clearDraft(draft)
    // Another process was faster, and may have removed this draft as left over from a killed process.
    if (!wasThere || ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) return 'held'
    throw error
  }
}

/** Whether a process listens in this folder. Removes the sockets of ended processes. */
async function isHeld(folder: string): Promise<boolean> {
  for (const name of await readNames(folder)) {
    if (await isListening(join(folder, name))) return true
    await rm(join(folder, name), { force: true })
  }
  return false
}

/** Removes what processes that were killed while taking the lock left behind. */
async function clearDrafts(folder: string): Promise<void> {
  for (const name of await readNames(folder)) {
    if (!name.startsWith(draftPrefix)) continue
    const draft = join(folder, name)
    if (!(await isHeld(draft))) await clearDraft(draft)
  }
}

/** Removes an empty draft; false when there is none. A draft with a socket in it is removed by the process of that socket. */
async function clearDraft(draft: string): Promise<boolean> {
  try {
    await rmdir(draft)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) return true
    throw error
  }
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // ENOTSOCK: a file that was copied here. EAGAIN: the socket's queue of connections is full.
    if (['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(errorCode(error))) return false
    if (errorCode(error) === 'EAGAIN') return true
    throw error
  } finally {
    socket.destroy()
  }
}

async function listenAt(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.listen(path)
  await once(server, 'listening')
  // Nothing depends on a connection being accepted.
  server.on('error', () => undefined)
  return server.unref()
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
