import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { DESKTOP_STORE, PORTAL_DATABASE } from '../../../../contract/service-worker.ts'
import { waitAtMost } from '../timing/bounded-wait.ts'

const VERSION = 1
/** Milliseconds to wait for the database. */
const OPEN_WAIT = 1000

/** Values are `unknown` because readers parse them. */
interface PortalSchema extends DBSchema {
  /** Persisted stores; the key is [user id, name of the store]. */
  stores: { key: [string, string]; value: unknown }
  /** The desktop snapshot of a user; the key is the user id. */
  desktop: { key: string; value: unknown }
}
export type PortalDatabase = IDBPDatabase<PortalSchema>

const OBJECT_STORES = ['stores', DESKTOP_STORE] as const

let opening: Promise<PortalDatabase> | null = null

/** The portal's database, or null when it is refused, damaged or does not open in time. Never rejects. */
export async function openPortalDatabase(): Promise<PortalDatabase | null> {
  opening ??= open().catch((error: unknown) => {
    opening = null
    throw error
  })
  return (await waitAtMost(OPEN_WAIT, opening)) ?? null
}

/** Whether the browser refuses the portal's database; waits as long as it takes to open. Never rejects. */
export async function isDatabaseRefused(): Promise<boolean> {
  opening ??= open()
  try {
    await opening
    return false
  } catch {
    opening = null
    return true
  }
}

/** Closes the connection; the next use opens it again. */
export async function closePortalDatabase(): Promise<void> {
  const database = await openPortalDatabase()
  opening = null
  database?.close()
}

async function open(): Promise<PortalDatabase> {
  const database = await openAtVersion(VERSION).catch((error: unknown) => {
    // A newer version was here before: upgrades only add object stores, so its database still works.
    if (error instanceof DOMException && error.name === 'VersionError') return openAtVersion(undefined)
    throw error
  })
  if (OBJECT_STORES.every((name) => database.objectStoreNames.contains(name))) return database
  database.close()
  await deleteDB(PORTAL_DATABASE)
  return openAtVersion(VERSION)
}

async function openAtVersion(version: number | undefined): Promise<PortalDatabase> {
  const database = await openDB<PortalSchema>(PORTAL_DATABASE, version, {
    upgrade(upgraded) {
      for (const name of OBJECT_STORES) {
        if (!upgraded.objectStoreNames.contains(name)) upgraded.createObjectStore(name)
      }
    },
    blocking() {
      // Another tab upgrades or deletes; an open connection would block it.
      opening = null
      database.close()
    },
    terminated() {
      opening = null
    },
  })
  return database
}
