/**
 * Orders two versions: below 0 when the first is older, 0 when they are equal, above 0 when it is newer. Dot segments are compared as numbers; a missing segment
 * counts as 0; a leading `v` and text after a segment's digits (`-beta`) are ignored.
 */
export function compareVersions(first: string, second: string): number {
  const left = splitVersion(first)
  const right = splitVersion(second)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = (left[at] ?? 0) - (right[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

/** Whether `candidate` is a later version than `than`. */
export function isNewer(candidate: string, than: string): boolean {
  return compareVersions(candidate, than) > 0
}

function splitVersion(version: string): number[] {
  return version
    .trim()
    .replace(/^v/i, '')
    .split('.')
    .map((segment) => Number(/^\d*/.exec(segment.trim())?.[0]))
}
