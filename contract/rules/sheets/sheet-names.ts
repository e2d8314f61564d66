const LENGTH = 31

/** Names that every program takes for sheets: at most 31 characters, none that addresses of cells use, each once. */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name, at) => {
    const cleaned = cleanName(name)
    // One program keeps this name for itself.
    const base = cleaned === '' || cleaned.toLowerCase() === 'history' ? `Sheet${at + 1}` : cleaned
    let free = base
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
      const end = ` ${count}`
      free = base.slice(0, LENGTH - end.length) + end
    }
    taken.add(free.toLowerCase())
    return free
  })
}

function cleanName(name: string): string {
  return (
    name
      // oxlint-disable-next-line no-control-regex -- a file with them would be damaged
      .replace(/[\u0000-\u001F\u007F]/g, ' ')
      .replace(/[[\]:*?/\\]/g, '-')
      .trim()
      .slice(0, LENGTH)
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/^[' ]+|[' ]+$/g, '')
  )
}
