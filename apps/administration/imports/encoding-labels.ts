import type { Encoding } from '../../../contract/rules/imports/text-forms.ts'

/** Encodings as programs call them, the same in each language. */
export const ENCODING_LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  big5: 'Big5',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}
