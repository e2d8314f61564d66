import { createFaceIndex, DESCRIPTOR_LENGTH } from '../../server/modules/faces/engine/face-index.ts'
import { makeDescriptor } from '../support/samples/made-descriptor.ts'
import { withCameraPage, type CameraPage } from './camera-page.ts'
import { limit, median, compare, type BenchOptions, type Figure } from './figures.ts'

const FRAMES = 150
const QUICK_FRAMES = 30
const PHOTOS = 5
const SEARCHES = 41
const LIMITS = { distance: 0.5, margin: 0.05 }

/** Faces before a camera, in the worker and beside the mediapipe runtime on the main thread, and the search for one among many people. */
export async function benchFaces(options: BenchOptions): Promise<Figure[]> {
  const camera = await withCameraPage(options.folder, (page) => benchCamera(page, options))
  return [...camera, ...[5000, 50_000].map((people) => benchSearch(people, options))]
}

async function benchCamera(page: CameraPage, { quick, say }: BenchOptions): Promise<Figure[]> {
  const frames = quick ? QUICK_FRAMES : FRAMES
  // Both have loaded and compiled what they need before anything is measured.
  await page.run('lookInWorker', 10)
  await page.run('lookByReference', 10)
  const passing = await measure(page, 'passFrames', frames)
  await page.longestTask()
  const ours = await measure(page, 'lookInWorker', frames)
  const longest = await page.longestTask()
  const reference = await measure(page, 'lookByReference', frames)
  const longestOfReference = await page.longestTask()
  const photos: number[] = []
  for (let turn = 0; turn < (quick ? 1 : PHOTOS); turn += 1) photos.push(await page.photograph())
  say(JSON.stringify({ passing, ours, longest, reference, longestOfReference, photos }))
  return [
    limit(
      'face: a frame in the worker, there and back (reference: mediapipe on the page)',
      'ms',
      { ours: ours.frame, reference: reference.frame },
      { atMost: 15 },
    ),
    limit(
      'face: work of the page for a frame, beyond showing it (reference: mediapipe)',
      'µs',
      { ours: (ours.work - passing.work) * 1000, reference: (reference.work - passing.work) * 1000 },
      { atMost: 1000 },
    ),
    limit(
      'face: longest task of the page meanwhile (reference: mediapipe)',
      'ms',
      { ours: longest, reference: longestOfReference },
      { atMost: 50 },
    ),
    limit(
      'face: from the first frame at the guide to the photo (reference: ten frames of the camera)',
      'ms',
      { ours: median(photos), reference: 10 * (1000 / 30) },
      { atMost: 1000 },
    ),
  ]
}

/** Milliseconds of a frame in the middle, and of the page's work for each. */
async function measure(page: CameraPage, what: Parameters<CameraPage['run']>[0], frames: number) {
  const before = await page.workOfPage()
  const { times, found } = await page.run(what, frames)
  if (found !== frames) throw new Error(`${what} saw ${found} faces in ${frames} frames`)
  return { frame: median(times), work: ((await page.workOfPage()) - before) / frames }
}

/** One person among many, each with a photo, beside a plain scan of the same numbers. */
function benchSearch(people: number, { say }: BenchOptions): Figure {
  const index = createFaceIndex()
  const faces = Array.from({ length: people }, (_, number) => makeDescriptor(number))
  for (const [number, face] of faces.entries()) index.put(`p${number}`, [face])
  const [ours, reference]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < SEARCHES; turn += 1) {
    const wanted = Math.floor((people * turn) / SEARCHES)
    const shown = makeDescriptor(wanted).map((part, at) => (at === 0 ? part + 0.3 : part))
    ours.push(takeTime(() => expectFound(index.search(shown, LIMITS), `p${wanted}`)))
    reference.push(takeTime(() => expectFound(scan(faces, shown), wanted)))
  }
  say(`1:N among ${people}: ${median(ours)} ms, scan ${median(reference)} ms`)
  const what = `face: search among ${people.toLocaleString('en')} people (reference: plain scan)`
  const measured = { ours: micros(median(ours)), reference: micros(median(reference)) }
  return people === 50_000 ? limit(what, 'µs', measured, { atMost: 30_000 }) : compare(what, 'µs', measured, {})
}

const micros = (milliseconds: number | null): number | null => milliseconds && milliseconds * 1000

function scan(faces: readonly Float32Array[], shown: Float32Array): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const [number, face] of faces.entries()) {
    let sum = 0
    for (let at = 0; at < DESCRIPTOR_LENGTH; at += 1) sum += ((face[at] ?? 0) - (shown[at] ?? 0)) ** 2
    if (sum < least) [best, least] = [number, sum]
  }
  return best
}

function expectFound<T>(found: T, wanted: T): void {
  if (found !== wanted) throw new Error(`found ${String(found)} instead of ${String(wanted)}`)
}

function takeTime(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
