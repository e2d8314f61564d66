const SEGMENT_DIGITS = 4

/**
 * Orders two versions: below 0 when the first is older, 0 when they are equal, above 0 when it is newer. Dot segments are compared after padding to
 * four digits; a missing segment counts as 0; a leading `v` and text after a segment's digits (`-beta`) are ignored.
 */
export function compareVersions(first: string, second: string): number {
  const left = splitVersion(first)
  const right = splitVersion(second)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const a = left[at] ?? '0'
    const b = right[at] ?? '0'
    // Segments such as 20261120 are longer than four digits: both get the longer one's width.
    const width = Math.max(SEGMENT_DIGITS, a.length, b.length)
    const order = compareTexts(a.padStart(width, '0'), b.padStart(width, '0'))
    if (order !== 0) return order
  }
  return 0
}

/** Whether `candidate` is a later version than `than`. */
export function isNewer(candidate: string, than: string): boolean {
  return compareVersions(candidate, than) > 0
}

function splitVersion(version: string): string[] {
  return version
    .trim()
    .replace(/^v/i, '')
    .split('.')
    .map((segment) => /^\d*/.exec(segment.trim())?.[0] ?? '')
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
