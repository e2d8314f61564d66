import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { ClientConfig } from 'pg'
import { readServerPassword } from './cluster.ts'
import { tmpdir } from 'node:os'

/** How the portal reaches its bundled server, with the server's settings for it. */
export interface ServerAddress {
  readonly client: ClientConfig & { readonly password: string }
  readonly settings: Record<string, string>
  readonly dispose: () => Promise<void>
}

const PORT = 5432
const isWindows = process.platform === 'win32'

/**
 * The server listens on a Unix socket inside the database folder, which only its owner may enter, and asks for a password; on Windows on a free port of
 * this machine. The server's own path to the socket is `.`, and never too long; a path that is too long for the client is shortened by `shortenPath`.
 */
export async function prepareAddress(folder: string): Promise<ServerAddress> {
  const port = isWindows ? await findFreePort() : PORT
  const listen: Record<string, string> = isWindows
    ? { listen_addresses: '127.0.0.1' }
    : { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' }
  return { ...(await addressAt(folder, port)), settings: { ...listen, port: String(port) } }
}

/** How to reach a server that runs already, from its postmaster.pid: PostgreSQL writes its port in the fourth line. */
export function reachAddress(folder: string, pidFile: string): Promise<Omit<ServerAddress, 'settings'>> {
  return addressAt(folder, Number(pidFile.split('\n')[3]))
}

async function addressAt(folder: string, port: number): Promise<Omit<ServerAddress, 'settings'>> {
  const password = await readServerPassword(dirname(folder))
  if (isWindows) return { client: { host: '127.0.0.1', port, password }, dispose: async () => undefined }
  const { path, dispose } = await shortenPath(folder, `.s.PGSQL.${port}`)
  return { client: { host: path, port, password }, dispose }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

// The system's limit is 104 bytes (macOS) to 108 (Linux) with a closing zero.
const longestSocketPath = 100

/**
 * A path to the folder below which the socket's path is not too long for the system: the folder itself, or a link in a private temporary folder,
 * which `dispose` removes.
 */
export async function shortenPath(
  folder: string,
  socket: string,
): Promise<{ path: string; dispose: () => Promise<void> }> {
  const fits = (path: string) => Buffer.byteLength(join(path, socket)) <= longestSocketPath
  if (fits(folder)) return { path: folder, dispose: async () => undefined }
  const base = fits(join(tmpdir(), 'portal-XXXXXX', 'pg')) ? tmpdir() : '/tmp'
  const shortcut = await mkdtemp(join(base, 'portal-'))
  await symlink(folder, join(shortcut, 'pg'))
  return { path: join(shortcut, 'pg'), dispose: () => rm(shortcut, { recursive: true, force: true }) }
}
