import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Language } from '../contract/envelope.ts'
import { LANGUAGES } from '../contract/limits.ts'
import { HELP_PAGES, helpPage, type HelpPage } from '../contract/rules/appearance/help-centre.ts'

const SOURCE = join(import.meta.dirname, '../docs/use')
const STYLE = 'help.css'

/** The text of a page in a language, as `docs/use` names it: the English one has no language in its name. */
const sourceOf = (page: HelpPage, language: Language) => `${page}${language === 'en' ? '' : `.${language}`}.md`

/** Where each Markdown file of `docs/use` is served. */
const addresses = new Map(
  HELP_PAGES.flatMap((page) =>
    LANGUAGES.map((language) => [sourceOf(page, language), helpPage(page, language)] as const),
  ),
)

/** Links between the texts lead to the pages that are made of them, and headings have an address. */
const markdown = new Marked({
  walkTokens(token) {
    if (token.type !== 'link') return
    const [file = '', anchor] = token['href'].split('#')
    const address = addresses.get(file)
    if (address !== undefined) token['href'] = anchor === undefined ? address : `${address}#${anchor}`
  },
  renderer: {
    image: ({ href, text }: Tokens.Image) => `<img src="/help/${escape(href)}" alt="${escape(text)}">`,
  },
})

/** One page of the help as a document. Throws for a text without a heading. */
export async function helpDocument(page: HelpPage, language: Language): Promise<string> {
  const text = await readFile(join(SOURCE, sourceOf(page, language)), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`docs/use/${sourceOf(page, language)} has no heading`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/help/${STYLE}">
</head>
<body>
<main>
${await markdown.parse(text)}</main>
</body>
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The portal's own help, for units without a help centre of theirs: pages, pictures and their style, by their paths in the build. */
export const helpFiles: Readonly<Record<string, () => Promise<string | Uint8Array>>> = {
  ...Object.fromEntries(
    HELP_PAGES.flatMap((page) =>
      LANGUAGES.map((language) => [helpPage(page, language).slice(1), () => helpDocument(page, language)]),
    ),
  ),
  ...Object.fromEntries(
    readdirSync(join(SOURCE, 'images')).map((name) => [
      `help/images/${name}`,
      () => readFile(join(SOURCE, 'images', name)),
    ]),
  ),
  [`help/${STYLE}`]: () => readFile(join(import.meta.dirname, 'help-pages.css'), 'utf8'),
}
