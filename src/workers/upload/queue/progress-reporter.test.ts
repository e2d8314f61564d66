import { beforeEach, expect, it } from 'vitest'
import { createProgressReporter, type ProgressReporter } from './progress-reporter.ts'
import type { UploadProgress, UploadState } from '../protocol/upload-state.ts'

let time: number
let shown: UploadState[]
let reporter: ProgressReporter

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
  reporter.stall('retrying')
  reporter.report(sending(2))
  reporter.stall('offline')
  reporter.stall(null)
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
