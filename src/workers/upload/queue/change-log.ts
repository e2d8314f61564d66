/** Between two reports lie at least this many milliseconds. */
const REPORT_EVERY = 50
/** After a report of so many items the next one comes later: nobody reads that fast, and every tab goes through its whole list each time. */
const MANY = 40
const REPORT_MANY_EVERY = 300

interface Changes<T> {
  items: T[]
  removed: string[]
  order: string[] | null
}

/** Gathers what changes, so that a thousand small changes are one message. */
export interface ChangeLog<T> {
  /** The item is this now. */
  note(item: T): void
  remove(id: string): void
  /** All ids in their order. */
  order(ids: string[]): void
  /** What was gathered; it is not reported any more. */
  take(): Changes<T>
}

/** An empty log; `later` runs work after so many milliseconds. */
export function createChangeLog<T extends { readonly id: string }>(
  report: (changes: Changes<T>) => void,
  later: (milliseconds: number, work: () => void) => void,
): ChangeLog<T> {
  const items = new Map<string, T>()
  const removed = new Set<string>()
  let ids: string[] | null = null
  let isDue = false
  let isResting = false

  /** What comes after a silence is told with what comes in the same task: somebody waits to hear that a file is done. */
  function plan(): void {
    if (isDue) return
    isDue = true
    if (!isResting) later(0, tell)
  }

  function tell(): void {
    isDue = false
    isResting = items.size > 0 || removed.size > 0 || ids !== null
    if (!isResting) return
    later(items.size > MANY ? REPORT_MANY_EVERY : REPORT_EVERY, () => {
      isResting = false
      if (isDue) tell()
    })
    report(take())
  }

  function take(): Changes<T> {
    const changes = { items: [...items.values()], removed: [...removed], order: ids }
    items.clear()
    removed.clear()
    ids = null
    return changes
  }

  return {
    note(item) {
      items.set(item.id, item)
      removed.delete(item.id)
      plan()
    },
    remove(id) {
      items.delete(id)
      removed.add(id)
      plan()
    },
    order(next) {
      ids = next
      plan()
    },
    take,
  }
}
