/** A whole number as text; null is empty. */
export function showNumber(value: number | null): string {
  return value === null ? '' : String(value)
}

/** The number of a field; null when it is empty. */
export function readNumber(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}

/** Whether a text is empty or a whole number within the limits. */
export function isWithin(typed: string, { least, most }: { least: number; most: number }): boolean {
  const text = typed.trim()
  return text === '' || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)
}
