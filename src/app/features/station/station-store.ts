import { deleteDB, openDB, type DBSchema } from 'idb'
import * as z from 'zod/mini'
import * as attendanceStation from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { serverAnchor, stationSchedule } from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { usableTimeZone } from '../../../../contract/rules/zoned-time.ts'
import { writeAtOnce } from '../../core/storage/write-at-once.ts'

/** An encrypted JSON value as it is stored and sent: a nonce of twelve bytes as base64url, and ciphertext with its tag as base64. */
export interface Sealed {
  readonly nonce: string
  readonly sealed: string
}

const storedCapture = z.object({ seq: z.number(), nonce: z.string(), sealed: z.string() })
const {
  serverTime: _serverTime,
  nextSeq: _nextSeq,
  revoked: _revoked,
  ...factFields
} = attendanceStation.hello.response.shape
const device = z.object({
  stationId: z.string(),
  key: z.instanceof(CryptoKey),
  nextSeq: z.number(),
  skew: z.number(),
  /** The last time of the server, on the scale of its boot. */
  anchor: z.optional(serverAnchor),
  facts: z.object({
    ...factFields,
    // Stations that were registered before there were schedules use the device's zone until their next greeting.
    schedule: z._default(stationSchedule, () => ({
      timeZone: usableTimeZone(undefined),
      times: [],
      markedDays: [],
    })),
  }),
  /** For checking the exit PIN, also offline. */
  pin: z.object({ salt: z.instanceof(Uint8Array), hash: z.instanceof(Uint8Array) }),
})

type QueuedCapture = Readonly<z.infer<typeof storedCapture>>
export type StationDevice = Readonly<z.infer<typeof device>>
export type StationSettings = StationDevice['facts']

interface StationSchema extends DBSchema {
  /** One entry, under 'device'. `unknown` because everything read is parsed. */
  device: { key: string; value: unknown }
  /** By number. */
  captures: { key: number; value: unknown }
}

const DATABASE = 'station'
const DEVICE = 'device'
/** On the disk before the person gets a confirmation: a power cut right after it loses nothing. */
const STRICT = { durability: 'strict' } as const

export type StationStore = Awaited<ReturnType<typeof openStationStore>>

/** Opens the store of this device's station. Rejects where the browser stores nothing. */
export async function openStationStore() {
  const database = await openDB<StationSchema>(DATABASE, 1, {
    upgrade(opened) {
      opened.createObjectStore('device')
      opened.createObjectStore('captures')
    },
  })
  return {
    async readDevice(): Promise<StationDevice | null> {
      const found = device.safeParse(await database.get('device', DEVICE))
      return found.success ? found.data : null
    },
    async writeDevice(value: StationDevice): Promise<void> {
      await database.put('device', value, DEVICE)
    },
    /** Stores a capture, and that its number is used. */
    async addCapture(capture: QueuedCapture, value: StationDevice): Promise<void> {
      await writeAtOnce(
        database,
        ['device', 'captures'],
        (tx) => [tx.objectStore('captures').add(capture, capture.seq), tx.objectStore('device').put(value, DEVICE)],
        STRICT,
      )
    },
    async first(): Promise<QueuedCapture | null> {
      const cursor = await database.transaction('captures').store.openCursor()
      return cursor ? storedCapture.parse(cursor.value) : null
    },
    count: () => database.count('captures'),
    drop: (seq: number) => database.delete('captures', seq),
    async all(): Promise<QueuedCapture[]> {
      return (await database.getAll('captures')).map((value) => storedCapture.parse(value))
    },
    /** Replaces all captures by renumbered ones. */
    async replace(captures: readonly QueuedCapture[], value: StationDevice): Promise<void> {
      await writeAtOnce(
        database,
        ['device', 'captures'],
        (tx) => {
          const store = tx.objectStore('captures')
          return [
            store.clear(),
            ...captures.map((capture) => store.add(capture, capture.seq)),
            tx.objectStore('device').put(value, DEVICE),
          ]
        },
        STRICT,
      )
    },
    close: () => database.close(),
  }
}

export async function deleteStation(): Promise<void> {
  await deleteDB(DATABASE)
}

const LOCK = 'station'

/**
 * Waits until no other window of this browser is the station: two would use a number twice. `onWait` is called if another one is. The lock is held
 * until the signal. Rejects with the signal's reason.
 */
export async function holdStationLock(signal: AbortSignal, onWait: () => void): Promise<void> {
  /** Resolves to whether the lock is held. */
  const request = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        resolve(lock !== null)
        return lock ? until(signal) : undefined
      }
      navigator.locks.request(LOCK, options, hold).catch(reject)
    })
  if (await request({ ifAvailable: true })) return
  onWait()
  await request({ signal })
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
