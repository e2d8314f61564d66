/** Which part of a file a request wants: all of it, one range (both ends included), or one that the file does not have. */
export type WantedBytes =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' }

const WHOLE: WantedBytes = { kind: 'whole' }

/**
 * Reads a Range header (RFC 9110, section 14). What is malformed, in another unit, or several ranges at once is answered with the whole
 * file, as the standard allows.
 */
export function parseRange(header: string | undefined, size: number): WantedBytes {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return WHOLE
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return { kind: 'outside' }
    return { kind: 'part', start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return WHOLE
  if (start >= size) return { kind: 'outside' }
  return { kind: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
