import type { Sheet, SheetCell } from '../../../../contract/rules/sheets/sheet.ts'
import { bridgeExports, sheetExport } from '../../../../src/app/platform/export.ts'

const STATES = ['准时', '迟到', '早退', '缺勤']
const two = (number: number) => `${number}`.padStart(2, '0')

function row(at: number): SheetCell[] {
  const day = `2026-${two((at % 12) + 1)}-${two((at % 28) + 1)}`
  return [
    `S${100_000 + at}`,
    `林溪${at % 977}`,
    `四年级${(at % 12) + 1}班`,
    day,
    `${day}T08:${two(at % 60)}`,
    STATES[at % 4] ?? '',
    at % 40,
    at % 7,
    (at % 100) / 100,
    at % 9 === 0 ? '=HYPERLINK("https://evil.example")' : `第 ${at} 条备注`,
    at * 1.25,
    `https://example.com/${at}`,
  ]
}

const KINDS = [
  'text',
  'text',
  'text',
  'date',
  'datetime',
  'text',
  'number',
  'number',
  'percent',
  'text',
  'number',
  'text',
] as const

const peer = (start: () => Worker) => bridgeExports(start).workbook
const WRITERS = {
  portal: sheetExport.workbook,
  exceljs: peer(() => new Worker(new URL('./exceljs.worker.ts', import.meta.url), { type: 'module' })),
  'write-excel-file': peer(
    () => new Worker(new URL('./write-excel-file.worker.ts', import.meta.url), { type: 'module' }),
  ),
}

let sheet: Sheet | undefined

Object.assign(globalThis, {
  makeRows(count: number) {
    const columns = KINDS.map((kind, at) => ({ heading: `列 ${at + 1}`, width: 16, kind }))
    sheet = { name: '记录', columns, rows: Array.from({ length: count }, (_, at) => row(at)) }
  },
  async exportRows(writer: keyof typeof WRITERS) {
    if (!sheet) throw new Error('there are no rows')
    const startedAt = performance.now()
    const file = await WRITERS[writer](new AbortController().signal, [sheet])
    const milliseconds = performance.now() - startedAt
    return { milliseconds, bytes: file.size }
  },
})
