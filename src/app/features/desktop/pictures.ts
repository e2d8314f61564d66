import { waitAtMost } from '../../core/timing/bounded-wait.ts'
import { createObservable } from '../../core/state/observable.ts'

/**
 * Whether the applications' pictures are loaded. To the browser each SVG picture is a small document; thirty of them double the time to the first
 * frame, in which names and layout are enough.
 */
export const pictures = createObservable(false)

/** Loads the pictures after the current frame is painted. Returns what cancels that. */
export function showPicturesAfterFrame(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame's callbacks run before it is painted, a timer after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => pictures.set(true))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Milliseconds: a hidden page makes no frames. */
const PATIENCE = 3000

/** Resolves once the pictures are loaded, or after PATIENCE. */
export async function untilPictured(): Promise<void> {
  if (pictures.current) return
  let stop = (): void => {}
  const pictured = new Promise<void>((resolve) => (stop = pictures.subscribe(resolve)))
  await waitAtMost(PATIENCE, pictured)
  stop()
}
