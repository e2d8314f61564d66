import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * A turn of the event loop that no other caller gets: of many long works that go on in pieces, each awaiting this before a piece, only one piece is done
 * between the requests of others.
 */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn())
  return last
}
