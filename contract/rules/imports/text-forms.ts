/** How a text file may be written. */
export const ENCODINGS = ['utf-8', 'gb18030', 'big5', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** By names, because a form does not carry a tab well. */
export const SEPARATORS = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  bar: '|',
  'wide-comma': '，',
  'wide-semicolon': '；',
} as const
export type Separator = keyof typeof SEPARATORS
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has no other keys
export const SEPARATOR_NAMES = Object.keys(SEPARATORS) as [Separator, ...Separator[]]
