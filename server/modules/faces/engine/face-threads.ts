import { availableParallelism } from 'node:os'
import { PortalError } from '../../../../contract/portal-error.ts'
import { createFaceThread, type FaceThread } from './face-thread.ts'

/** Two handle some ten pictures a second; more would delay page requests. */
const THREADS_MAX = 2
/** Waiting pictures: at a sixth of a second each, later ones would wait too long. */
const WAITING_MAX = 64

/** As many threads as there are cores, at most two; the second starts when a picture would have to wait. */
export function createFaceThreads(
  size = Math.min(THREADS_MAX, availableParallelism()),
  waitingMax = WAITING_MAX,
): FaceThread {
  const threads: FaceThread[] = []
  let closed = false

  function start(): FaceThread {
    const thread = createFaceThread()
    threads.push(thread)
    return thread
  }

  function pick(): FaceThread {
    const [least] = threads.toSorted((one, other) => one.asked - other.asked)
    return least && (least.asked === 0 || threads.length >= size) ? least : start()
  }

  const countAsked = () => threads.reduce((sum, { asked }) => sum + asked, 0)

  return {
    get asked() {
      return countAsked()
    },
    find: async (picture) => {
      if (closed || countAsked() >= waitingMax) throw new PortalError('server.unavailable')
      return pick().find(picture)
    },
    warm: () => (threads[0] ?? start()).warm(),
    close: async () => {
      closed = true
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
