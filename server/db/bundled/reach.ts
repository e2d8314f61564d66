import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import type { ClientConfig } from 'pg'
import { passwordFile } from './cluster.ts'
import { shortenPath } from './short-path.ts'

/** How the portal reaches its bundled server, and the server's settings that belong to it. */
export interface Reach {
  readonly client: ClientConfig
  readonly settings: Record<string, string>
  readonly dispose: () => Promise<void>
}

const port = 5432

/**
 * Prepares the way to the server: a Unix socket inside the database folder, which nobody else may enter. The server knows it as `.`, so its own
 * path is never too long; where it is too long for the client, a link in a private temporary folder shortens it.
 */
export async function prepareReach(folder: string): Promise<Reach> {
  if (process.platform === 'win32') return preparePort(folder)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    port: `${port}`,
  }
  const { path, dispose } = await shortenPath(folder, `.s.PGSQL.${port}`)
  return { client: { host: path, port }, settings, dispose }
}

async function preparePort(folder: string): Promise<Reach> {
  const free = await findFreePort()
  const password = await readFile(passwordFile(dirname(folder)), 'utf8')
  return {
    client: { host: '127.0.0.1', port: free, password },
    settings: { listen_addresses: '127.0.0.1', port: String(free) },
    dispose: async () => undefined,
  }
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
