import type { Workbook } from 'exceljs'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Language } from '../../../contract/envelope.ts'
import type { AttendanceTotals } from '../../../contract/endpoints/attendance/attendance.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import { asPlainText } from '../mail/as-plain-text.ts'
import { clockOf, type JudgedDay, sumDays } from './attendance-days.ts'
import type { Attendee } from './attendance-people.ts'
import type { GroupMonth } from './attendance-records.ts'
import { sheetTexts, type SheetTexts } from './sheet-texts.ts'

type Cell = string | number

/** Rows before other requests get their turn: a school's staff are thousands of rows. */
const PORTION = 200

interface Column<T> {
  readonly heading: string
  readonly width: number
  readonly value: (thing: T) => Cell
}

/** A group's month as .xlsx: a sheet of totals, and one of all days with required attendance or clock events. */
export async function writeSheet(content: GroupMonth, language: Language): Promise<{ name: string; content: Buffer }> {
  const texts = sheetTexts[language]
  // Loaded by the first sheet, to keep the start short.
  const { default: excel } = await import('exceljs')
  const workbook = new excel.Workbook()
  await addSheet(workbook, texts.summary, summaryColumns(texts, language), content.people)
  const days = content.people.flatMap(({ person, days: own }) =>
    own.filter(isWorthARow).map((day) => ({ person, day })),
  )
  await addSheet(workbook, texts.days, dayColumns(texts, language, content.timeZone), days)
  return { name: `${texts.file} ${content.month}.xlsx`, content: Buffer.from(await workbook.xlsx.writeBuffer()) }
}

async function addSheet<T>(
  workbook: Workbook,
  name: string,
  columns: readonly Column<T>[],
  things: readonly T[],
): Promise<void> {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ heading, width }) => ({ header: heading, width }))
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  sheet.getRow(1).font = { bold: true }
  for (const [at, thing] of things.entries()) {
    const cells = columns.map(({ value }) => value(thing))
    sheet.addRow(cells.map((cell) => (typeof cell === 'string' ? asPlainText(cell) : cell)))
    if (at % PORTION === PORTION - 1) await breathe()
  }
}

const TOTALS: readonly (keyof AttendanceTotals)[] = [
  'due',
  'onTime',
  'late',
  'early',
  'missing',
  'absent',
  'lateMinutes',
  'earlyMinutes',
]

function summaryColumns(texts: SheetTexts, language: Language): Column<GroupMonth['people'][number]>[] {
  const totals = TOTALS.map((key) => ({
    heading: texts[key],
    width: 14,
    value: ({ days }: GroupMonth['people'][number]) => sumDays(days.map(({ judgement }) => judgement))[key],
  }))
  return [...personColumns(texts, language), ...totals]
}

function dayColumns(
  texts: SheetTexts,
  language: Language,
  timeZone: string,
): Column<{ person: Attendee; day: JudgedDay }>[] {
  const clock = (at: number | null) => (at === null ? '' : clockOf(at, timeZone))
  return [
    ...personColumns(texts, language),
    { heading: texts.date, width: 12, value: ({ day }) => day.judgement.date },
    {
      heading: texts.weekday,
      width: 10,
      value: ({ day }) => texts.weekdays[weekdayOf(day.judgement.date) - 1] ?? '',
    },
    { heading: texts.firstIn, width: 9, value: ({ day }) => clock(day.judgement.firstIn) },
    { heading: texts.lastOut, width: 9, value: ({ day }) => clock(day.judgement.lastOut) },
    {
      heading: texts.status,
      width: 16,
      value: ({ day: { judgement } }) => (judgement.status === null ? '' : texts.statuses[judgement.status]),
    },
    { heading: texts.lateMinutes, width: 14, value: ({ day }) => day.judgement.lateMinutes },
    { heading: texts.earlyMinutes, width: 14, value: ({ day }) => day.judgement.earlyMinutes },
    {
      heading: texts.events,
      width: 48,
      value: ({ day }) =>
        day.events
          .map(({ at, direction, source }) => {
            return `${clockOf(Date.parse(at), timeZone)} ${texts.directions[direction]} (${texts.sources[source]})`
          })
          .join('; '),
    },
  ]
}

function personColumns(texts: SheetTexts, language: Language): Column<{ readonly person: Attendee }>[] {
  const inEnglish = language === 'en'
  return [
    { heading: texts.number, width: 14, value: ({ person }) => person.number },
    { heading: texts.name, width: 20, value: ({ person }) => (inEnglish && person.englishName) || person.realName },
    {
      heading: texts.group,
      width: 24,
      value: ({ person }) => (inEnglish && person.groupEnglishName) || person.groupName,
    },
  ]
}

function isWorthARow({ judgement, events }: JudgedDay): boolean {
  return (judgement.due && judgement.status !== null) || events.length > 0
}
