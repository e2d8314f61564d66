import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IMPORT_LIMITS } from '../../../../contract/limits.ts'
import { type Entries, unzip, zipMutated } from '../../../../tests/support/samples/mutated-files.ts'
import { sampleFile } from '../../../../tests/support/samples/sample-file.ts'
import type { ReadOptions } from './choose-text-form.ts'
import { openReader } from './read-file.ts'
import type { SourceRow } from './source-cell.ts'

const ROWS = 8000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-read-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]

async function readPath(path: string, options: ReadOptions = {}) {
  const reader = await openReader(options)
  try {
    const { format, text, batches } = await reader.read(path)
    const rows: SourceRow[] = []
    for await (const batch of batches) rows.push(...batch)
    return { format, text, rows }
  } finally {
    await reader.close()
  }
}

async function readBytes(content: Uint8Array | string, options: ReadOptions = {}) {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  return readPath(path, options)
}

const read = async (sheets: Sheet[]) => readBytes(await writeXlsx({ sheets }))
const readSample = (name: string, options: ReadOptions = {}) => readPath(sampleFile(name), options)
const cellsOf = ({ rows }: { rows: readonly SourceRow[] }) => rows.map(({ cells }) => cells)

const numberOf = (at: number) => ({ value: at, style: { numFmt: '00000' } })

describe('a long workbook', () => {
  it('keeps the zeros that its columns show in front, in each sheet, to the last row, and says which is hidden', async () => {
    const sheet = (name: string): Sheet => ({
      name,
      rows: [['姓名', '学号'], ...Array.from({ length: ROWS }, (_, at) => [`学生${randomUUID()}${randomUUID()}`, at])],
      cells: new Map(Array.from({ length: ROWS }, (_, at) => [`${at + 1},1`, numberOf(at)])),
    })
    const { format, rows } = await read([sheet('甲'), { ...sheet('藏'), hidden: true }, sheet('乙')])
    expect(format).toBe('xlsx')
    expect(new Set(rows.map((row) => row.sheet))).toEqual(new Set(['甲', '藏', '乙']))
    expect(new Set(rows.filter(({ hidden }) => hidden).map((row) => row.sheet))).toEqual(new Set(['藏']))
    for (const name of ['甲', '乙']) {
      const cells = rows.filter((row) => row.sheet === name).map((row) => row.cells[1])
      expect(cells).toEqual(['学号', ...Array.from({ length: ROWS }, (_, at) => String(at).padStart(5, '0'))])
    }
  })

  it('is known as OneRoster by the headings of its sheet of users', async () => {
    const users = Array.from({ length: ROWS }, () => [randomUUID(), `Given ${randomUUID()}`, `Family ${randomUUID()}`])
    const { format, rows } = await read([
      { name: 'users', rows: [['sourcedId', 'givenName', 'familyName'], ...users] },
      { name: 'orgs', rows: [['sourcedId', 'name', 'type']] },
    ])
    expect(format).toBe('oneroster')
    expect(rows.filter((row) => row.sheet === 'users')).toHaveLength(ROWS + 1)
    expect(rows[0]?.sheet).toBe('orgs')
  })
})

describe('a workbook that no spreadsheet program wrote', () => {
  async function partsOf(rows: string[][]): Promise<Entries> {
    return unzip(Buffer.from(await writeXlsx({ sheets: [{ name: '学生', rows }] })))
  }
  const written = (parts: Entries) => zipMutated(parts, () => -1)

  async function readChanged(change: (sheet: string) => string) {
    const parts = await partsOf([
      ['姓名', '学号'],
      ['王小明', '1'],
      ['李小红', '2'],
    ])
    const changed = [...parts].map(([name, part]) =>
      name.endsWith('sheet1.xml') ? ([name, Buffer.from(change(part.toString()))] as const) : ([name, part] as const),
    )
    const { rows } = await readBytes(await written(new Map(changed)))
    return rows.map(({ row }) => row)
  }

  it('is refused where a row comes twice or too late, because a problem is told by its row', async () => {
    expect(await readChanged((sheet) => sheet)).toEqual([1, 2, 3])
    const moved = (to: string) => (sheet: string) => {
      expect(sheet).toContain('r="3"')
      return sheet.replace('r="3"', `r="${to}"`)
    }
    await expect(readChanged(moved('2'))).rejects.toMatchObject({ code: 'import.broken_file' })
    await expect(readChanged(moved('1'))).rejects.toMatchObject({ code: 'import.broken_file' })
  })

  it('is refused where a part ends early, or has other bytes than its checksum says', async () => {
    await expect(readChanged((sheet) => sheet.slice(0, sheet.indexOf('</sheetData>')))).rejects.toMatchObject({
      code: 'import.broken_file',
    })
    const bytes = await written(await partsOf([['姓名', '学号']]))
    // In the list of entries at its end, 30 bytes before the entry's name.
    const checksum = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 30
    bytes.writeUInt8(bytes.readUInt8(checksum) ^ 1, checksum)
    await expect(readBytes(bytes)).rejects.toMatchObject({ code: 'import.broken_file' })
  })

  it('names its parts with a prefix, and its sheets in any folder', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>姓名</x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const relation = (type: string, target: string, at = 1) =>
      `<Relationships><Relationship Id="r${at}" Type="http://x/relationships/${type}" Target="${target}"/></Relationships>`
    const parts = new Map(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        '_rels/.rels': relation('officeDocument', '/book/w.xml'),
        'book/w.xml': '<x:workbook><x:sheets><x:sheet name="甲" q:id="r1"/></x:sheets></x:workbook>',
        'book/_rels/w.xml.rels': relation('worksheet', '../sheets/s.xml'),
        'sheets/s.xml': sheet,
      }).map(([name, text]) => [name, Buffer.from(text)] as const),
    )
    const { rows } = await readBytes(await written(parts))
    expect(rows).toEqual([{ sheet: '甲', row: 1, cells: ['姓名', '7'] }])
  })
})

