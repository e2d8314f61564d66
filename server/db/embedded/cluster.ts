import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { errorCode, errorMessage, StartError } from '../../runtime/errors.ts'
import type { Log } from '../../runtime/logger.ts'
import { syncFolder, writeOnce } from '../../runtime/data-folder.ts'
import { startProgram, type Account } from './binaries.ts'

const major = '18'

// Which characters are letters, for searching: with plain C, no Chinese character would be one.
const characterLocales: Partial<Record<NodeJS.Platform, string>> = { darwin: 'en_US.UTF-8', win32: 'C' }

/**
 * Creates the database folder if there is none. It gets its name only when it is complete, so that an interrupted start cannot break later ones.
 * Throws StartError when the folder exists but does not belong to this version of PostgreSQL.
 */
export async function ensureCluster(folder: string, initdb: string, account: Account | undefined): Promise<void> {
  if (await isCluster(folder)) return
  const draft = await mkdtemp(`${folder}.new-`)
  try {
    if (account !== undefined) await chown(draft, account.uid, account.gid)
    await runInitdb(draft, initdb, account)
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (error instanceof StartError) throw error
    throw new StartError(`The database folder ${folder} could not be created (${errorMessage(error)}).`, {
      cause: error,
    })
  }
}

/** Removes what interrupted starts left behind. An `initdb` whose portal was killed may still write there; the next start tries again then. */
export async function removeDrafts(folder: string, log: Log): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
      (error: unknown) => log.warn({ err: error, name }, 'what an interrupted start left behind cannot be removed yet'),
    )
  }
}

export function damagedFolder(folder: string, reason: string, cause?: unknown): StartError {
  return new StartError(
    `The database folder ${folder} cannot be opened: ${reason}. Nothing in it was changed; restore it from a backup, or set PORTAL_DATA to another folder.`,
    { cause },
  )
}

async function isCluster(folder: string): Promise<boolean> {
  try {
    const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
    if (version === major) return true
    throw damagedFolder(folder, `it was made by PostgreSQL ${version} and this is PostgreSQL ${major}`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCode(error)
    if (code === 'EACCES' || code === 'EPERM') {
      const owner = await stat(folder).catch(() => undefined)
      throw new StartError(
        `The database folder ${folder} belongs to another user (number ${owner?.uid ?? 'unknown'}); start the portal as that user, or set PORTAL_DATA to another folder.`,
        { cause: error },
      )
    }
    if (code === 'ENOENT' && (await isAbsentOrEmpty(folder))) return false
    throw damagedFolder(folder, 'its file PG_VERSION is missing or unreadable', error)
  }
}

async function isAbsentOrEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}

async function runInitdb(folder: string, initdb: string, account: Account | undefined): Promise<void> {
  const password = await readServerPassword(dirname(folder))
  const isWindows = process.platform === 'win32'
  const auth = ['--auth=scram-sha-256', isWindows ? `--pwfile=${passwordFile(dirname(folder))}` : '--pwprompt']
  let reason = ''
  for (const locale of [characterLocales[process.platform] ?? 'C.UTF-8', 'C']) {
    // Text is compared by code point, the same on every system; the browser sorts names in the user's language.
    const locales = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${locale}`]
    const args = ['--username=postgres', '--encoding=UTF8', '--no-instructions', ...locales, ...auth]
    const child = startProgram({ path: initdb, args, folder, account, output: 'pipe', input: 'pipe' })
    let printed = ''
    // Without a terminal initdb reads the password and its repetition from here. The account may not read the password's file.
    child.stdin?.on('error', () => undefined).end(isWindows ? '' : `${password}\n${password}\n`)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
    }
    await once(child, 'close')
    if (child.exitCode === 0) return
    reason = /(?:error|FATAL|PANIC): *(.+)/.exec(printed)?.[1] ?? printed.trim().split('\n').at(-1) ?? ''
    if (!reason.includes('locale')) break
  }
  throw new Error(reason)
}

/** The password of both roles: other processes of the account that PostgreSQL runs as can reach its socket too. */
export async function readServerPassword(dataFolder: string): Promise<string> {
  const file = passwordFile(dataFolder)
  await writeOnce(file, randomBytes(24).toString('base64url'))
  return readFile(file, 'utf8')
}

function passwordFile(dataFolder: string): string {
  return join(dataFolder, 'postgres-password')
}

/** Whether PostgreSQL lets in some who show no password, as folders of earlier versions of the portal say. */
export async function trustsCallers(folder: string): Promise<boolean> {
  const rules = await readFile(join(folder, 'pg_hba.conf'), 'utf8').catch(() => '')
  return /^[^#\n]*\btrust\b/m.test(rules)
}

/** Writes who is let in; PostgreSQL reads it when it starts, or is told to. */
export async function writeAccessRules(folder: string, method: 'trust' | 'scram-sha-256'): Promise<void> {
  const target = join(folder, 'pg_hba.conf')
  const draft = `${target}.new`
  await writeFile(draft, `local all all ${method}\nhost all all 127.0.0.1/32 scram-sha-256\n`, {
    mode: 0o600,
    flush: true,
  })
  const { uid, gid } = await stat(folder)
  await chown(draft, uid, gid)
  await rename(draft, target)
  await syncFolder(folder)
}
