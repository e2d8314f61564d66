import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { captureData, presentData, proofData, STATION_PROOF } from '../../../../contract/attendance-capture.ts'
import type { AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import * as attendanceStation from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { CallError } from '../../core/api/call-error.ts'
import { hashPin } from './exit-pin.ts'
import { createStationClock } from './station-clock.ts'
import { createStationQueue, type QueueDeps } from './station-queue.ts'
import { importKey, unseal } from './station-seal.ts'
import { deleteStation, openStationStore, type StationDevice, type StationStore } from './station-store.ts'

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const HTTP = { status: 200, statusText: 'OK' }

/** A server as the contract has it: it takes the next number only, and answers an earlier one as before. */
class Server {
  next = 1
  away = false
  /** The answer to the next delivery is lost on its way. */
  loses = false
  gone = false
  schedule: object = FACTS.schedule
  readonly taken: unknown[] = []
  readonly sent: number[] = []
  /** Where the station's clocks stood at each delivery. */
  readonly presents: unknown[] = []
  readonly proofs: string[] = []
  readonly #key: CryptoKey

  constructor(key: CryptoKey) {
    this.#key = key
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as the port has it
  readonly call: QueueDeps['call'] = async <R extends AnyEndpoint>(
    row: R,
    input: RequestOf<R>,
    { headers }: Parameters<QueueDeps['call']>[2],
  ) => {
    if (row.name === attendanceStation.deliver.name) this.proofs.push(headers?.[STATION_PROOF] ?? '')
    return z.parse<R['response']>(row.response, await this.#answer(row, input))
  }

  async #answer(row: AnyEndpoint, input: unknown): Promise<unknown> {
    if (this.away) throw new CallError(row.name, { kind: 'network' })
    if (this.gone) throw refuse('attendance.station_gone')
    if (row.name === attendanceStation.hello.name)
      return { ...FACTS, schedule: this.schedule, serverTime: Date.now() + 5000, nextSeq: this.next, revoked: false }
    const { stationId, seq, present, ...sealed } = attendanceStation.deliver.request.parse(input)
    if (present) this.presents.push(await unseal(this.#key, presentData(stationId, seq), present))
    this.sent.push(seq)
    if (seq > this.next) throw refuse('attendance.gap', { expected: this.next })
    if (seq === this.next) {
      this.taken.push(await unseal(this.#key, captureData(stationId, seq), sealed))
      this.next += 1
    }
    if (this.loses) {
      this.loses = false
      throw new CallError(row.name, { kind: 'network' })
    }
    return { seq, outcome: 'refused', code: 'face.unknown' }
  }
}

const refuse = (code: string, data: unknown = null) =>
  new CallError('station.deliver', {
    kind: 'envelope',
    envelope: { status: 409, code, message: '', data },
    http: HTTP,
    retryAfter: null,
  })

const FACTS = {
  name: '南门',
  place: '',
  direction: 'both' as const,
  unitName: '河畔',
  unitEnglishName: 'Riverside',
  faceOn: true,
  guide: { width: null, tolerance: null },
  schedule: { timeZone: 'Asia/Shanghai', times: [], markedDays: [] },
}

let store: StationStore
let device: StationDevice
let server: Server
let left: AbortController
/** By how much the clock of the device was set. */
let wallSet = 0

beforeEach(async () => {
  const key = await importKey(KEY)
  device = { stationId: 's1', key, nextSeq: 1, skew: 0, facts: FACTS, pin: await hashPin('123456') }
  store = await openStationStore()
  await store.writeDevice(device)
  server = new Server(key)
  left = new AbortController()
  wallSet = 0
})
afterEach(async () => {
  left.abort()
  store.close()
  await deleteStation()
})

/** Starts as a page does that was just opened. */
async function open() {
  const found = await store.readDevice()
  if (!found) throw new Error('the device is no station')
  const clock = createStationClock(
    () => Date.now() + wallSet,
    () => performance.now(),
  )
  const queue = createStationQueue({ store, call: server.call, clock }, found, await store.count())
  const ended = queue.run(left.signal)
  ended.catch(() => undefined)
  return { ...queue, ended }
}

const code = (digits: string) => ({ kind: 'code', code: digits }) as const
const codes = () =>
  server.taken
    .map((content) => attendanceStation.captureContent.parse(content))
    .map((one) => one.kind === 'code' && one.code)

describe('a station’s queue', () => {
  it('delivers each capture in its order, with the skew that was measured, and tells its outcome', async () => {
    const queue = await open()
    await expect.poll(() => queue.state.current.link).toBe('online')
    const kept = await Promise.all(['1111', '2222', '3333'].map((digits) => queue.capture('in', code(digits))))
    expect(await Promise.all(kept.map(({ outcome }) => outcome))).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3 }])
    expect(codes()).toEqual(['1111', '2222', '3333'])
    const [first] = server.taken.map((content) => attendanceStation.captureContent.parse(content))
    expect(Math.abs((first?.skew ?? 0) - 5000)).toBeLessThan(1000)
    expect(queue.state.current.pending).toBe(0)
  })

  it('proves the station with each delivery, before what is delivered is read', async () => {
    const queue = await open()
    for (const digits of ['1111', '2222']) await (await queue.capture('in', code(digits))).outcome
    const opened = server.proofs.map(async (proof) => {
      const [stationId = '', seq = '', nonce = '', tag = ''] = proof.split('.')
      const [iv, bytes] = [Buffer.from(nonce, 'base64url'), Buffer.from(tag, 'base64url')]
      const additionalData = Buffer.from(proofData(stationId, Number(seq)))
      const content = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, device.key, bytes)
      return [stationId, seq, content.byteLength]
    })
    expect(await Promise.all(opened)).toEqual([
      ['s1', '1', 0],
      ['s1', '2', 0],
    ])
  })

  it('keeps what it captures while the server is away, over a restart, and delivers it exactly once', async () => {
    server.away = true
    const before = await open()
    for (const digits of ['1111', '2222']) await before.capture('in', code(digits))
    await expect.poll(() => before.state.current.link).toBe('offline')
    expect(before.state.current.pending).toBe(2)
    left.abort()
    left = new AbortController()
    server.away = false
    server.loses = true
    const after = await open()
    await after.capture('out', code('3333'))
    await expect.poll(() => after.state.current.pending, { timeout: 5000 }).toBe(0)
    expect(codes()).toEqual(['1111', '2222', '3333'])
    expect(server.sent).toEqual([1, 1, 2, 3])
  })

  it('numbers anew what waits when the server expects another number', async () => {
    server.away = true
    await store.writeDevice({ ...device, nextSeq: 7 })
    const queue = await open()
    const kept = await Promise.all(['7777', '8888'].map((digits) => queue.capture('in', code(digits))))
    server.next = 3
    server.away = false
    globalThis.dispatchEvent?.(new Event('online'))
    expect(await Promise.all(kept.map(({ outcome }) => outcome))).toMatchObject([{ seq: 3 }, { seq: 4 }])
    expect(codes()).toEqual(['7777', '8888'])
    expect((await store.readDevice())?.nextSeq).toBe(5)
  })

  it('keeps what the server told of the school’s hours for when there is no network', async () => {
    const schedule = {
      timeZone: 'Pacific/Kiritimati',
      times: [],
      markedDays: [{ date: '2026-11-23', kind: 'holiday' }],
    }
    server.schedule = schedule
    const before = await open()
    await expect.poll(() => before.state.current.link).toBe('online')
    left.abort()
    left = new AbortController()
    server.away = true
    const after = await open()
    await expect.poll(() => after.state.current.link).toBe('offline')
    expect(after.state.current.settings.schedule).toEqual(schedule)
  })

  it('tells with each capture where its clocks stand and what the last time of the server was, and with each delivery where they stand now', async () => {
    const queue = await open()
    await expect.poll(() => queue.state.current.link).toBe('online')
    server.away = true
    await queue.capture('in', code('1111'))
    await expect.poll(() => queue.state.current.link).toBe('offline')
    wallSet = -90 * 86_400_000
    await queue.capture('in', code('2222'))
    // The clock that was set back is shown as it was.
    expect(Math.abs(queue.state.current.skew - 90 * 86_400_000 - 5000)).toBeLessThan(1000)
    server.away = false
    globalThis.dispatchEvent?.(new Event('online'))
    await expect.poll(() => queue.state.current.pending, { timeout: 5000 }).toBe(0)
    const [first, second] = server.taken.map((content) => attendanceStation.captureContent.parse(content))
    const presents = server.presents.map((present) => attendanceStation.clockReading.parse(present))
    expect(first?.anchor?.boot).toBe(first?.boot)
    expect(Math.abs((first?.anchor?.serverTime ?? 0) - Date.now() - 5000)).toBeLessThan(5000)
    expect(second?.anchor).toEqual(first?.anchor)
    expect(second?.boot).not.toBe(first?.boot)
    expect(presents.map(({ boot }) => boot)).toEqual([second?.boot, second?.boot])
    expect(presents[1]?.mono ?? 0).toBeGreaterThanOrEqual(second?.mono ?? Infinity)
  })

  it('ends when it was revoked, and keeps what waits', async () => {
    server.gone = true
    const queue = await open()
    await queue.capture('in', code('1111'))
    await queue.ended
    expect(queue.state.current).toMatchObject({ ended: 'gone', pending: 1 })
    expect(await store.count()).toBe(1)
  })

  it('leaves nothing readable on the disk', async () => {
    server.away = true
    const queue = await open()
    await queue.capture('in', code('13572468'))
    const [kept] = await store.all()
    expect(atob(kept?.sealed ?? '')).not.toContain('13572468')
    await expect(crypto.subtle.exportKey('raw', device.key)).rejects.toThrow()
  })
})
