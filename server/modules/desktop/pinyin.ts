import type { pinyin } from 'pinyin-pro'

/** Names asked for again and again: those of applications, on every desktop. */
const REMEMBERED = 5000

const known = new Map<string, readonly string[]>()
let loading: Promise<typeof pinyin> | undefined

/**
 * The syllables of a text, one for each character, without tones: "ü" as "v", other characters as themselves in lower case, spaces empty. `surname`: the text
 * is a person's name, so that 曾 is zeng. The dictionary is loaded when it is needed first.
 */
export async function syllablesOf(text: string, { surname = false } = {}): Promise<readonly string[]> {
  const key = `${surname ? 'p' : 't'}${text}`
  const before = known.get(key)
  if (before) return before
  const read = await dictionary()
  const characters = read(text, { type: 'all', toneType: 'none', v: true, surname: surname ? 'head' : 'off' })
  const syllables = characters.map((one) => (one.isZh ? one.pinyin : one.origin.toLowerCase().trim()))
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, syllables)
  return syllables
}

async function dictionary(): Promise<typeof pinyin> {
  loading ??= import('pinyin-pro').then((module) => module.pinyin)
  return loading
}
