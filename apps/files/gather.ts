/** Between two handovers lie at least this many milliseconds: each has the whole list gone through. */
const EVERY = 100
/** At most so many are handed over at once, because drawing more rows would keep the page from answering. */
const MOST = 48

/** Hands over what comes first with what comes in the same task, and then together what comes in each while, as much as can be drawn at once. */
export function gather<T>(
  take: (items: readonly T[]) => void,
  later: (milliseconds: number, work: () => void) => void = (milliseconds, work) => void setTimeout(work, milliseconds),
): (item: T) => void {
  let items: T[] = []
  let isPlanned = false

  function handOver(): void {
    const gathered = items.slice(0, MOST)
    items = items.slice(MOST)
    isPlanned = gathered.length > 0
    if (!isPlanned) return
    later(EVERY, handOver)
    take(gathered)
  }

  return (item) => {
    items.push(item)
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(handOver)
  }
}
