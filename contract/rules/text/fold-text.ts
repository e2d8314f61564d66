// How texts are compared and searched. The database has the same functions for what is stored: portal_fold, portal_fold_name, portal_search_name and
// portal_search_lines. A test compares both.

/** Characters that are not drawn: format characters, direction marks, zero-width ones, selectors of variants and fillers. */
const INVISIBLE =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB'
/** Every white space and control character: PostgreSQL's own classes depend on the locale. */
const SPACES = '\\u0000-\\u0020\\u007F-\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000'
/** What stands between the parts of a name: spaces, the dots of names of minorities in every form, and apostrophes and hyphens. */
const BETWEEN = `${SPACES}\\u0027\\u002D.\\u0060\\u00B7\\u02B9-\\u02BC\\u0387\\u2010-\\u2015\\u2018-\\u201B\\u2022\\u2027\\u2212\\u2219\\u22C5\\u2E31\\u2E33\\u30FB\\uA78F`

const invisible = new RegExp(`[${INVISIBLE}]`, 'gu')
const spaces = new RegExp(`[${SPACES}]+`, 'gu')
const between = new RegExp(`[${BETWEEN}]`, 'gu')
/** A text of these characters alone is folded by its case alone. */
const PLAIN = /^[\u0021-\u007E]*$/

/** One letter in lower case, as the database has it: only the first character where that is several, and no other sigma at the end of a word. */
export const lower = (letter: string) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)

/**
 * A text as it is compared: without case, width, invisible characters and outer spaces, composed (NFKC), with one space for any white space. Login names and numbers
 * are the same when these are.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const composed = text
    .replaceAll('\u00B4', "'")
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(spaces, ' ')
    .trim()
  return [...composed].map(lower).join('').normalize('NFKC')
}

/** A name as it is compared: also without spaces, dots, hyphens and apostrophes between its parts ('买买提·艾力' as '买买提艾力'). */
export function foldName(name: string): string {
  return foldText(name).replaceAll(between, '')
}

/**
 * A text as it is stored: composed (NFC), without invisible and control characters, line breaks as spaces, without outer and doubled spaces. Width and case stay
 * as they were written.
 */
export function cleanText(text: string): string {
  return text.normalize('NFC').replaceAll(invisible, '').replaceAll(spaces, ' ').trim()
}
