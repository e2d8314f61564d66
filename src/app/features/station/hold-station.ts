const LOCK = 'station'

/**
 * Waits until no other window of this browser is the station: two would give the same number twice. `onWait` is told when another one is. Resolves when it
 * is this window's; the lock is held until the signal. Rejects with the signal's reason.
 */
export async function holdStation(signal: AbortSignal, onWait: () => void): Promise<void> {
  const isFree = await new Promise<boolean>((resolve, reject) => {
    navigator.locks
      .request(LOCK, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? until(signal) : undefined
      })
      .catch(reject)
  })
  if (isFree) return
  onWait()
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(LOCK, { signal }, () => {
        resolve()
        return until(signal)
      })
      .catch(reject)
  })
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
