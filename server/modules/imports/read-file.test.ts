import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { unzip, zipMutated } from '../../../tests/support/samples/mutated-files.ts'
import { openReader, type SourceRow } from './read-file.ts'

/** So many that the file is read by its first rows alone for formats. */
const ROWS = 8000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-read-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]

async function read(sheets: Sheet[]) {
  const path = join(folder, `${randomUUID()}.xlsx`)
  await writeFile(path, await writeXlsx({ sheets }))
  expect((await stat(path)).size).toBeGreaterThan(IMPORT_LIMITS.sampleBytes)
  const reader = openReader(undefined)
  try {
    const { format, batches } = await reader.read(path)
    const rows: SourceRow[] = []
    for await (const batch of batches) rows.push(...batch)
    return { format, rows }
  } finally {
    await reader.close()
  }
}

const numberOf = (at: number) => ({ value: at, style: { numFmt: '00000' } })

describe('a long workbook', () => {
  it('keeps the zeros that its columns show in front, in each sheet that is visible, to the last row', async () => {
    const sheet = (name: string): Sheet => ({
      name,
      rows: [['姓名', '学号'], ...Array.from({ length: ROWS }, (_, at) => [`学生${randomUUID()}${randomUUID()}`, at])],
      cells: new Map(Array.from({ length: ROWS }, (_, at) => [`${at + 1},1`, numberOf(at)])),
    })
    const { format, rows } = await read([sheet('甲'), { ...sheet('藏'), hidden: true }, sheet('乙')])
    expect(format).toBe('xlsx')
    expect(new Set(rows.map((row) => row.sheet))).toEqual(new Set(['甲', '乙']))
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
  async function readChanged(change: (sheet: string) => string) {
    const rows = [
      ['姓名', '学号'],
      ['王小明', '1'],
      ['李小红', '2'],
    ]
    const parts = await unzip(Buffer.from(await writeXlsx({ sheets: [{ name: '学生', rows }] })))
    const changed = [...parts].map(([name, part]) =>
      name.endsWith('sheet1.xml') ? ([name, Buffer.from(change(part.toString()))] as const) : ([name, part] as const),
    )
    const path = join(folder, `${randomUUID()}.xlsx`)
    await writeFile(path, await zipMutated(new Map(changed), () => -1))
    const reader = openReader(undefined)
    try {
      const { batches } = await reader.read(path)
      const found: number[] = []
      for await (const batch of batches) found.push(...batch.map(({ row }) => row))
      return found
    } finally {
      await reader.close()
    }
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
})
