import type { UploadChanges, UploadItem } from '../protocol/upload-state.ts'

/** Milliseconds between two reports. */
const REPORT_EVERY = 50
/** After a report of more items than MANY the next one comes later, because all tabs go through their whole list each time. */
const MANY = 40
const REPORT_MANY_EVERY = 300

/** Collects changes, so that a thousand small ones are one message. `runAfter` runs work after so many milliseconds. */
export function createChangeLog(
  report: (changes: UploadChanges) => void,
  runAfter: (milliseconds: number, work: () => void) => void,
) {
  const items = new Map<string, UploadItem>()
  const removed = new Set<string>()
  let ids: string[] | null = null
  let isDue = false
  let isResting = false

  /** The first change after a rest is reported with all others of the same task. */
  function schedule(): void {
    if (isDue) return
    isDue = true
    if (!isResting) runAfter(0, reportNow)
  }

  function reportNow(): void {
    isDue = false
    isResting = items.size > 0 || removed.size > 0 || ids !== null
    if (!isResting) return
    runAfter(items.size > MANY ? REPORT_MANY_EVERY : REPORT_EVERY, () => {
      isResting = false
      if (isDue) reportNow()
    })
    const changes = { items: [...items.values()], removed: [...removed], order: ids }
    items.clear()
    removed.clear()
    ids = null
    report(changes)
  }

  return {
    note(item: UploadItem): void {
      items.set(item.id, item)
      removed.delete(item.id)
      schedule()
    },
    remove(id: string): void {
      items.delete(id)
      removed.add(id)
      schedule()
    },
    order(next: string[]): void {
      ids = next
      schedule()
    },
  }
}