describe('a cell of a workbook', () => {
  it.each([
    [
      '33-formats.xlsx',
      [
        ['祁格一', 'B33001', '一年级', '1班'],
        ['祁格二', 'B33002', '1年级', '1班'],
      ],
    ],
    [
      '05-numbers.xlsx',
      [
        ['祁浮点', '2026001', '一年级', '1班'],
        ['祁长号', '202609000001', '一年级', '1班'],
        ['祁十五', '202609000000001', '一年级', '1班'],
      ],
    ],
    ['X18-richtext.xlsx', [['祁富文本', 'X1801', '一年级', '91班', 'rich@school.example']]],
    ['X12-epoch1904.xlsx', [['祁一九零四', 'X1213', '一年级', '91班', { is: 'date', text: '2016-09-03' }]]],
  ])('is read as its number format shows it: %s', async (name, cells) => {
    expect(cellsOf(await readSample(name)).slice(1)).toEqual(cells)
  })

  it('has the zeros of its own format, and not those of the column', async () => {
    const numbers = cellsOf(await readSample('X22-zeros-first-only.xlsx'))
      .slice(1)
      .map((cells) => cells[1])
    expect(numbers.slice(0, 3)).toEqual(['000100', '101', '102'])
    expect(numbers).toHaveLength(70)
  })

  it.each([
    ['"第"0"班"', 3, '第3班'],
    ['0"班";@', 5, '5班'],
    ['[DBNum1][$-804]General"班"', 3, '三班'],
    ['[DBNum1]General', 12, { is: 'format', text: '12' }],
    ['#,##0', 2026001, '2026001'],
    ['0.00', 2026001, '2026001'],
    ['0.00E+00', 202609000001, '202609000001'],
    ['General', 0.1 + 0.2, '0.3'],
    ['000-0000-0000', 13800001111, '138-0000-1111'],
    ['[=1]"男";[=2]"女"', 2, '女'],
    ['yyyy"年"m"月"', 42616, { is: 'date', text: '2016-09-03' }],
    ['BAHTTEXT0', 5, { is: 'format', text: '5' }],
    ['@"班"', '1', '1班'],
    ['@', '1E5', '1E5'],
  ])('with the format %s of %s', async (numFmt, value, shown) => {
    const { rows } = await read([
      { name: '甲', rows: [['x']], cells: new Map([['0,0', { value, style: { numFmt } }]]) },
    ])
    expect(rows[0]?.cells[0]).toEqual(shown)
  })

  it('is told apart where it has an error value or a formula without a result', async () => {
    expect(
      cellsOf(await readSample('02-error-cells.xlsx'))
        .slice(1, 3)
        .map(([name]) => name),
    ).toEqual([
      { is: 'error', text: '#N/A' },
      { is: 'error', text: '#REF!' },
    ])
    const formula = { is: 'formula', text: '' }
    expect(cellsOf(await readSample('13-formula-no-result.xlsx')).slice(1)).toEqual([
      ['祁公式', formula, '一年级', '1班'],
      [formula, 'B1302', '一年级', '1班'],
    ])
  })

  it('stands in each row that it is merged over, and hidden rows are marked', async () => {
    const { rows } = await readSample('32-merged.xlsx')
    expect(rows[3]?.cells.slice(0, 4)).toEqual(['祁合二', 'B3202', '一年级', '1班'])
    expect((await readSample('31-hidden-rows.xlsx')).rows.map(({ hidden }) => hidden)).toEqual([
      undefined,
      undefined,
      true,
    ])
  })
})

