/** Renews the session once for all calls that wait for it. */
export interface SessionRenewal {
  /** How often it was renewed so far; a call notes it before it starts. */
  readonly count: number
  /** Whether it is being renewed just now, so that a call would only hear that it has ended. */
  readonly isRunning: boolean
  /** Resolves to whether repeating makes sense. A call that began before the last renewal need not renew again. */
  renew(countBefore: number): Promise<boolean>
}

/** `renewOnce` asks the page. */
export function createSessionRenewal(renewOnce: () => Promise<boolean>): SessionRenewal {
  let count = 0
  let running: Promise<boolean> | null = null
  return {
    get count() {
      return count
    },
    get isRunning() {
      return running !== null
    },
    renew(countBefore) {
      if (countBefore < count) return Promise.resolve(true)
      running ??= renewOnce()
        .then((renewed) => {
          if (renewed) count += 1
          return renewed
        })
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
