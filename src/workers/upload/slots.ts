import { orAborted } from './pause-gate.ts'

/** Lets a fixed number of things happen at once, in the order in which they were asked for. */
export interface Slots {
  /** Runs the work when a place is free. Throws the signal's reason while waiting. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/** `count` free places. */
export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return {
    async run(signal, work) {
      if (free > 0) free -= 1
      else await takeTurn(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }

  async function takeTurn(signal: AbortSignal): Promise<void> {
    let mine = () => {}
    const turn = new Promise<void>((resolve) => (mine = resolve))
    waiting.push(mine)
    try {
      await orAborted(signal, turn)
    } catch (error) {
      const place = waiting.indexOf(mine)
      if (place >= 0) waiting.splice(place, 1)
      // The place was given to it in the same moment.
      else release()
      throw error
    }
  }
}