describe('a text file', () => {
  it.each([
    ['04-title-ascii.tsv', 'utf-8', 'tab'],
    ['04-title-fullwidth-comma.csv', 'utf-8', 'comma'],
    ['04-title-fullwidth.csv', 'utf-8', 'semicolon'],
    ['X42-sep.csv', 'utf-8', 'semicolon'],
    ['X45-big5.csv', 'big5', 'comma'],
    ['M3-uk-utf8.csv', 'utf-8', 'comma'],
  ])('has encoding and separator where known headings stand: %s', async (name, encoding, separator) => {
    const { text, rows } = await readSample(name)
    expect(text).toEqual({ encoding, separator })
    expect(rows.at(-1)?.cells.length).toBeGreaterThan(3)
  })

  it('is read as it was said', async () => {
    const content = '姓名;学号\n王,1;2\n'
    expect((await readBytes(content)).rows[1]?.cells).toEqual(['王,1', '2'])
    expect((await readBytes(content, { separator: 'comma' })).rows[1]?.cells).toEqual(['王', '1;2'])
    await expect(readBytes(content, { encoding: 'big5' })).rejects.toMatchObject({ code: 'import.encoding' })
  })

  it('of Western Europe keeps its letters', async () => {
    const content = Buffer.from(
      'Name;Number;Grade;Class\nJos\u00e9 M\u00fcller;1;Year 7;7A\nZo\u00eb Bront\u00eb;2;Year 7;7A\n',
      'latin1',
    )
    const { text, rows } = await readBytes(content)
    expect(text?.encoding).toBe('windows-1252')
    expect(rows[1]?.cells[0]).toBe('José Müller')
  })

  it.each([
    ['X15-inner-quote.csv', 'William "Bill" Tindle'],
    ['X15-lone-quote.csv', '祁"小"引'],
  ])('may have quotes inside a cell: %s', async (name, shown) => {
    expect(cellsOf(await readSample(name))[1]?.[0]).toBe(shown)
  })

  it('that is a page, saved as a sheet, is read by its table', async () => {
    const { format, rows } = await readSample('X14-html.xls')
    expect(format).toBe('xlsx')
    expect(cellsOf({ rows })).toEqual([
      ['姓名', '学号', '年级', '班级'],
      ['祁网页', 'X1401', '一年级', '91班'],
    ])
    const page = '<table><tr><th>姓名<th>班级<tr><td>王<br>小明<td rowspan=2>1班<tr><td>李&nbsp;小红</table>'
    expect(cellsOf(await readBytes(page))).toEqual([
      ['姓名', '班级'],
      ['王\n小明', '1班'],
      ['李 小红', '1班'],
    ])
  })

  it.each(['<?xml version="1.0"?><Workbook/>', 'MIME-Version: 1.0\n\n'])(
    'of an old format is told as one: %s',
    async (content) => {
      await expect(readBytes(content)).rejects.toMatchObject({ code: 'import.old_xls' })
    },
  )

  it('that is none is refused', async () => {
    await expect(readBytes(Buffer.from('%PDF-1.7 a b c d e f \0 g h i j'))).rejects.toMatchObject({
      code: 'import.encoding',
    })
  })
})

describe('a workbook that unpacks to more than it may', () => {
  const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const book = (sheets: readonly string[]) => {
    const relations = sheets.map((_, at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="s${at}.xml"/>`)
    return new Map(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml': `<workbook><sheets>${sheets.map((_, at) => `<sheet name="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
        ...Object.fromEntries(sheets.map((sheet, at) => [`xl/s${at}.xml`, sheet])),
      }).map(([name, text]) => [name, Buffer.from(text)] as const),
    )
  }
  const readBook = async (sheets: readonly string[]) => readBytes(await zipMutated(book(sheets), () => -1))

  it('is refused for a ratio that no sheet has', async () => {
    await expect(readBook([sheetOf(' '.repeat(2 * IMPORT_LIMITS.ratioFrom))])).rejects.toMatchObject({
      code: 'import.too_large',
    })
    expect(deflateRawSync(' '.repeat(IMPORT_LIMITS.ratioFrom)).length * IMPORT_LIMITS.ratio).toBeLessThan(
      IMPORT_LIMITS.ratioFrom,
    )
  })

  it('is refused for one part that is too large', async () => {
    const random = Array.from({ length: 4096 }, () => randomUUID()).join('')
    const cell = `<row><c t="inlineStr"><is><t>${random}</t></is></c></row>`
    const sheet = sheetOf(cell.repeat(Math.ceil(IMPORT_LIMITS.part / cell.length)))
    await expect(readBook([sheet])).rejects.toMatchObject({ code: 'import.too_large' })
  })

  it('has 60,000 styled rows without a value, which do not count', async () => {
    const row = (at: number) =>
      `<row r="${at}" spans="1:15" s="1" customFormat="1">${Array.from({ length: 15 }, (_, column) => `<c r="${String.fromCodePoint(65 + column)}${at}" s="1"/>`).join('')}</row>`
    const filled = '<row r="1"><c t="inlineStr"><is><t>姓名</t></is></c></row>'
    const { rows } = await readBook([sheetOf(filled + Array.from({ length: 61_000 }, (_, at) => row(at + 2)).join(''))])
    expect(rows).toHaveLength(1)
  })
})

it('one file is read at a time, and others in their turn', async () => {
  const order: string[] = []
  const first = await openReader()
  const others = [2, 3].map(async (number) => {
    const reader = await openReader()
    order.push(`begin ${number}`)
    await reader.close()
    order.push(`end ${number}`)
  })
  order.push('end 1')
  await first.close()
  await Promise.all(others)
  expect(order).toEqual(['end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
})
