/** Between two handovers lie at least this many milliseconds: each has the whole list sorted and laid out again. */
const EVERY = 300

/** Hands over what comes first with all that comes in the same task, and then together what comes in each while. */
export function gather<T>(
  take: (items: readonly T[]) => void,
  later: (milliseconds: number, work: () => void) => void = (milliseconds, work) => void setTimeout(work, milliseconds),
): (item: T) => void {
  let items: T[] = []
  let isPlanned = false

  function handOver(): void {
    const gathered = items
    items = []
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
