import { beforeEach, expect, it } from 'vitest'
import { createProgressReporter, createSpeedMeter } from './progress.ts'
import type { UploadProgress, UploadState } from '../protocol/upload-state.ts'

let time: number
let shown: UploadState[]
let reporter: ReturnType<typeof createProgressReporter>

beforeEach(() => {
  time = 0
  shown = []
  reporter = createProgressReporter(
    100,
    () => time,
    (state) => shown.push(state),
  )
})

function sending(sent: number): UploadProgress {
  return { phase: 'sending', md5: 'm', sent, speed: null, secondsLeft: null }
}

it('reports a phase at most every 500 milliseconds', () => {
  for (time = 0; time < 2000; time += 10) reporter.report(sending(time))
  expect(shown).toHaveLength(4)
})

it('reports a new phase and a stall at once', () => {
  reporter.report({ phase: 'hashing', hashed: 100, speed: null, secondsLeft: null })
  reporter.report({ phase: 'checking', md5: 'm' })
  reporter.report(sending(1))
  reporter.setWaitReason('retrying')
  reporter.report(sending(2))
  reporter.setWaitReason('offline')
  reporter.setWaitReason(null)
  expect(shown.map((state) => ('stall' in state && state.stall) || state.phase)).toEqual([
    'hashing',
    'checking',
    'sending',
    'retrying',
    'offline',
    'sending',
  ])
  expect(shown.at(-2)).toEqual({ phase: 'offline', during: 'sending', hashed: 100, sent: 2 })
})

it('shows how far an upload was when it was paused, and nothing more until it is resumed', () => {
  reporter.report(sending(40))
  reporter.pause()
  time += 1000
  reporter.report(sending(50))
  expect(shown.at(-1)).toEqual({ phase: 'paused', during: 'sending', hashed: 100, sent: 40 })
  reporter.resume()
  expect(shown.at(-1)).toEqual({ ...sending(50), stall: null })
})

it.each<[UploadProgress, UploadState]>([
  [
    { phase: 'hashing', hashed: 30, speed: null, secondsLeft: null },
    { phase: 'paused', during: 'hashing', hashed: 30, sent: 0 },
  ],
  [
    { phase: 'checking', md5: 'm' },
    { phase: 'paused', during: 'checking', hashed: 100, sent: 0 },
  ],
  [
    { phase: 'merging', md5: 'm' },
    { phase: 'paused', during: 'merging', hashed: 100, sent: 100 },
  ],
])('keeps what was done in %o', (state, paused) => {
  reporter.report(state)
  reporter.pause()
  expect(shown.at(-1)).toEqual(paused)
})

function meterAt() {
  const clock = { time: 0 }
  return { clock, meter: createSpeedMeter(() => clock.time) }
}

it('says nothing before there is something to measure', () => {
  const { clock, meter } = meterAt()
  expect(meter.note(0, 1000)).toEqual({ speed: null, secondsLeft: null })
  clock.time = 300
  expect(meter.note(100, 1000)).toEqual({ speed: null, secondsLeft: null })
})

it('counts from the first number on, not from zero', () => {
  const { clock, meter } = meterAt()
  meter.note(800, 1000)
  clock.time = 1000
  expect(meter.note(900, 1000)).toEqual({ speed: 100, secondsLeft: 1 })
})

it('follows a network that changes', () => {
  const { clock, meter } = meterAt()
  for (; clock.time <= 10_000; clock.time += 500) meter.note(clock.time, 100_000)
  const done = 10_000
  for (; clock.time <= 25_000; clock.time += 500) meter.note(done + (clock.time - 10_000) / 10, 100_000)
  expect(meter.note(done + (clock.time - 10_000) / 10, 100_000).speed).toBeCloseTo(100, 0)
})

it('never shows a negative speed, and no time left while nothing moves', () => {
  const { clock, meter } = meterAt()
  meter.note(500, 1000)
  clock.time = 1000
  expect(meter.note(400, 1000)).toEqual({ speed: 0, secondsLeft: null })
})

it('begins anew after a break', () => {
  const { clock, meter } = meterAt()
  meter.note(0, 1000)
  clock.time = 1000
  meter.note(500, 1000)
  clock.time = 60_000
  expect(meter.note(500, 1000).speed).toBeNull()
  clock.time = 61_000
  expect(meter.note(600, 1000).speed).toBe(100)
})
