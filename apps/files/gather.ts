/** Hands over together what is given one by one within the same task. */
export function gather<T>(take: (items: readonly T[]) => void): (item: T) => void {
  let items: T[] = []
  return (item) => {
    items.push(item)
    if (items.length > 1) return
    queueMicrotask(() => {
      const gathered = items
      items = []
      take(gathered)
    })
  }
}
