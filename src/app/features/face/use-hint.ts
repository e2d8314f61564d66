import { useState } from 'react'
import type { Hint } from './judge-sighting.ts'

/** A hint that was not meant for so many milliseconds is not said: between two frames a face is lost easily. */
const STEADY = 250

/** What is said to whoever stands before the camera, however often it is meant; the first is said at once. */
export function useHint(): { hint: Hint | null; say: (hint: Hint) => void; hush: () => void } {
  const [hint, setHint] = useState<Hint | null>(null)
  const [speaker] = useState(() => createSpeaker(setHint))
  return { hint, ...speaker }
}

function createSpeaker(set: (hint: Hint | null) => void) {
  let said: Hint | null = null
  let meant: Hint | null = null
  let since = 0
  return {
    say(hint: Hint) {
      const now = performance.now()
      if (hint !== meant) {
        meant = hint
        since = now
      }
      if (hint === said || (said !== null && now - since < STEADY)) return
      said = hint
      set(hint)
    },
    hush() {
      said = null
      meant = null
      set(null)
    },
  }
}
