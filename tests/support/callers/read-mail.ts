/** A mail as it arrived: its headers by lower-case name, and its two forms. */
export interface ReceivedMail {
  /** From the envelope. */
  readonly to: readonly string[]
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly html: string
}

/** Reads a mail of two alternatives (RFC 2045 to 2047), given with one character a byte. Throws when it is built in another way. */
export function readMail(raw: string, to: readonly string[]): ReceivedMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) throw new Error('the mail has no parts')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const find = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type))
    if (!part) throw new Error(`the mail has no part of type ${type}`)
    return decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '7bit')
  }
  return { to, headers, text: find('text/plain'), html: find('text/html') }
}

/** The first link to set a password in a text, and the secret in it. Throws when there is none. */
export function findResetLink(text: string): { link: string; secret: string } {
  const [link, secret] = /https?:\/\/\S+#reset=([\w-]+)/.exec(text) ?? []
  if (link === undefined || secret === undefined) throw new Error('the text has no link')
  return { link, secret }
}

function split(part: string): { headers: ReadonlyMap<string, string>; body: string } {
  const end = part.indexOf('\r\n\r\n')
  const lines = part
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeHeader(line.slice(colon + 1).trim())] as const
  })
  return { headers: new Map(headers), body: part.slice(end + 4).replace(/\r\n$/, '') }
}

/** Words of another alphabet; white space between two of them is no part of the text. */
function decodeHeader(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? decodeBody(word, 'base64')
        : decodeBody(word.replaceAll('_', ' '), 'quoted-printable'),
    )
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const plain =
    encoding === 'quoted-printable'
      ? body
          .replaceAll(/=\r\n/g, '')
          .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : body
  return Buffer.from(plain, 'latin1').toString('utf8')
}
