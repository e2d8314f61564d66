import { opensProblem, PHRASE_LENGTH, type PhraseForm } from '../../../contract/endpoints/voice-settings.ts'
import { foldText } from '../../../contract/rules/text/fold-text.ts'

/** Applications by their code and names. */
type Applications = readonly { readonly code: string; readonly name: string; readonly englishName: string }[]
type Known = readonly Pick<PhraseForm, 'phrase' | 'language'>[]

interface Pasted {
  readonly fresh: readonly PhraseForm[]
  /** How many are in the vocabulary already, or came before. */
  readonly present: number
  /** Lines that could not be read, by their numbers. */
  readonly wrong: readonly { readonly line: number; readonly text: string }[]
}

/** Between what is said and what it opens: a tab of a copied table, or a comma, semicolon, equals sign or arrow. */
const BETWEEN = /\t+|\s*(?:→|->|=>|=|[,，;；])\s*/
const CHINESE = /\p{Script=Han}/u

/**
 * Reads pasted lines: what is said, and the name or code of an application or an address. A phrase with a Chinese character is one of the Chinese
 * vocabulary.
 */
export function readPhrases(text: string, applications: Applications, known: Known): Pasted {
  const taken = new Set(known.map(keyOf))
  const fresh: PhraseForm[] = []
  const wrong: Pasted['wrong'][number][] = []
  let present = 0
  for (const [at, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === '') continue
    const read = readLine(line.trim(), applications)
    if (!read) wrong.push({ line: at + 1, text: line.trim() })
    else if (taken.has(keyOf(read))) present += 1
    else {
      taken.add(keyOf(read))
      fresh.push(read)
    }
  }
  return { fresh, present, wrong }
}

const keyOf = ({ phrase, language }: Known[number]) => `${language} ${phrase}`

function readLine(line: string, applications: Applications): PhraseForm | null {
  const found = BETWEEN.exec(line)
  if (!found) return null
  const phrase = line.slice(0, found.index).trim()
  const target = line.slice(found.index + found[0].length).trim()
  if (phrase === '' || phrase.length > PHRASE_LENGTH || target === '') return null
  const said = { phrase, language: CHINESE.test(phrase) ? ('zh-CN' as const) : ('en' as const) }
  if (opensProblem({ url: target }) === null) return { ...said, url: target }
  const wanted = foldText(target)
  const app = applications.find((one) =>
    [one.code, one.name, one.englishName].some((name) => foldText(name) === wanted),
  )
  return app ? { ...said, app: app.code } : null
}
