// Loaded into a portal before its own code: tells on a socket what its memory and its event loop did since it was last asked.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const EVERY = 5
const MB = 1024 * 1024

/** Milliseconds of this thread: `computed` on a processor, and `waited` ready to run without one, because other processes had it. Undefined where the system does not tell. */
function readSchedule() {
  try {
    const [computed, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')
    return { computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return undefined
  }
}

function observe() {
  let held, last, most, before
  const delay = monitorEventLoopDelay({ resolution: EVERY })
  delay.enable()
  const begin = () => {
    globalThis.gc()
    held = undefined
    before = most = process.memoryUsage.rss()
    last = readSchedule()?.computed
    delay.reset()
  }
  const look = () => {
    const now = readSchedule()?.computed
    if (now !== undefined && last !== undefined) held = Math.max(held ?? 0, now - last)
    last = now
    most = Math.max(most, process.memoryUsage.rss())
  }
  const tell = () => ({
    megabytes: Math.round((most - before) / MB),
    late: Math.round(delay.max / 1e6),
    held: Math.round(held ?? delay.max / 1e6),
    waited: readSchedule()?.waited ?? 0,
  })
  setInterval(look, EVERY).unref()
  begin()
  createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (word) => {
      const told = JSON.stringify(tell())
      if (word.toString() === 'begin') begin()
      socket.end(told)
    })
  })
    .listen(process.env.PORTAL_LOOP_PROBE)
    .unref()
}

if (isMainThread && process.env.PORTAL_LOOP_PROBE) {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc')
  observe()
}
