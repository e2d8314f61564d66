/**
 * What runs in the thread that reads files, as text: as with the thread that writes sheets, a worker made from text needs no file of its own in the build. It is
 * asked `open` with a path, then `next` for each batch of rows, and reads no further than it is asked. `read-file.ts` speaks with it and checks what it answers.
 *
 * A row is its sheet, its number as programs count it, and its cells as text; a number stands for one of more than 15 digits, which the file has lost.
 */
export const readerThreadSource = String.raw`
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { open, readFile } = require('node:fs/promises')
const { Readable } = require('node:stream')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const { LIMITS } = workerData

class Refused extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}

const load = async (name) => {
  const loaded = await import(workerData[name])
  return loaded.default && !loaded.parse && !loaded.readXlsx ? loaded.default : loaded
}

async function headOf(path) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The entries of a zip by name, whose declared sizes are within the limit; a reader keeps to them. */
async function entriesOf(path) {
  const yauzl = await load('yauzl')
  const zip = await new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) => (error ? reject(new Refused('import.broken_file')) : resolve(opened))),
  )
  const entries = new Map()
  let size = 0
  await new Promise((resolve, given) => {
    const reject = (refused) => {
      zip.close()
      given(refused)
    }
    if (zip.entryCount > LIMITS.entries) return reject(new Refused('import.too_large'))
    zip.on('error', () => reject(new Refused('import.broken_file')))
    zip.on('end', resolve)
    zip.on('entry', (entry) => {
      size += entry.uncompressedSize
      if (size > LIMITS.inflated) return reject(new Refused('import.too_large'))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
  return { zip, entries }
}

function bytesOf(zip, entry) {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(new Refused('import.broken_file'))
      const pieces = []
      stream.on('data', (piece) => pieces.push(piece))
      stream.on('error', () => reject(new Refused('import.broken_file')))
      stream.on('end', () => resolve(Buffer.concat(pieces)))
    }),
  )
}

/** By its byte-order mark, else UTF-8 where the bytes are, else GB18030. */
function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  const head = bytes.subarray(0, 4096)
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) at % 2 ? (odd += 1) : (even += 1)
  if (odd > head.length / 8) return 'utf-16le'
  if (even > head.length / 8) return 'utf-16be'
  if (!decodes(bytes, 'utf-8')) return decodes(bytes, 'gb18030') ? 'gb18030' : undefined
  // Short Chinese texts in GB18030 may be valid UTF-8 of two-byte sequences, which then read as Han in GB18030.
  let pairs = 0
  for (const byte of bytes) {
    if (byte >= 0xe0) return 'utf-8'
    if (byte >= 0xc0) pairs += 1
  }
  if (pairs === 0) return 'utf-8'
  try {
    const text = new TextDecoder('gb18030', { fatal: true }).decode(bytes)
    for (const character of text) if (character > '\u007f' && !/\p{Script=Han}/u.test(character)) return 'utf-8'
    return 'gb18030'
  } catch {
    return 'utf-8'
  }
}

function decodes(bytes, encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += 65536) decoder.decode(bytes.subarray(at, at + 65536), { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

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

function* textOf(bytes, encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += 65536) yield decoder.decode(bytes.subarray(at, at + 65536), { stream: true })
  yield decoder.decode()
}

async function* csvRows(bytes, sheet, given) {
  const encoding = given ?? encodingOf(bytes)
  if (!encoding || !decodes(bytes, encoding)) throw new Refused('import.encoding')
  const delimiter = separatorOf(new TextDecoder(encoding).decode(bytes.subarray(0, 65536)))
  const { parse } = await load('csv')
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: 1048576 })
  const source = Readable.from(textOf(bytes, encoding))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 0
  try {
    for await (const cells of parser) {
      row += 1
      if (cells.length > LIMITS.columns) throw new Refused('import.too_large')
      yield { sheet, row, cells: cells.map((cell) => cell.slice(0, LIMITS.text)) }
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw Object.assign(new Refused('import.csv_broken'), { row: row + 1 })
  }
}

const pad = (number, width) => String(number).padStart(width, '0')

function cellText(value, format) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.slice(0, LIMITS.text)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return ''
    if (Math.abs(value) >= 1e15) return value
    if (Number.isInteger(value) && value >= 0 && format) return pad(value, format)
    return String(value)
  }
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : pad(value.getUTCFullYear(), 4) + '-' + pad(value.getUTCMonth() + 1, 2) + '-' + pad(value.getUTCDate(), 2)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return ''
}

/** The beginning of an entry, of at most so many bytes. */
function beginningOf(zip, entry, most) {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      const pieces = []
      let size = 0
      const finish = () => resolve(Buffer.concat(pieces).subarray(0, most))
      stream.on('error', reject)
      stream.on('end', finish)
      stream.on('data', (piece) => {
        pieces.push(piece)
        size += piece.length
        if (size < most) return
        stream.removeAllListeners('error').on('error', () => {})
        stream.destroy()
        finish()
      })
    }),
  )
}

/**
 * A copy of a workbook with the first rows of its sheets, and without long parts that are none: their formats are all that is read of it. Throws for a long sheet whose
 * rows are not found.
 */
async function firstRowsOf(zip, entries) {
  const { ZipFile } = await load('yazl')
  const copy = new ZipFile()
  for (const [name, entry] of entries) {
    if (!/\.(xml|rels)$/i.test(name)) continue
    const bytes = await beginningOf(zip, entry, LIMITS.sampleBytes)
    if (entry.uncompressedSize <= LIMITS.sampleBytes) {
      copy.addBuffer(bytes, name)
      continue
    }
    const text = bytes.toString()
    const prefix = /<(\w+:)?sheetData[ >]/.exec(text)
    if (!prefix) continue
    const tag = prefix[1] ?? ''
    const end = text.lastIndexOf('</' + tag + 'row>')
    if (end === -1) throw new Error('no whole row at the beginning of ' + name)
    copy.addBuffer(Buffer.from(text.slice(0, end) + '</' + tag + 'row></' + tag + 'sheetData></' + tag + 'worksheet>'), name)
  }
  copy.end()
  const pieces = []
  for await (const piece of copy.outputStream) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The visible sheets, with the formats of their first rows. Of a long workbook only those rows are read: reading all of 50,000 took 300 MB and as long as their import. */
async function sheetsOf(bytes, zip, entries) {
  const { readXlsx } = await load('hucre')
  const visible = (info) => !info.hidden && !info.veryHidden
  const options = { readStyles: true, maxRows: LIMITS.sample, sheets: visible }
  if (bytes.length > LIMITS.sampleBytes)
    try {
      return (await readXlsx(await firstRowsOf(zip, entries), options)).sheets
    } catch {
      // Written in another way than expected: it is read whole.
    }
  return (await readXlsx(bytes, options)).sheets
}

/** A workbook whose sheets are the files of OneRoster, as a marked sheet of them is, is read as those. */
async function xlsxReader(path, zip, entries) {
  const bytes = await readFile(path)
  const sheets = await sheetsOf(bytes, zip, entries).finally(() => zip.close())
  const named = (name) => sheets.find((sheet) => sheet.name.toLowerCase() === name)
  const first = await firstRowOf(bytes, named('users'))
  if (!['sourcedid', 'givenname', 'familyname'].every((heading) => first.includes(heading))) return { format: 'xlsx', rows: xlsxRows(bytes, sheets, LIMITS.rows) }
  const files = workerData.oneRoster.map((name) => named(name) && { ...named(name), as: name }).filter(Boolean)
  return { format: 'oneroster', rows: xlsxRows(bytes, files, workerData.rowsMax) }
}

/** By the first row, the table of a workbook's texts has been read, which takes a hundred megabytes that are kept else until the thread ends. */
function giveBackMemory() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

async function firstRowOf(bytes, sheet) {
  if (!sheet) return []
  const { streamXlsxRows } = await load('hucre')
  for await (const { values } of streamXlsxRows(bytes, { sheet: sheet.name, maxRows: 1 })) return values.map((cell) => String(cell).toLowerCase())
  return []
}

async function* xlsxRows(bytes, sheets, rowsMax) {
  const { streamXlsxRows } = await load('hucre')
  if (new Set(sheets.map(({ name }) => name)).size < sheets.length) throw new Refused('import.broken_file')
  for (const { name, as = name, cells = new Map() } of sheets) {
    // Numbers that are shown with zeros in front, by column.
    const zeros = new Map()
    for (const [place, cell] of cells) {
      const format = /^0{2,}$/.exec(cell.style?.numFmt ?? '')
      if (format) zeros.set(Number(place.split(',')[1]), format[0].length)
    }
    let count = 0
    let before = -1
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: name, maxRows: rowsMax + 1 })) {
      if (count === 0) giveBackMemory()
      count += 1
      // A problem is told by its row, of which there has to be one; spreadsheet programs write them in order.
      if (index <= before) throw new Refused('import.broken_file')
      before = index
      if (count > rowsMax) throw new Refused('import.too_many_rows')
      if (values.length > LIMITS.columns) values.length = LIMITS.columns
      yield { sheet: as, row: index + 1, cells: Array.from(values, (value, at) => cellText(value, zeros.get(at))) }
    }
  }
}

async function* oneRosterRows(zip, entries, encoding) {
  try {
    for (const name of workerData.oneRoster) {
      const entry = [...entries.values()].find(({ fileName }) => !fileName.endsWith('/') && fileName.split('/').at(-1).toLowerCase() === name + '.csv')
      if (entry) yield* csvRows(await bytesOf(zip, entry), name, encoding)
    }
  } finally {
    zip.close()
  }
}

async function readerOf(path, encoding) {
  const head = await headOf(path)
  if (head.length === 0) throw new Refused('import.empty')
  if (head.readUInt32BE && head.length >= 4 && head.readUInt32BE(0) === 0xd0cf11e0) throw new Refused('import.old_xls')
  if (head.length < 4 || head.readUInt32BE(0) !== 0x504b0304) return { format: 'csv', rows: csvRows(await readFile(path), '', encoding) }
  const { zip, entries } = await entriesOf(path)
  if (entries.has('[Content_Types].xml')) return xlsxReader(path, zip, entries)
  if ([...entries.keys()].some((name) => /(^|\/)users\.csv$/i.test(name))) return { format: 'oneroster', rows: oneRosterRows(zip, entries, encoding) }
  zip.close()
  throw new Refused('import.unknown_format')
}

let rows

async function answer({ path, encoding, next }) {
  if (path !== undefined) {
    const reader = await readerOf(path, encoding)
    rows = reader.rows
    return { format: reader.format }
  }
  const batch = []
  while (batch.length < next) {
    const { value, done } = await rows.next()
    if (done) {
      rows = undefined
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
