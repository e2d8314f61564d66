import { readFileSync, statSync } from 'node:fs'
import { StartError } from '../../runtime/start-error.ts'

/** The unprivileged user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Who PostgreSQL shall run as: undefined means whoever runs the portal. PostgreSQL refuses to run as root; then it is the owner of an
 * existing database folder, else `nobody`, else `postgres`. Throws StartError when there is nobody to choose.
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
