import { readerWorkbookSource } from './reader-workbook-source.ts'

/**
 * What runs in the thread that reads files, as text: as with the thread that writes sheets, a worker made from text needs no file of its own in the build. It is
 * asked to open a file (`path`), of a text then how it is written (`text`), and `next` for each batch of rows, and reads no further than it is asked. `read-file.ts` speaks with it and
 * checks what it answers. No file is in memory as a whole: what is inflated is counted while it comes.
 *
 * A row is its sheet, its number as programs count it, and its cells: a text; a number of more than 15 digits, which the file has lost; or `{ is, text }`: a date, an error value, a formula
 * without a stored result, or a number in a format that is not known.
 */
const threadSource = String.raw`
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { createReadStream } = require('node:fs')
const { open } = require('node:fs/promises')
const { Readable } = require('node:stream')
const zlib = require('node:zlib')
const { LIMITS } = workerData

class Refused extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}

const load = async (name) => {
  const loaded = await import(workerData[name])
  return loaded.default && !loaded.parse && !loaded.Parser && !loaded.formatValue ? loaded.default : loaded
}

async function headOf(path) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LIMITS.head), 0, LIMITS.head, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The entries of a zip by name, and their bytes in pieces, which are counted: of the whole file, of a part of a workbook, and how often what is in the file. */
async function openZip(path) {
  const yauzl = await load('yauzl')
  const zip = await new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) => (error ? reject(new Refused('import.broken_file')) : resolve(opened))),
  )
  const entries = new Map()
  await new Promise((resolve, given) => {
    const reject = (refused) => {
      zip.close()
      given(refused)
    }
    if (zip.entryCount > LIMITS.entries) return reject(new Refused('import.too_large'))
    zip.on('error', () => reject(new Refused('import.broken_file')))
    zip.on('end', resolve)
    zip.on('entry', (entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
  let inflated = 0
  /** Bytes of each entry that are in 'inflated': what is read twice counts once. */
  const counted = new Map()
  async function* pieces(entry, partMax = LIMITS.part) {
    if (entry.uncompressedSize > partMax || inflated - (counted.get(entry) ?? 0) + entry.uncompressedSize > LIMITS.inflated) throw new Refused('import.too_large')
    const stream = await new Promise((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(new Refused('import.broken_file')) : resolve(opened))),
    )
    let size = 0
    let check = 0
    let ended = false
    try {
      for await (const piece of stream) {
        size += piece.length
        inflated += Math.max(0, size - (counted.get(entry) ?? 0))
        counted.set(entry, Math.max(size, counted.get(entry) ?? 0))
        if (size > partMax || inflated > LIMITS.inflated) throw new Refused('import.too_large')
        if (size > LIMITS.ratioFrom && size > entry.compressedSize * LIMITS.ratio) throw new Refused('import.too_large')
        if (zlib.crc32) check = zlib.crc32(piece, check)
        yield piece
      }
      ended = true
    } catch (error) {
      throw error instanceof Refused ? error : new Refused('import.broken_file')
    } finally {
      stream.destroy()
    }
    if (ended && zlib.crc32 && check !== entry.crc32) throw new Refused('import.broken_file')
  }
  return { entries, pieces, close: () => zip.close() }
}

const ALPHABETS = { Latin: /\p{Script=Latin}/u, Cyrillic: /\p{Script=Cyrillic}/u, Greek: /\p{Script=Greek}/u }

/** Encodings in which a file may be written, the likeliest first: by its byte-order mark alone, else all in which it can be read. */
async function encodingsOf(pieces, head) {
  if (head[0] === 0xff && head[1] === 0xfe) return ['utf-16le']
  if (head[0] === 0xfe && head[1] === 0xff) return ['utf-16be']
  const beginning = head.subarray(0, 4096)
  let even = 0
  let odd = 0
  for (let at = 0; at < beginning.length; at += 1) if (beginning[at] === 0) at % 2 ? (odd += 1) : (even += 1)
  if (odd > beginning.length / 8) return ['utf-16le']
  if (even > beginning.length / 8) return ['utf-16be']
  const decoders = new Map(['utf-8', 'gb18030', 'big5', 'windows-1252'].map((encoding) => [encoding, new TextDecoder(encoding, { fatal: true })]))
  let pairs = 0
  let longer = 0
  let isHan = true
  /** The one alphabet of all letters beyond ASCII in the UTF-8 reading; '' before the first, undefined for several, or for other characters. */
  let alphabet = ''
  const take = (bytes, options) => {
    for (const [encoding, decoder] of decoders)
      try {
        const text = decoder.decode(bytes, options)
        if (encoding === 'utf-8' && alphabet !== undefined)
          for (const character of text) {
            if (character <= '\u007f' || /[\ufeff\p{M}]/u.test(character)) continue
            const own = ['Latin', 'Cyrillic', 'Greek'].find((script) => ALPHABETS[script].test(character))
            alphabet = alphabet === '' || alphabet === own ? own : undefined
            if (alphabet === undefined) break
          }
        if (encoding === 'gb18030' && isHan) for (const character of text) if (character > '\u007f' && !/\p{Script=Han}/u.test(character)) isHan = false
      } catch {
        decoders.delete(encoding)
      }
  }
  for await (const piece of pieces()) {
    take(piece, { stream: true })
    for (const byte of piece) {
      // No text has them, and what is no text must not be shown as one.
      if (byte === 0) return []
      if (byte >= 0xe0) longer += 1
      else if (byte >= 0xc0) pairs += 1
    }
  }
  take(new Uint8Array(), {})
  const found = [...decoders.keys()]
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return found.filter((encoding) => encoding === 'utf-8')
  // Short Chinese texts in GB18030 may be valid UTF-8 of two-byte sequences, which then read as Han in GB18030: but not as letters of one alphabet, as those of José or Иван are.
  if (found[0] === 'utf-8' && found[1] === 'gb18030' && longer === 0 && pairs > 0 && isHan && alphabet === undefined) return ['gb18030', 'utf-8', ...found.slice(2)]
  return found
}

/** The separator of a file whose first line has its headings. */
function separatorOf(text) {
  const counts = new Map([[',', 0], [';', 0], ['\t', 0], ['|', 0], ['，', 0], ['；', 0]])
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n' && [...counts.values()].some((count) => count > 0)) break
    else if (counts.has(character)) counts.set(character, counts.get(character) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

async function* textOf(pieces, encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of pieces()) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new Refused('import.encoding') : error
  }
}

async function* csvRows(pieces, sheet, { encoding, separator }) {
  const { parse } = await load('csv')
  const parser = parse({ delimiter: separator, relax_column_count: true, relax_quotes: true, max_record_size: 1048576 })
  const source = Readable.from(textOf(pieces, encoding))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 0
  try {
    for await (const cells of parser) {
      row += 1
      if (row === 1 && cells.length <= 2 && /^sep=/i.test(cells[0])) continue
      if (cells.length > LIMITS.columns) throw new Refused('import.too_large')
      yield { sheet, row, cells: cells.map((cell) => cell.slice(0, LIMITS.text)) }
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw Object.assign(new Refused('import.csv_broken'), { row: row + 1 })
  } finally {
    source.destroy()
  }
}

async function* oneRosterRows(zip, encoding) {
  try {
    for (const name of workerData.oneRoster) {
      const entry = [...zip.entries.values()].find(({ fileName }) => !fileName.endsWith('/') && fileName.split('/').at(-1).toLowerCase() === name + '.csv')
      if (!entry) continue
      const pieces = () => zip.pieces(entry, LIMITS.inflated)
      let head = Buffer.alloc(0)
      for await (const piece of pieces()) {
        head = Buffer.concat([head, piece]).subarray(0, LIMITS.head)
        if (head.length >= LIMITS.head) break
      }
      const [found] = encoding ? [encoding] : await encodingsOf(pieces, head)
      if (!found) throw new Refused('import.encoding')
      yield* csvRows(pieces, name, { encoding: found, separator: separatorOf(new TextDecoder(found).decode(head)) })
    }
  } finally {
    zip.close()
  }
}

/** Pages that a program has saved with the name of a sheet. */
const isPage = (text) => /^\s*<(!doctype\s+html|html|head|body|table|meta|style)[\s>]/i.test(text.replace(/^\uFEFF/, ''))
/** Old formats of spreadsheets that are texts. */
const isOldText = (text) => /^(\uFEFF)?\s*<\?(xml|mso)/i.test(text) || /^MIME-Version:/i.test(text)

function pageEncoding(encodings, beginning) {
  const said = /charset\s*=\s*["']?([\w-]+)/i.exec(beginning)
  const name = said ? said[1].toLowerCase().replace(/^gb(k|2312)$/, 'gb18030') : ''
  const found = encodings.find((encoding) => encoding === name) ?? encodings[0]
  if (!found) throw new Refused('import.encoding')
  return found
}

const spanOf = (said) => Math.min(Math.max(Math.trunc(Number(said ?? 1)) || 1, 1), 65534)

/** The rows of a page's tables, one below the other, with their cells as they are shown. What reaches over several rows stands in each of them. */
async function* pageRows(pieces, encoding) {
  const { Parser } = await load('htmlparser2')
  let done = []
  let number = 0
  let tables = 0
  let count = 0
  let covered = []
  let row
  let cell
  function endRow() {
    const cells = []
    let at = 0
    const cover = () => {
      for (; at < LIMITS.columns && covered[at] && covered[at].rows > 0; at += 1) {
        cells[at] = covered[at].text
        covered[at].rows -= 1
      }
    }
    for (const { text, columns, rows } of row) {
      cover()
      if (at >= LIMITS.columns) break
      cells[at] = text.replace(/[^\S\n]+/g, ' ').trim()
      for (let next = at; next < Math.min(at + columns, LIMITS.columns); next += 1) covered[next] = { rows: rows - 1, text: next === at ? cells[at] : '' }
      at += columns
    }
    cover()
    number += 1
    if (row.every(({ text }) => text.trim() === '')) return
    count += 1
    if (count > LIMITS.rows) throw new Refused('import.too_many_rows')
    done.push({ sheet: '', row: number, cells: Array.from(cells, (text) => text ?? '') })
  }
  const closeRow = () => {
    cell = undefined
    if (row) endRow()
    row = undefined
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'table') tables += 1
      if (tables !== 1) return
      if (name === 'tr') {
        closeRow()
        row = []
      } else if ((name === 'td' || name === 'th') && row && row.length < LIMITS.columns) {
        cell = { text: '', columns: spanOf(attributes.colspan), rows: spanOf(attributes.rowspan) }
        row.push(cell)
      } else if (name === 'br' && cell) cell.text += '\n'
    },
    ontext(text) {
      if (cell && cell.text.length < LIMITS.text) cell.text += text.replace(/[\r\n]+/g, ' ')
    },
    onclosetag(name) {
      if (tables === 1) {
        if (name === 'td' || name === 'th') cell = undefined
        if (name === 'tr' || name === 'table') closeRow()
      }
      if (name === 'table' && tables > 0) {
        tables -= 1
        covered = []
      }
    },
  })
  for await (const text of textOf(pieces, encoding)) {
    parser.write(text)
    yield* done
    done = []
  }
  parser.end()
  closeRow()
  yield* done
}

async function textReader(path, head) {
  const pieces = () => createReadStream(path, { highWaterMark: 65536 })
  const encodings = await encodingsOf(pieces, head)
  const beginning = new TextDecoder(encodings[0] ?? 'latin1').decode(head)
  if (isPage(beginning)) return { format: 'xlsx', rows: pageRows(pieces, pageEncoding(encodings, beginning)) }
  if (isOldText(beginning)) throw new Refused('import.old_xls')
  return { format: 'csv', encodings, head, pieces }
}

async function readerOf(path, encoding) {
  const head = await headOf(path)
  if (head.length === 0) throw new Refused('import.empty')
  const mark = head.length < 4 ? 0 : head.readUInt32BE(0)
  if (mark === 0xd0cf11e0) throw new Refused('import.old_xls')
  if (mark !== 0x504b0304) return textReader(path, head)
  const zip = await openZip(path)
  try {
    if (zip.entries.has('[Content_Types].xml')) return await workbookReader(zip)
    if ([...zip.entries.keys()].some((name) => /(^|\/)(users|enrollments)\.csv$/i.test(name))) return { format: 'oneroster', rows: oneRosterRows(zip, encoding) }
    throw new Refused('import.unknown_format')
  } catch (error) {
    zip.close()
    throw error
  }
}

let reader

async function answer({ path, encoding, text, next }) {
  if (path !== undefined) {
    reader = await readerOf(path, encoding)
    const { format, encodings, head } = reader
    return { format, encodings, head }
  }
  if (text !== undefined) {
    reader.rows = csvRows(reader.pieces, '', text)
    return {}
  }
  const batch = []
  while (batch.length < next) {
    const { value, done } = await reader.rows.next()
    if (done) {
      reader = undefined
      return { batch, done }
    }
    batch.push(value)
  }
  return { batch, done: false }
}

parentPort.on('message', ({ id, ...question }) => {
  answer(question).then(
    (given) => parentPort.postMessage({ id, ...given }),
    (error) => parentPort.postMessage({ id, failure: String(error && error.row ? error.row : error && error.stack), code: error instanceof Refused ? error.code : 'import.broken_file' }),
  )
})
`

export const readerThreadSource = threadSource + readerWorkbookSource
