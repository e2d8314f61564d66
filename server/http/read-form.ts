import type { IncomingMessage } from 'node:http'
import { PortalError } from '../../contract/portal-error.ts'
import { ownTurn } from '../runtime/turns.ts'

/** Bytes between which the event loop gets a turn, of all forms that are read at once: less than a millisecond of reading. */
const PIECE = 32 * 1024
const NAME_MAX = 100
const [AMPERSAND, EQUALS, PLUS, PERCENT, SPACE] = [0x26, 0x3d, 0x2b, 0x25, 0x20] as const

/**
 * Reads a form body (application/x-www-form-urlencoded, as the URL standard has it) while it arrives, and hands each field's text on in pieces; a whole form of
 * 20 MB would hold up the event loop. `take` is called at least once for each field. Throws 'request.too_large' and 'request.incomplete'.
 */
export async function readForm(
  body: IncomingMessage,
  limit: number,
  take: (field: string, text: string) => void,
): Promise<void> {
  const form = createFormReader(take)
  let received = 0
  for await (const chunk of wholeBody(body)) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    received += bytes.length
    if (received > limit) throw new PortalError('request.too_large')
    await writeInTurns(form, bytes)
  }
  form.end()
}

/** As `readForm`, for a body that has arrived: its fields in their order, each with its whole text. Throws 'request.invalid' for more than `fieldsMax`. */
export async function readFormFields(pieces: readonly Buffer[], fieldsMax: number): Promise<[string, string][]> {
  const fields: [string, string][] = []
  let texts: string[] = []
  const form = createFormReader((field, text, ends) => {
    texts.push(text)
    if (!ends) return
    if (fields.length >= fieldsMax) throw new PortalError('request.invalid')
    fields.push([field, texts.join('')])
    texts = []
  })
  for (const bytes of pieces) await writeInTurns(form, bytes)
  form.end()
  return fields
}

async function writeInTurns(form: ReturnType<typeof createFormReader>, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    await ownTurn()
    form.write(bytes.subarray(from, from + PIECE))
  }
}

async function* wholeBody(body: IncomingMessage): AsyncGenerator {
  try {
    // An early end must leave the connection, by which the refusal goes back.
    yield* body.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new PortalError('request.incomplete', { cause: error })
  }
}

/** `take` gets a field's text in pieces; `ends` with its last. */
function createFormReader(take: (field: string, text: string, ends: boolean) => void) {
  /** Of the field whose value is being read. */
  let name: string | null = null
  let decoder = new TextDecoder('utf-8')
  const out = Buffer.alloc(PIECE + NAME_MAX)
  let filled = 0
  /** The bytes of an escape that has begun: % and at most one digit. */
  let escape: number[] = []

  function put(byte: number): void {
    // The rest of the piece before is a part of a name.
    if (name === null && filled >= NAME_MAX) throw new PortalError('request.invalid')
    out[filled++] = byte
  }

  /** What only looked like an escape stays as it is. */
  function spillEscape(): void {
    for (const byte of escape) put(byte)
    escape = []
  }

  function add(byte: number): void {
    if (escape.length > 0) {
      const digit = hexDigit(byte)
      if (digit === undefined) spillEscape()
      else {
        escape.push(byte)
        if (escape.length < 3) return
        const [, high = 0] = escape
        escape = []
        return put((hexDigit(high) ?? 0) * 16 + digit)
      }
    }
    if (byte === PERCENT) escape = [byte]
    else put(byte === PLUS ? SPACE : byte)
    return undefined
  }

  function read(isEnd: boolean): string {
    const text = decoder.decode(out.subarray(0, filled), { stream: !isEnd })
    filled = 0
    if (isEnd) decoder = new TextDecoder('utf-8')
    return text
  }

  function endField(): void {
    spillEscape()
    const [field, rest] = [name, read(true)]
    name = null
    if (field !== null) take(field, rest, true)
    else if (rest !== '') take(rest, '', true)
  }

  return {
    /** At most PIECE bytes. */
    write(bytes: Buffer): void {
      for (const byte of bytes) {
        if (byte === AMPERSAND) endField()
        else if (byte === EQUALS && name === null) {
          spillEscape()
          name = read(true)
        } else add(byte)
      }
      if (name !== null) take(name, read(false), false)
    },
    end: endField,
  }
}

function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined
}
