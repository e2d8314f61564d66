import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../../runtime/logger.ts'
import { DiskFullError, isDiskFull, StartError } from '../../runtime/errors.ts'
import { startProgram, type Account, type Binaries } from './binaries.ts'
import { damagedFolder } from './cluster.ts'
import { pause } from '../../runtime/clock.ts'

export interface ServerPlan {
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly folder: string
  readonly logFile: string
  readonly settings: Record<string, string>
}

const stopPatience = 30_000
const largestLog = 8 * 1024 * 1024
/** Bytes below which PostgreSQL may not come through its start: a segment of its write-ahead log has 16 MB. */
const STARTING = 1024 * 1024

/** Resolves once the server accepts connections, or to 'taken' when another server is using the folder. Throws StartError when it ends instead. */
export async function launchServer(plan: ServerPlan): Promise<ChildProcess | 'taken'> {
  const { folder, account, settings, binaries } = plan
  const { output, printedBefore } = openLogFile(plan)
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = startProgram({ path: binaries.postgres, args, folder, account, output })
  closeSync(output)
  let failure: Error | undefined
  child.on('error', (error) => (failure = error))
  stopWithThisProcess(child)

  for (;;) {
    const file = readPidFile(folder)
    if (file?.ready === true && file.pid === child.pid) return child
    if (failure !== undefined || child.exitCode !== null || child.signalCode !== null) {
      const printed = readFileSync(plan.logFile).subarray(printedBefore).toString('utf8')
      return explainEnd(folder, printed, failure)
    }
    await pause(5)
  }
}

function openLogFile({ folder, logFile }: ServerPlan): { output: number; printedBefore: number } {
  try {
    mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 })
    const printedBefore = startLogFile(logFile)
    return { output: openSync(logFile, 'a', 0o600), printedBefore }
  } catch (error) {
    throw isDiskFull(error) ? new DiskFullError(folder, { cause: error }) : error
  }
}

/** Renames a large log, replacing the previous one, and returns the size of the current one. */
function startLogFile(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size < largestLog) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

/** A portal that crashes stops its server; only after kill -9 it stays behind, and the next start finds it. */
function stopWithThisProcess(child: ChildProcess): void {
  const stop = () => child.kill('SIGINT')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
}

function explainEnd(folder: string, printed: string, failure: Error | undefined): 'taken' {
  if (failure !== undefined) {
    throw new StartError(
      `The bundled PostgreSQL cannot run on this system (${failure.message}); set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: failure },
    )
  }
  if (/lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(printed)) return 'taken'
  const reason = /(?:FATAL|PANIC): *(.+)/.exec(printed)?.[1] ?? 'PostgreSQL ended without saying why'
  // On a full disk the log, which lies there too, may lack the reason.
  const { bavail, bsize } = statfsSync(folder)
  if (/No space left on device|Disk quota exceeded/.test(printed) || bavail * bsize < STARTING) {
    throw new DiskFullError(folder, { cause: new Error(reason) })
  }
  if (reason.includes('Cannot allocate memory')) {
    throw new StartError(`PostgreSQL could not start on ${folder}: ${reason}.`)
  }
  throw damagedFolder(folder, `PostgreSQL says "${reason}"`)
}

/** Stops a server by a fast shutdown, which undoes transactions in flight. Resolves when its process is gone. */
export async function stopServer(pid: number, plan: ServerPlan, log: Log): Promise<void> {
  if (!isServerOf(pid, plan.folder)) return
  const deadline = Date.now() + stopPatience
  await signalServer(pid, 'fast', plan)
  let urged = false
  while (isServerOf(pid, plan.folder)) {
    if (Date.now() > deadline && !urged) {
      // Committed transactions are not lost: the next start recovers them from the write-ahead log.
      log.warn({ pid }, 'PostgreSQL does not stop by itself and is stopped at once')
      await signalServer(pid, 'immediate', plan)
      urged = true
    }
    await pause(10)
  }
}

async function signalServer(pid: number, mode: 'fast' | 'immediate', plan: ServerPlan): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(plan.binaries.pgCtl, ['stop', '-D', plan.folder, '-m', mode, '-W'])
    return
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch {
    // It has just gone by itself.
  }
}

/** Has PostgreSQL read again whom it lets in. */
export async function reloadRules(pid: number, plan: ServerPlan): Promise<void> {
  if (process.platform === 'win32') await promisify(execFile)(plan.binaries.pgCtl, ['reload', '-D', plan.folder])
  else if (isServerOf(pid, plan.folder)) process.kill(pid, 'SIGHUP')
}

/** Reads postmaster.pid; undefined when it is absent or unreadable. */
export function readPidFile(folder: string): { pid: number; ready: boolean } | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, ready: lines[7]?.trim() === 'ready' }
}

/** Whether the process is alive and is a PostgreSQL on this folder, not another process with a reused number. */
export function isServerOf(pid: number, folder: string): boolean {
  try {
    // PostgreSQL's working directory is its database folder. A process that has died, or is a zombie, has no readable one.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    process.kill(pid, 0)
    if (process.platform === 'win32') return true
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}

/**
 * Lets PostgreSQL start although its file names another living process, as when a container restarts and process numbers repeat. The file is not
 * deleted: PostgreSQL ignores its parent's number, and still checks whether the old server's memory is in use.
 */
export function disownPidFile(folder: string): void {
  const path = join(folder, 'postmaster.pid')
  try {
    const [pid, ...rest] = readFileSync(path, 'utf8').split('\n')
    process.kill(Number(pid), 0)
    writeFileSync(path, [process.pid, ...rest].join('\n'))
  } catch {
    // The process is dead, or another user's: PostgreSQL itself sees that the file is out of date.
  }
}
