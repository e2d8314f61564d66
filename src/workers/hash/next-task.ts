/**
 * Resolves when all that waits in this thread has had its turn. By a message, because timers are held back, and what `scheduler.yield()` continues
 * goes before everything else.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
