/**
 * The part of the reader thread (`reader-thread-source.ts`) that reads workbooks. A sheet is inflated twice, piece by piece: its merged cells stand behind its rows, and
 * are looked for first. Of the rest, the texts that cells share and the number formats are in memory, and never a sheet.
 */
export const readerWorkbookSource = String.raw`
/** Bytes between two pieces in which a merged cell may be cut in two. */
const MERGE_LENGTH = 200
const MERGE = /<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g
/** Formats that are built in have no code in the file. Those of Chinese programs (27 to 36, 50 to 58) are dates. */
const BUILT_IN = new Map([[1, '0'], [2, '0.00'], [3, '#,##0'], [4, '#,##0.00'], [9, '0%'], [10, '0.00%'], [11, '0.00E+00'], [12, '# ?/?'], [13, '# ??/??'], [49, '@']])
const isBuiltInDate = (id) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || (id >= 57 && id <= 58)

const pad = (number, width) => String(number).padStart(width, '0')
const localName = (name) => name.slice(name.indexOf(':') + 1)
const attributeOf = (attributes, wanted) => {
  for (const name in attributes) if (localName(name) === wanted) return attributes[name]
  return undefined
}

/** Reads a part of the workbook. 'on' has 'open(name, attributes)', 'close(name)' and 'text(data)'; resolves after the last. Throws 'import.broken_file' where the part ends early. */
async function* parsePart(book, entry, on) {
  const { Parser } = await load('htmlparser2')
  let whole = false
  let atEnd = false
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > LIMITS.depth) throw new Refused('import.broken_file')
        on.open(localName(name), attributes)
      },
      onclosetag(name) {
        depth -= 1
        on.close(localName(name))
        // At the end, the parser closes what is open.
        if (depth === 0 && !atEnd) whole = true
      },
      ontext: (data) => on.text(data),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const piece of book.pieces(entry)) {
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.write(decoder.decode())
  atEnd = true
  parser.end()
  if (!whole) throw new Refused('import.broken_file')
}

async function readPart(book, entry, on) {
  for await (const _ of parsePart(book, entry, { close() {}, text() {}, ...on }));
}

/** Where the relations of a part point, by identifier. */
async function relationsOf(book, path) {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const entry = book.entries.get(folder + '_rels/' + path.slice(folder.length) + '.rels')
  const found = new Map()
  if (!entry) return found
  await readPart(book, entry, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.TargetMode === 'External' || !attributes.Target) return
      const parts = []
      for (const part of (attributes.Target.startsWith('/') ? attributes.Target : folder + attributes.Target).split('/'))
        if (part === '..') parts.pop()
        else if (part !== '' && part !== '.') parts.push(part)
      found.set(attributes.Id, { type: String(attributes.Type).split('/').at(-1), path: parts.join('/') })
    },
  })
  return found
}

async function formatsOf(book, entry) {
  const codes = new Map(BUILT_IN)
  const formats = []
  let inCells = false
  if (!entry) return formats
  await readPart(book, entry, {
    open(name, attributes) {
      if (name === 'numFmt' && codes.size < LIMITS.formats) codes.set(Number(attributes.numFmtId), String(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (inCells && name === 'xf' && formats.length < LIMITS.formats) formats.push(Number(attributes.numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  const known = new Map()
  const formatOf = (id) => {
    if (!known.has(id)) known.set(id, createFormat(id, codes.get(id)))
    return known.get(id)
  }
  return formats.map(formatOf)
}

/** Without what is no placeholder: quoted and escaped text, spaces of a width, colours, places and conditions. */
const bare = (code) => code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '')

/** How a number format shows a value: as it is ('plain'), as a day ('date'), in a way that is not known ('unknown'), or by 'code'. */
function createFormat(id, code = '') {
  if (isBuiltInDate(id)) return { kind: 'date' }
  const rest = bare(code).replace(/General/gi, '')
  if (/[yd]/i.test(rest)) return { kind: 'date' }
  // Of positive numbers, negative ones, zero, and texts.
  const sections = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  // Digits, their groups and decimals alone: the value itself is meant.
  const plain = sections.map((section) => /^(General|@|[#?,]*0?(\.0+)?(E[+-]0+)?)$/i.test(section.replace(/\[(?!DBNum)[^\]]*\]|[_*]./g, '').trim()) && section !== '')
  if (code === '' || (sections.length === 1 && plain[0] && !/@./.test(bare(code)))) return { kind: 'plain' }
  const hidesText = sections.length > 3 && bare(sections[3]).trim() === ''
  if (/[a-z]/i.test(rest.replace(/[hms]|AM\/PM|E[+-]/gi, ''))) return { kind: 'unknown' }
  const isConditional = /\[[<>=]/.test(code)
  return { kind: 'code', code, chinese: /\[DBNum[123]\]/i.test(code), plain: isConditional ? [] : plain, hidesText }
}

const CHINESE = '〇一二三四五六七八九'
let showValue

async function loadFormats(formats) {
  if (!showValue && formats.some(({ kind }) => kind === 'code')) showValue = (await load('hucre')).formatValue
}

function shownNumber(value, format) {
  const plain = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  if (!format || format.kind === 'plain') return plain
  if (format.kind === 'unknown') return { is: 'format', text: plain }
  const section = value < 0 && format.plain.length > 1 ? 1 : value === 0 && format.plain.length > 2 ? 2 : 0
  // A section of negative numbers shows no sign of its own.
  if (format.plain[section]) return section === 1 ? plain.slice(1) : plain
  // Above nine, programs differ in how they write Chinese numbers.
  if (format.chinese && !(Number.isInteger(value) && value >= 0 && value <= 9)) return { is: 'format', text: plain }
  const code = format.code.replace(/\[DBNum[123]\]/gi, '').replace(/General/gi, Number.isInteger(value) ? '0' : '0.###############')
  const text = showValue(value, code).trim()
  // The format hides it.
  if (text === '') return { is: 'format', text: plain }
  return format.chinese ? text.replace(/\d/, (digit) => CHINESE[digit]) : text
}

/** Days since the beginning of the workbook's calendar, which in 1900 has a day too many. */
function dayOf(value, is1904) {
  const day = Math.floor(value)
  if (day < (is1904 ? 0 : 1) || day > 2958465) return undefined
  const since = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const date = new Date(since + day * 86400000)
  return pad(date.getUTCFullYear(), 4) + '-' + pad(date.getUTCMonth() + 1, 2) + '-' + pad(date.getUTCDate(), 2)
}

const unescaped = (text) => (text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(parseInt(code, 16))) : text)

/** What a cell shows. */
function cellOf({ type, value, format, isFormula }, book) {
  if (type === 's') {
    const text = book.texts[Number(value)]
    if (text === undefined) throw new Refused('import.broken_file')
    return shownText(text, format)
  }
  if (type === 'inlineStr' || type === 'str') return shownText(unescaped(value), format)
  if (type === 'e') return { is: 'error', text: value.trim() }
  if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return { is: 'date', text: value.trim().slice(0, 10) }
  const typed = value.trim()
  if (typed === '') return isFormula ? { is: 'formula', text: '' } : ''
  const number = Number(typed)
  if (!Number.isFinite(number)) throw new Refused('import.broken_file')
  if (Math.abs(number) >= 1e15) return number
  if (format && format.kind === 'date') {
    const day = dayOf(number, book.is1904)
    return day === undefined ? { is: 'format', text: typed } : { is: 'date', text: day }
  }
  return shownNumber(number, format)
}

/** A format may add to a text as well: '@"班"'. */
function shownText(text, format) {
  if (format && format.hidesText && text !== '') return { is: 'format', text: text.slice(0, LIMITS.text) }
  const has = format && format.kind === 'code' && bare(format.code).includes('@') && text !== ''
  return (has ? showValue(text, format.code) : text).slice(0, LIMITS.text)
}

const columnOf = (letters) => {
  let column = 0
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

/** The merged cells of a sheet that reach over several rows, by their first row. */
async function mergesOf(book, entry) {
  const merges = []
  let end = Buffer.alloc(0)
  for await (const piece of book.pieces(entry)) {
    const bytes = end.length === 0 ? piece : Buffer.concat([end, piece])
    let last = 0
    if (bytes.includes('mergeCell'))
      for (const found of bytes.toString('latin1').matchAll(MERGE)) {
        last = found.index + found[0].length
        const [, left, top, , bottom] = found
        if (Number(bottom) <= Number(top)) continue
        if (merges.length >= LIMITS.merges) throw new Refused('import.too_large')
        merges.push({ column: columnOf(left), top: Number(top), bottom: Number(bottom), value: '' })
      }
    end = bytes.subarray(Math.max(last, bytes.length - MERGE_LENGTH))
  }
  return merges.sort((one, other) => one.top - other.top)
}

/** The rows of a sheet that have a value, each with its number from 1 on. What is merged over several rows stands in each of them. */
async function* sheetRows(book, { entry, name, hidden: isHidden = false }, rowsMax) {
  const merges = await mergesOf(book, entry)
  let next = 0
  let open = []
  let done = []
  let count = 0
  let number = 0
  let row
  let cell
  let takes = false
  let phonetic = 0

  function endRow() {
    const { cells, hidden } = row
    row = undefined
    while (next < merges.length && merges[next].top <= number) open.push(merges[next++])
    if (open.length > 0) open = open.filter(({ bottom }) => bottom >= number)
    const has = cells.some((one) => one !== undefined && one !== '')
    for (const merge of open)
      if (number === merge.top) merge.value = cells[merge.column] ?? ''
      else if (has && merge.column < LIMITS.columns && (cells[merge.column] ?? '') === '') cells[merge.column] = merge.value
    if (!has) return
    count += 1
    if (count > rowsMax) throw new Refused('import.too_many_rows')
    done.push({ sheet: name, row: number, cells: Array.from(cells, (one) => one ?? ''), ...(hidden && { hidden }) })
  }

  const on = {
    open(tag, attributes) {
      if (tag === 'row') {
        const given = attributes.r === undefined ? number + 1 : Number(attributes.r)
        // A problem is told by its row, of which there has to be one; spreadsheet programs write them in order.
        if (!Number.isInteger(given) || given <= number) throw new Refused('import.broken_file')
        number = given
        row = { cells: [], at: -1, hidden: isHidden || attributes.hidden === '1' || attributes.hidden === 'true' }
      } else if (tag === 'c' && row) {
        const letters = attributes.r && /^[A-Z]{1,3}/.exec(attributes.r)
        row.at = letters ? columnOf(letters[0]) : row.at + 1
        cell = { type: attributes.t, format: attributes.s === undefined ? undefined : book.formats[Number(attributes.s)], value: '', isFormula: false }
      } else if (cell) {
        if (tag === 'f') cell.isFormula = true
        else if (tag === 'rPh') phonetic += 1
        takes = (tag === 'v' || tag === 't') && phonetic === 0
      }
    },
    text(data) {
      if (takes && cell && cell.value.length < LIMITS.text) cell.value += data
    },
    close(tag) {
      takes = false
      if (tag === 'c' && cell) {
        if (row && row.at < LIMITS.columns) row.cells[row.at] = cellOf(cell, book)
        cell = undefined
      } else if (tag === 'row' && row) endRow()
      else if (tag === 'rPh' && phonetic > 0) phonetic -= 1
    },
  }
  for await (const _ of parsePart(book, entry, on)) {
    yield* done
    done = []
  }
  yield* done
}

/** The texts that cells share. */
async function textsOf(book, entry) {
  const texts = []
  let text
  let takes = false
  let phonetic = 0
  if (!entry) return texts
  await readPart(book, entry, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') phonetic += 1
      takes = tag === 't' && phonetic === 0
    },
    text(data) {
      if (takes && text !== undefined && text.length < LIMITS.text) text += data
    },
    close(tag) {
      takes = false
      if (tag === 'rPh' && phonetic > 0) phonetic -= 1
      if (tag !== 'si' || text === undefined) return
      texts.push(unescaped(text))
      text = undefined
    },
  })
  return texts
}

/** A workbook whose sheets are the files of OneRoster, as a marked sheet of them is, is read as those. */
async function workbookReader(zip) {
  const start = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')
  const path = start ? start.path : 'xl/workbook.xml'
  const entry = zip.entries.get(path)
  if (!entry) throw new Refused('import.broken_file')
  if (!/\.xml$/i.test(path)) throw new Refused('import.old_xls')
  const relations = await relationsOf(zip, path)
  const book = { ...zip, is1904: false, texts: [], formats: [] }
  const sheets = []
  await readPart(book, entry, {
    open(name, attributes) {
      if (name === 'workbookPr') book.is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name !== 'sheet') return
      const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      const relation = relations.get(attributeOf(attributes, 'id'))
      const part = relation && relation.type === 'worksheet' ? zip.entries.get(relation.path) : undefined
      if (part) sheets.push({ name: String(attributes.name ?? '').slice(0, LIMITS.sheetName), entry: part, hidden })
    },
  })
  if (new Set(sheets.map(({ name }) => name)).size < sheets.length) throw new Refused('import.broken_file')
  const partOf = (type) => zip.entries.get([...relations.values()].find((one) => one.type === type)?.path)
  book.formats = await formatsOf(book, partOf('styles'))
  await loadFormats(book.formats)
  book.texts = await textsOf(book, partOf('sharedStrings'))
  const named = (name) => sheets.find((sheet) => sheet.name.toLowerCase() === name)
  const headings = named('users') ? await firstRowOf(book, named('users')) : []
  if (!['sourcedid', 'givenname', 'familyname'].every((heading) => headings.includes(heading)))
    return { format: 'xlsx', rows: rowsOf(book, sheets, LIMITS.rows) }
  const files = workerData.oneRoster.map((name) => named(name) && { ...named(name), name }).filter(Boolean)
  return { format: 'oneroster', rows: rowsOf(book, files, workerData.rowsMax) }
}

async function firstRowOf(book, sheet) {
  for await (const { cells } of sheetRows(book, sheet, Infinity)) return cells.map((cell) => String(cell).toLowerCase())
  return []
}

async function* rowsOf(book, sheets, rowsMax) {
  try {
    for (const sheet of sheets) yield* sheetRows(book, sheet, rowsMax)
  } finally {
    book.close()
  }
}
`
