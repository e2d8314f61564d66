export type Renewal = ReturnType<typeof createRenewal>

/** What calls wait for before they are repeated, such as a new session: done once for all that wait at the same time. `renewOnce` resolves to whether repeating makes sense. */
export function createRenewal(renewOnce: () => Promise<boolean>) {
  let count = 0
  let running: Promise<boolean> | null = null
  return {
    /** Renewals so far; a call notes the number before it starts. */
    get count(): number {
      return count
    },
    /** Until it is over, any call would be refused. */
    get isRunning(): boolean {
      return running !== null
    },
    /** Resolves to whether repeating makes sense. A call that began before the last renewal does not renew again. */
    renew(countBefore: number): Promise<boolean> {
      if (countBefore < count) return Promise.resolve(true)
      running ??= renewOnce()
        .then((renewed) => {
          if (renewed) count += 1
          return renewed
        })
        .finally(() => (running = null))
      return running
    },
  }
}
