/** A point of a face by the detector's name of it. */
interface NamedPoint {
  readonly x: number
  readonly y: number
  readonly name?: string
}

/**
 * How far a head is turned, by where the tip of the nose stands between the ears: 0 in the middle, 1 at one of them. Positive to the person's own left,
 * which is the right side of a picture. 0 where the points are not known.
 */
export function turnOf(points: readonly NamedPoint[]): number {
  const find = (name: string) => points.find((point) => point.name === name)?.x
  const right = find('rightEarTragion')
  const left = find('leftEarTragion')
  const nose = find('noseTip')
  if (right === undefined || left === undefined || nose === undefined) return 0
  const half = (left - right) / 2
  if (half <= 0) return 0
  return Math.max(-1, Math.min(1, (nose - (left + right) / 2) / half))
}
