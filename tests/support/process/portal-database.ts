import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/** The way as the owner to the bundled database of a portal that runs on this data folder. */
export function portalDatabase(dataFolder: string): ClientConfig {
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8')
  return { host: join(dataFolder, 'postgres'), port: 5432, user: 'portal', database: 'portal', password }
}
