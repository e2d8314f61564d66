import { waitAtMost } from '../../core/timing/bounded-wait.ts'
import { createObservable } from '../../core/state/observable.ts'

/**
 * Whether the applications' pictures are asked for. To the browser each of them is a small document of its own, and thirty before the first frame hold it up
 * for as long as everything else together; without them it has names and places, which is what somebody looks for.
 */
export const pictures = createObservable(false)

/** Asks for the pictures once the frame that is being made has been painted. Returns what ends the waiting. */
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

/** Longest wait for the pictures, in milliseconds: a hidden page makes no frames. */
const PATIENCE = 3000

/** Resolves once the pictures are asked for, or have not been for three seconds. */
export async function untilPictured(): Promise<void> {
  if (pictures.current) return
  let stop = (): void => {}
  const pictured = new Promise<void>((resolve) => (stop = pictures.subscribe(resolve)))
  await waitAtMost(PATIENCE, pictured)
  stop()
}
