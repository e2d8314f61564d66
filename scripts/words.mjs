// Checks the texts that people read, in both languages, against docs/develop/glossary.md: none has a word that the glossary forbids, nor a size without a space.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { root } from './ready.mjs'

const GLOSSARY = 'docs/develop/glossary.md'

const isLatin = (word) => /^[\w ’'-]+$/.test(word)
const escape = (word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Finds an English word as a whole, in either case, also with an s. Chinese has no spaces. */
const patternOf = (word) =>
  isLatin(word) ? new RegExp(String.raw`(?<![\w-])${escape(word)}s?(?![\w-])`, 'gi') : new RegExp(escape(word), 'gi')

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
/** The words of a cell, without what stands in brackets. */
const wordsOf = (cell) =>
  cell
    .replaceAll(/[(（][^)）]*[)）]/g, '')
    .split(/[,、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The forbidden words, the terms in which they are allowed ("student number" for "student"), and the exceptions of single texts. */
function readGlossary() {
  const rules = []
  const terms = []
  const exceptions = []
  let head = null
  for (const line of readFileSync(join(root, GLOSSARY), 'utf8').split('\n')) {
    if (!line.startsWith('|')) head = null
    else if (head === null) head = cellsOf(line)
    else if (!line.startsWith('|---')) {
      const [chinese, english, not] = cellsOf(line)
      if (head[0] === 'where') exceptions.push({ where: chinese, key: english, word: not })
      else {
        terms.push(...wordsOf(chinese), ...wordsOf(english))
        for (const word of wordsOf(not))
          rules.push({ word, pattern: patternOf(word), instead: isLatin(word) ? english : chinese })
      }
    }
  }
  // A term of one word could be a part of a forbidden phrase.
  const isWhole = (term) => (isLatin(term) ? term.includes(' ') : rules.some(({ word }) => term.includes(word)))
  return { rules, terms: terms.filter(isWhole).map(patternOf), exceptions }
}

const filesIn = (folder, end) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, file).replaceAll(sep, '/'))

function textsOf(file, where, texts, path = '') {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [{ file, where, key: path + key, text }] : textsOf(file, where, text, `${path}${key}.`),
  )
}

/** The texts of the locale files, by their namespace. An application has one, which is called as the application is. */
function localeTexts() {
  const files = ['src/app/locales', 'contract/locales', 'apps'].flatMap((folder) => filesIn(folder, '.json'))
  return files
    .filter((file) => file.includes('/locales/'))
    .flatMap((file) => {
      const where = file.startsWith('apps/') ? file.split('/')[1] : basename(file, '.json')
      return textsOf(file, where, JSON.parse(readFileSync(join(root, file), 'utf8')))
    })
}

/** The texts in code that stand there in both languages, such as those of messages, imports and exports. The key is the last one that begins an object. */
function codeTexts() {
  const files = ['contract', 'server'].flatMap((folder) => filesIn(folder, '.ts'))
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      let key = ''
      return readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line) => {
          key = /^\s*'?([\w.-]+)'?: \{/.exec(line)?.[1] ?? key
          const found = [...line.matchAll(/\b(?:en|zh|zh-CN)'?: (['"`])((?:(?!\1).)*)\1/g)]
          return found.map(([, , text]) => ({ file, where: basename(file, '.ts'), key, text }))
        })
    })
}

/** The paragraphs of the guides for people, without the addresses of links. The key is the heading above. */
function guideTexts() {
  return filesIn('docs/use', '.md').flatMap((file) => {
    let key = ''
    return readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => {
        key = /^#+ (.+)$/.exec(line)?.[1] ?? key
        return { file, where: basename(file, '.md'), key, text: line.replaceAll(/\]\([^)]*\)/g, ']') }
      })
  })
}

const { rules, terms, exceptions } = readGlossary()
const texts = [...localeTexts(), ...codeTexts(), ...guideTexts()]
const used = new Set()
const problems = []

function isExcepted(one, word) {
  const exception = exceptions.find(
    (other) => other.word === word && other.where === one.where && other.key === one.key,
  )
  used.add(exception)
  return exception !== undefined
}

for (const one of texts) {
  // Placeholders and tags are names of the code.
  const plain = one.text.replaceAll(/\{\{\w+\}\}|\$\{[^}]*\}|\{\w+\}|<\/?\w+>/g, '…')
  const place = `${one.file}: ${one.key}`
  const withoutTerms = terms.reduce((rest, term) => rest.replaceAll(term, '…'), plain)
  for (const { word, pattern, instead } of rules)
    if (withoutTerms.search(pattern) >= 0 && !isExcepted(one, word))
      problems.push(`${place}: "${word}", write "${instead}": ${one.text}`)
  if (/[\d…][KMGT]B\b/.test(plain)) problems.push(`${place}: a size without a space before its unit: ${one.text}`)
}
for (const exception of exceptions)
  if (!used.has(exception))
    problems.push(`${GLOSSARY}: ${exception.where} ${exception.key} has no "${exception.word}": delete its row`)

for (const problem of problems) console.log(problem)
console.log(`${texts.length} texts, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
