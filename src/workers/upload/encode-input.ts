import type { Attachment } from './ports.ts'

/** The fields of a call as they travel; absent ones are left out. Storage calls have no nested fields, so no keys need dots. */
export function listFields(input: object): [name: string, value: string][] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
}

/** A multipart body. The file comes last: the server can only stream it once it knows what it is. */
export function encodeMultipart(input: object, { bytes, name }: Attachment): FormData {
  const form = new FormData()
  for (const [field, value] of listFields(input)) form.append(field, value)
  form.append('file', bytes, name)
  return form
}
