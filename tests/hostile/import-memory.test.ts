import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openReader } from '../../server/modules/imports/reading/read-file.ts'

/** Megabytes of the whole process beyond those before: what a thread may have, and some for what it hands over. Most of these took 100, and 1,300 as they were read before. */
const GROWTH_MAX = 350

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-import-memory-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A part in pieces, so that making it takes no memory that its reading would then be measured by. */
type Part = () => Iterable<string>

/** As many rows as a part of so many bytes has, each of its own. */
const sheet = (row: () => string, bytes = 60_000_000): Part =>
  function* () {
    yield '<worksheet><sheetData>'
    for (let size = 0; size < bytes;) {
      const rows = Array.from({ length: 20 }, row).join('')
      size += Buffer.byteLength(rows)
      yield rows
    }
    yield '</sheetData></worksheet>'
  }

/** A workbook of sheets, and of texts that their cells share. */
async function writeBook(name: string, sheets: readonly Part[], texts: Part = () => ['<sst/>']): Promise<string> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`
  const relations = sheets.map((_, at) => relation(`r${at}`, 'worksheet', `s${at}.xml`)).join('')
  const parts: Record<string, Part> = {
    '[Content_Types].xml': () => ['<Types/>'],
    'xl/workbook.xml': () => [
      `<workbook><sheets>${sheets.map((_, at) => `<sheet name="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': () => [
      `<Relationships>${relations}${relation('t', 'sharedStrings', 't.xml')}</Relationships>`,
    ],
    'xl/t.xml': texts,
    ...Object.fromEntries(sheets.map((part, at) => [`xl/s${at}.xml`, part])),
  }
  const zip = new ZipFile()
  for (const [path, part] of Object.entries(parts)) zip.addReadStream(Readable.from(part()), path)
  zip.end()
  const path = join(folder, name)
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

/** Reads a file to its end or to its refusal, and says how the process grew meanwhile, in megabytes. */
async function readAll(path: string): Promise<{ said: string; growth: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
  const reader = await openReader()
  let said = 'read'
  try {
    const { batches } = await reader.read(path)
    for await (const batch of batches) if (batch.length === 0) break
  } catch (error) {
    said = String(Object(error).code)
  } finally {
    await reader.close()
    clearInterval(watch)
  }
  return { said, growth: (most - before) / 1_000_000 }
}

const TEXTS_AT_ONCE = 10_000
const texts = (count: number): Part =>
  function* () {
    yield '<sst>'
    for (let at = 0; at < count; at += TEXTS_AT_ONCE)
      yield Array.from({ length: TEXTS_AT_ONCE }, (_, next) => `<si><t>${at + next}</t></si>`).join('')
    yield '</sst>'
  }
const own = (bytes: number) => randomBytes(bytes).toString('base64')
/** Rows that a zip makes more than a hundred times smaller. */
const names = () =>
  `<row>${'<c t="inlineStr"><is><t>王小明</t></is></c>'.repeat(150)}<c t="inlineStr"><is><t>${own(15)}</t></is></c></row>`
const empty = () => `<row s="1" customFormat="1">${'<c s="1"/>'.repeat(400)}<!-- ${own(15)} --></row>`
const reference = () => '<row><c t="s"><v>1</v></c></row>'

const BOOKS: Readonly<Record<string, readonly [sheets: readonly Part[], texts?: Part]>> = {
  'a part of names that packs well': [[sheet(names)]],
  'four parts of rows without values': [[sheet(empty), sheet(empty), sheet(empty), sheet(empty)]],
  'two million texts': [[sheet(reference, 1_000_000)], texts(2_000_000)],
  'six parts': [Array.from({ length: 6 }, () => sheet(names))],
  'one element as large as a part': [
    [() => ['<worksheet><sheetData><row x="', own(40_000_000), '"/></sheetData></worksheet>']],
  ],
}

it.each(Object.entries(BOOKS))(
  'a workbook of %s leaves the process its memory',
  async (kind, [sheets, shared]) => {
    const path = await writeBook(`${kind}.xlsx`, sheets, shared)
    const { size } = await stat(path)
    const { said, growth } = await readAll(path)
    console.log(`${kind}: ${Math.round(size / 1000)} kB, ${said}, ${Math.round(growth)} MB more at most`)
    expect(said).toMatch(/^(read|import\.\w+)$/)
    expect(growth).toBeLessThan(GROWTH_MAX)
  },
  120_000,
)
