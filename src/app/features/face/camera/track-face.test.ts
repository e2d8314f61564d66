import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_GUIDE, guideBox } from '../../../../../contract/rules/faces/face-guide.ts'
import type { Frame, Detection } from '../../../platform/face.ts'
import { trackFace, trackTurn, type TrackedCamera, type TrackedFrame } from './track-face.ts'

const capture = { width: 480, height: 480 }
const guide = guideBox(capture)
const at = (box: Partial<Detection['face'] & object>, faces = 1): Detection => ({
  faces,
  face: { ...guide, turn: 0, light: 'enough', ...box },
})
const noFace: Detection = { faces: 0, face: null }
const photo = new Blob(['photo'])

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Shows these one after the other, and the last one for ever; a frame comes every 30 ms. */
function watch(
  detections: readonly Detection[],
  signal = new AbortController().signal,
  track: (...given: Parameters<typeof trackFace>) => Promise<Blob> = trackFace,
) {
  const frames: TrackedFrame[] = []
  let shown = 0
  let photographed = 0
  const photoOf = track(
    signal,
    {
      capture,
      guide: DEFAULT_GUIDE,
      nextFrame: (stop) =>
        new Promise((resolve, reject) => {
          stop.addEventListener('abort', () => reject(stop.reason), { once: true })
          setTimeout(() => resolve({} as Frame), 30)
        }),
      faces: {
        look: async () => detections[Math.min(shown++, detections.length - 1)] ?? noFace,
        photograph: async () => {
          photographed += 1
          return photo
        },
      },
    },
    (frame) => frames.push(frame),
  )
  photoOf.catch(() => {})
  return { photoOf, frames, looked: () => shown, photographed: () => photographed }
}

it('takes the photo after nine frames with a face at the guide', async () => {
  const { photoOf, frames, looked } = watch([at({})])
  await vi.advanceTimersByTimeAsync(400)
  expect(await photoOf).toBe(photo)
  expect(looked()).toBe(9)
  expect(frames.map(({ share }) => share.toFixed(2))).toEqual([
    '0.11',
    '0.22',
    '0.33',
    '0.44',
    '0.56',
    '0.67',
    '0.78',
    '0.89',
    '1.00',
  ])
})

it('begins again when the face leaves the guide', async () => {
  const { photoOf, frames, looked } = watch([
    ...Array.from({ length: 8 }, () => at({})),
    at({ x: guide.x + 60 }),
    at({}),
  ])
  await vi.advanceTimersByTimeAsync(800)
  expect(await photoOf).toBe(photo)
  expect(looked()).toBe(18)
  expect(frames[8]).toEqual({ hint: 'right', share: 0 })
})

it.each([
  ['nobody', noFace],
  ['several', at({}, 2)],
  ['closer', at({ width: 80, height: 80 })],
  ['dark', at({ light: 'dark' })],
  ['bright', at({ light: 'bright' })],
  ['straight', at({ turn: 0.6 })],
] as const)('says %s, counts no such frame, and gives up after 15 s', async (hint, detection) => {
  const { photoOf, frames, photographed } = watch([detection])
  await vi.advanceTimersByTimeAsync(14_900)
  expect(new Set(frames.map((frame) => frame.hint))).toEqual(new Set([hint]))
  await vi.advanceTimersByTimeAsync(200)
  await expect(photoOf).rejects.toMatchObject({ code: 'face.timeout' })
  expect(photographed()).toBe(0)
})

it('says where the light should come from, and takes the photo all the same', async () => {
  const { photoOf, frames } = watch([at({ light: 'one-sided' })])
  await vi.advanceTimersByTimeAsync(400)
  expect(await photoOf).toBe(photo)
  expect(frames[0]?.hint).toBe('one-sided')
})

it('ends with the signal', async () => {
  const controller = new AbortController()
  const { photoOf, looked } = watch([noFace], controller.signal)
  await vi.advanceTimersByTimeAsync(100)
  controller.abort(new Error('left'))
  await expect(photoOf).rejects.toThrow('left')
  const before = looked()
  await vi.advanceTimersByTimeAsync(1000)
  expect(looked()).toBe(before)
})

it.each(['left', 'right'] as const)('takes a second photo once the head is turned to the %s', async (side) => {
  const sign = side === 'left' ? 1 : -1
  const turned = [at({ turn: 0 }), at({ turn: -0.6 * sign }), at({ turn: 0.5 * sign }), at({ turn: 0.2 * sign })]
  const track = (signal: AbortSignal, camera: TrackedCamera, onFrame: (frame: TrackedFrame) => void) =>
    trackTurn(signal, camera, side, onFrame)
  const { photoOf, frames, looked } = watch([...turned, at({ turn: 0.5 * sign })], undefined, track)
  await vi.advanceTimersByTimeAsync(300)
  expect(await photoOf).toBe(photo)
  expect(looked()).toBe(7)
  expect(frames[0]).toEqual({ hint: `turn-${side}`, share: 0 })
  expect(frames.map(({ share }) => share > 0)).toEqual([false, false, true, false, true, true, true])
})
