import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Account } from './account.ts'

/** One of PostgreSQL's programs, about to run on a database folder. */
export interface Program {
  readonly path: string
  readonly args: readonly string[]
  readonly folder: string
  readonly account: Account | undefined
  /** A file descriptor for what it prints. */
  readonly output: number | 'pipe'
}

/**
 * Starts a program with `-D` on the database folder, in a process group of its own, so that Ctrl+C in the terminal reaches the portal alone and
 * PostgreSQL stops after the last answer.
 *
 * An unprivileged user may own the folder and yet not be allowed through the folders above it (a data folder is 0700, and so is /root). The
 * folder is then opened by root and handed over as file descriptor 3: nothing above it has to be opened up.
 */
export function startProgram({ path, args, folder, account, output }: Program): ChildProcess {
  // LC_MESSAGES: start-up errors are read and must be in English.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] }
  const base = { detached: true, windowsHide: true, cwd: '/', env } as const
  if (account === undefined) {
    return spawn(path, ['-D', folder, ...args], { ...base, stdio: ['ignore', output, output] })
  }
  const handle = openSync(folder, 'r')
  try {
    return spawn(path, ['-D', '/proc/self/fd/3', ...args], {
      ...base,
      ...account,
      stdio: ['ignore', output, output, handle],
    })
  } finally {
    closeSync(handle)
  }
}
