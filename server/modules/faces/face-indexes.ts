import { setImmediate as letOthers, setTimeout as pause } from 'node:timers/promises'
import { asc, eq, gt, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database } from '../../db/database.ts'
import type { Listening } from '../../db/listen.ts'
import { facePhoto } from '../../db/tables.generated.ts'
import type { MatchLimits } from '../../runtime/config.ts'
import { createFaceIndex, type FaceIndex } from './engine/face-index.ts'
import type { Log } from '../../runtime/logger.ts'
import type { Vault } from '../../runtime/vault.ts'
import { openDescriptor } from './seal-face.ts'

/** Rows that are read and decrypted before other work may run. */
const BATCH = 500
/** Milliseconds that a search waits for the listening connection: without it, deleted faces might be found. */
const PATIENCE = 5000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const announcement = z.object({ unitId: z.string(), userId: z.string() })

interface Unit {
  readonly index: FaceIndex
  /** Settled once the unit is loaded. */
  readonly loaded: Promise<void>
  /** Reads are applied in the order of their requests. */
  lastRead: Promise<unknown>
}

/**
 * The faces of searched units, in at most so many bytes of this process's memory: beyond them the units that were not searched for longest are
 * forgotten, but never the one that is searched. Loads a unit's faces with the first search, and then follows announcements (channel
 * `portal_faces`). After a gap in the announcements, units are loaded again.
 */
export function createFaceIndexes(database: Database, vault: Vault, log: Log, maxBytes: number) {
  const units = new LRUCache<string, Unit>({
    maxSize: maxBytes,
    // The cache would not take what is larger than itself.
    sizeCalculation: ({ index }) => Math.min(maxBytes, index.bytes()),
    dispose: (_, unitId, why) => {
      if (why === 'evict') log.info({ unitId }, 'faces were forgotten to make room for those of others')
    },
  })
  /** Reads that go on, also for units that were forgotten meanwhile. */
  const reads = new Set<Promise<unknown>>()
  let listening: Listening | undefined

  function listen(): Promise<void> {
    listening ??= database.listen('portal_faces', {
      onNotification(payload) {
        const said = readAnnouncement(payload)
        if (said) void refresh(said.unitId, said.userId)
      },
      onListening: () => units.clear(),
    })
    return listening.ready
  }

  function unitOf(unitId: string): Unit {
    const known = units.get(unitId)
    if (known) return known
    const index = createFaceIndex()
    const loaded = load(unitId, index)
    const unit: Unit = { index, loaded, lastRead: loaded }
    units.set(unitId, unit)
    track(
      loaded.then(
        () => weigh(unitId, unit),
        () => {
          // A partly loaded unit is discarded: the next search tries again.
          if (units.peek(unitId) === unit) units.delete(unitId)
        },
      ),
    )
    return unit
  }

  /** Counts what a unit takes by now, unless it was forgotten. */
  function weigh(unitId: string, unit: Unit): void {
    if (units.peek(unitId) === unit) units.set(unitId, unit)
  }

  function track(read: Promise<unknown>): void {
    reads.add(read)
    void read.finally(() => reads.delete(read))
  }

  async function load(unitId: string, index: FaceIndex): Promise<void> {
    const began = performance.now()
    let after = FIRST_ID
    const people = new Map<string, Float32Array[]>()
    for (;;) {
      const rows = await readRows(unitId, gt(facePhoto.photoId, after))
      for (const { photoId, userId, sealedDescriptor } of rows) {
        const faces = people.get(userId) ?? []
        people.set(userId, faces)
        faces.push(openDescriptor(vault, photoId, sealedDescriptor))
        after = photoId
      }
      if (rows.length < BATCH) break
      await letOthers()
    }
    for (const [userId, faces] of people) index.put(userId, faces)
    log.info({ unitId, faces: index.size(), ms: Math.round(performance.now() - began) }, 'faces were read')
  }

  function readRows(unitId: string, which: SQL) {
    const { photoId, userId, sealedDescriptor } = facePhoto
    return database.inUnit({ unitId, userId: null }, (tx) =>
      tx.select({ photoId, userId, sealedDescriptor }).from(facePhoto).where(which).orderBy(asc(photoId)).limit(BATCH),
    )
  }

  /** Reloads a person's faces after a change by this process. */
  function refresh(unitId: string, userId: string): Promise<void> {
    const unit = units.peek(unitId)
    // A later load of the unit includes this.
    if (!unit) return Promise.resolve()
    const read = unit.lastRead
      .then(() => readRows(unitId, eq(facePhoto.userId, userId)))
      .then((rows) => {
        const faces = rows.map((row) => openDescriptor(vault, row.photoId, row.sealedDescriptor))
        unit.index.put(userId, faces)
        weigh(unitId, unit)
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a changed face could not be read')
        units.delete(unitId)
      })
    unit.lastRead = read
    track(read)
    return read
  }

  return {
    /** The person of a face in a unit; undefined if no one is near enough, or two are nearly as near. Throws 'server.unavailable'. */
    async search(unitId: string, face: Float32Array, limits: MatchLimits): Promise<string | undefined> {
      const late = pause(PATIENCE, 'late' as const, { ref: false })
      if ((await Promise.race([listen(), late])) === 'late') throw new PortalError('server.unavailable')
      const unit = unitOf(unitId)
      await unit.loaded
      return unit.index.search(face, limits)
    },
    refresh,
    async close(): Promise<void> {
      await listening?.close()
      // No read may continue on a closing database.
      await Promise.allSettled(reads)
      units.clear()
    },
  }
}

function readAnnouncement(payload: string): z.infer<typeof announcement> | undefined {
  try {
    return announcement.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}
