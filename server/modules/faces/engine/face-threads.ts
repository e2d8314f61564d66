import { availableParallelism } from 'node:os'
import { PortalError } from '../../../../contract/portal-error.ts'
import { createFaceThread, type FaceThread } from './face-thread.ts'

/** Two see some ten pictures a second; with more, whoever only opens a page would have to wait. */
const THREADS_MAX = 2
/** Pictures that wait for a thread: at a sixth of a second each, whoever comes later would wait longer than they are willing to. */
const WAITING_MAX = 64

/** As many threads as there are cores, at most two; the second is started by the first picture that would have had to wait. */
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
    async find(picture) {
      if (closed || countAsked() >= waitingMax) throw new PortalError('server.unavailable')
      return pick().find(picture)
    },
    warm: () => (threads[0] ?? start()).warm(),
    async close() {
      closed = true
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
