// npm run docs: makes docs/develop/specification.md of the rows in specification.yaml beside it. `specification.test.ts` says when it is stale.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './ready.mjs'

const PAGE = join(root, 'docs/develop/specification.md')

/** The sections of the specification, each with its rows: what is asked, the places where it is, and the tests that say it. */
export async function readSpecification() {
  return parse(await readFile(join(root, 'docs/develop/specification.yaml'), 'utf8'))
}

/** A vertical line within a cell is written with a backslash. */
const cell = (text) => text.replaceAll('|', String.raw`\|`)

function rowOf({ asked, places = [], tests = [] }) {
  const where = places.map((place) => `\`${place}\``).join(', ')
  const tested = tests.map(({ file, test }) => `\`${file}\` "${cell(test)}"`).join(', ')
  return `| ${cell(asked)} | ${where || '-'} | ${tested || '-'} |\n`
}

/** The page of the specification in Markdown. */
export function pageOf({ intro, sections }) {
  const parts = sections.map(({ section, title, note, rows = [] }, at) => {
    const isNew = sections[at - 1]?.section !== section
    return [
      isNew ? `## ${section}\n\n` : '',
      title ? `### ${title}\n\n` : '',
      note ? `${note}\n\n` : '',
      rows.length > 0
        ? `| what the specification asks | where it is | test |\n|---|---|---|\n${rows.map(rowOf).join('')}`
        : '',
    ].join('')
  })
  return `# The specification and the product\n\n${intro}\n\n${parts.join('\n')}`
}

if (process.argv[1] === import.meta.filename) await writeFile(PAGE, pageOf(await readSpecification()))
