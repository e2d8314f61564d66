import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What PostgreSQL writes about itself into its folder. */
export interface PidFile {
  readonly pid: number
  readonly ready: boolean
}

/** Reads postmaster.pid; undefined when there is none (or none that can be read). */
export function readPidFile(folder: string): PidFile | undefined {
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

/** True when the process is alive and is a PostgreSQL on this folder, not a stranger who was given the number of one that died. */
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
 * Lets PostgreSQL start although its file names a living stranger, as happens when a container starts again and numbers repeat. The file is
 * not deleted: PostgreSQL treats its parent's number as out of date, and still checks whether the old server's memory is in use.
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
