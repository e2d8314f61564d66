/** A whole number as it stands in a field; null is left empty. */
export function showNumber(value: number | null): string {
  return value === null ? '' : String(value)
}

/** What a field says; null when it is empty. */
export function readNumber(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}

/** Whether what is typed is empty or a whole number within the limits. */
export function isWithin(typed: string, { least, most }: { least: number; most: number }): boolean {
  const text = typed.trim()
  return text === '' || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)
}
