import type { Attachment } from '../transfer/ports.ts'

/** The fields of a call as they travel; absent ones are left out. Storage calls have no nested fields, so no keys need dots. */
export function listFields(input: object): [name: string, value: string][] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
}

/**
 * A multipart body (RFC 7578), which names its boundary as its type. The file comes last: the server can only stream it once it knows what it is.
 * One Blob, because Chromium moves it in a tenth less processor time than FormData with the same fields.
 */
export function encodeMultipart(input: object, { bytes, name }: Attachment): Blob {
  const boundary = `portal-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')}`
  const head = listFields(input).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(field)}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return new Blob([...head, file, bytes, `\r\n--${boundary}--\r\n`], {
    // Blobs write their types in small letters, so the boundary has no others.
    type: `multipart/form-data; boundary=${boundary}`,
  })
}

/** As browsers write names into these headers. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
