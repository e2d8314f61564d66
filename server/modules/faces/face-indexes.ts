import { setImmediate as letOthers, setTimeout as pause } from 'node:timers/promises'
import { asc, eq, gt, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Database } from '../../db/database.ts'
import type { Listening } from '../../db/listen.ts'
import { facePhoto } from '../../db/schema/faces.ts'
import type { MatchLimits } from '../../runtime/config.ts'
import { createFaceIndex, type FaceIndex } from './engine/face-index.ts'
import type { Log } from '../../runtime/logger.ts'
import type { Vault } from '../../runtime/vault.ts'
import { openDescriptor } from './seal-face.ts'

/** Rows that are read and opened before others may work. */
const BATCH = 500
/** Milliseconds that a search waits for announcements to be heard: without them it might find what was deleted. */
const PATIENCE = 5000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The faces of the units that were asked about, in this process's memory. */
export interface FaceIndexes {
  /** Whose face it is in a unit; undefined where nobody is near enough, or two are nearly as near. Throws 'server.unavailable'. */
  search(unitId: string, face: Float32Array, limits: MatchLimits): Promise<string | undefined>
  /** Reads a person's faces again, after a change that this process has made itself. */
  refresh(unitId: string, userId: string): Promise<void>
  close(): Promise<void>
}

const announcement = z.object({ unitId: z.string(), userId: z.string() })

interface Unit {
  readonly index: FaceIndex
  /** Settled once everybody is in it. */
  readonly loaded: Promise<void>
  /** What is read of people is put in the order in which it was asked for. */
  lastRead: Promise<unknown>
}

/**
 * Reads a unit's faces with the first search in it, each opened once, and from then on what is announced of them (`portal_faces` in 0022_faces.sql). Where
 * announcements were not heard for a while, the units are read anew.
 */
export function createFaceIndexes(database: Database, vault: Vault, log: Log): FaceIndexes {
  const units = new Map<string, Unit>()
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
    loaded.catch(() => {
      // Half a unit is worse than none: the next search tries again.
      if (units.get(unitId) === unit) units.delete(unitId)
    })
    return unit
  }

  async function load(unitId: string, index: FaceIndex): Promise<void> {
    const began = performance.now()
    let after = FIRST_ID
    const people = new Map<string, Float32Array[]>()
    for (;;) {
      const rows = await readRows(unitId, gt(facePhoto.photoId, after), BATCH)
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

  function readRows(unitId: string, which: SQL, limit: number) {
    return database.inUnit({ unitId, userId: null }, (tx) =>
      tx
        .select({
          photoId: facePhoto.photoId,
          userId: facePhoto.userId,
          sealedDescriptor: facePhoto.sealedDescriptor,
        })
        .from(facePhoto)
        .where(which)
        .orderBy(asc(facePhoto.photoId))
        .limit(limit),
    )
  }

  function refresh(unitId: string, userId: string): Promise<void> {
    const unit = units.get(unitId)
    // Whoever reads the unit later reads this as well.
    if (!unit) return Promise.resolve()
    const read = unit.lastRead
      .then(() => readRows(unitId, eq(facePhoto.userId, userId), BATCH))
      .then((rows) => {
        unit.index.put(
          userId,
          rows.map((row) => openDescriptor(vault, row.photoId, row.sealedDescriptor)),
        )
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a changed face could not be read')
        units.delete(unitId)
      })
    unit.lastRead = read
    return read
  }

  return {
    async search(unitId, face, limits) {
      const late = pause(PATIENCE, 'late' as const, { ref: false })
      if ((await Promise.race([listen(), late])) === 'late') throw new PortalError('server.unavailable')
      const unit = unitOf(unitId)
      await unit.loaded
      return unit.index.search(face, limits)
    },
    refresh,
    async close() {
      await listening?.close()
      // Nothing reads on from a database that is about to be closed.
      await Promise.allSettled([...units.values()].map(({ lastRead }) => lastRead))
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
