import { ENCODINGS, type Encoding, SEPARATORS } from '../../../../../contract/rules/imports/text-forms.ts'
import { Refused } from './refused.ts'
import type { Pieces } from './zip-entries.ts'

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
const HAN = /\p{Script=Han}/u

/** Encodings in which a file may be written, the likeliest first: by its byte-order mark alone, else all in which it can be read. */
export async function encodingsOf(pieces: Pieces, head: Buffer): Promise<Encoding[]> {
  if (head[0] === 0xff && head[1] === 0xfe) return ['utf-16le']
  if (head[0] === 0xfe && head[1] === 0xff) return ['utf-16be']
  const beginning = head.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of beginning.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > beginning.length / 8) return ['utf-16le']
  if (even > beginning.length / 8) return ['utf-16be']
  return readableIn(pieces, head)
}

async function readableIn(pieces: Pieces, head: Buffer): Promise<Encoding[]> {
  const decoders = new Map(
    ENCODINGS.filter((encoding) => !encoding.startsWith('utf-16')).map((encoding) => [
      encoding,
      new TextDecoder(encoding, { fatal: true }),
    ]),
  )
  let pairs = 0
  let longer = 0
  let isHan = true
  /** The one alphabet of all letters beyond ASCII in the UTF-8 reading: -2 before the first, -1 for several, or for other characters. */
  let alphabet = -2
  const look = (encoding: Encoding, text: string): void => {
    if (encoding === 'utf-8' && alphabet !== -1)
      for (const character of text) {
        if (character <= '\u007f' || /[\ufeff\p{M}]/u.test(character)) continue
        const own = ALPHABETS.findIndex((letters) => letters.test(character))
        alphabet = alphabet === -2 || alphabet === own ? own : -1
        if (alphabet === -1) break
      }
    if (encoding === 'gb18030' && isHan)
      for (const character of text) if (character > '\u007f' && !HAN.test(character)) isHan = false
  }
  const take = (bytes: Uint8Array, stream: boolean): void => {
    for (const [encoding, decoder] of decoders)
      try {
        look(encoding, decoder.decode(bytes, { stream }))
      } catch {
        decoders.delete(encoding)
      }
  }
  for await (const piece of pieces()) {
    take(piece, true)
    for (const byte of piece) {
      // No text has them, and what is no text must not be shown as one.
      if (byte === 0) return []
      if (byte >= 0xe0) longer += 1
      else if (byte >= 0xc0) pairs += 1
    }
  }
  take(new Uint8Array(), false)
  const found = [...decoders.keys()]
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return found.filter((encoding) => encoding === 'utf-8')
  // Short Chinese texts in GB18030 may be valid UTF-8 of two-byte sequences, which then read as Han in GB18030: but not as letters of one alphabet, as those of José or Иван are.
  const isChinese = longer === 0 && pairs > 0 && isHan && alphabet === -1
  if (found[0] === 'utf-8' && found[1] === 'gb18030' && isChinese) return ['gb18030', 'utf-8', ...found.slice(2)]
  return found
}

/** The separator of a file whose first line has its headings. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>(Object.values(SEPARATORS).map((separator) => [separator, 0]))
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' && [...counts.values()].some((count) => count > 0)) break
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** The text of a file in pieces. Throws 'import.encoding'. */
export async function* textOf(pieces: Pieces, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of pieces()) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    throw cause instanceof TypeError ? new Refused('import.encoding', { cause }) : cause
  }
}
