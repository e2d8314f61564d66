import type { Row, Workbook } from 'exceljs'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { AttendanceTotals, exportMonth } from '../../../contract/endpoints/attendance/attendance.ts'
import type { LANGUAGES } from '../../../contract/limits.ts'
import { wallTime, weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import { asPlainText } from '../mail/as-plain-text.ts'
import { type JudgedDay, sumDays } from './attendance-days.ts'
import type { Attendee } from './attendance-people.ts'
import { judgeGroup, type GroupMonth } from './attendance-records.ts'
import { sheetTexts, type SheetTexts } from './sheet-texts.ts'

type Language = (typeof LANGUAGES)[number]
type Cell = string | number

/** Rows before other requests get their turn: a school's staff are thousands of rows. */
const PORTION = 200

interface Column<T> {
  readonly heading: string
  readonly width: number
  readonly value: (thing: T) => Cell
}

/** The content of a group's sheet. Throws 'attendance.group_gone' and 'access.denied'. */
export function readSheetContent(
  tx: Tx,
  session: Session,
  given: ParsedRequestOf<typeof exportMonth>,
  now: number,
): Promise<GroupMonth> {
  return judgeGroup(tx, session, given, now)
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
  const head: Row = sheet.getRow(1)
  head.font = { bold: true }
  for (const [at, thing] of things.entries()) {
    sheet.addRow(
      columns.map(({ value }) => value(thing)).map((cell) => (typeof cell === 'string' ? asPlainText(cell) : cell)),
    )
    if (at % PORTION === PORTION - 1) await breathe()
  }
}

function summaryColumns(texts: SheetTexts, language: Language): Column<GroupMonth['people'][number]>[] {
  const total = (heading: string, key: keyof AttendanceTotals) => ({
    heading,
    width: 14,
    value: ({ days }: GroupMonth['people'][number]) => sumDays(days.map(({ judgement }) => judgement))[key],
  })
  return [
    ...personColumns<GroupMonth['people'][number]>(texts, language, ({ person }) => person),
    total(texts.due, 'due'),
    total(texts.onTime, 'onTime'),
    total(texts.late, 'late'),
    total(texts.early, 'early'),
    total(texts.missing, 'missing'),
    total(texts.absent, 'absent'),
    total(texts.lateMinutes, 'lateMinutes'),
    total(texts.earlyMinutes, 'earlyMinutes'),
  ]
}

interface DayOfPerson {
  readonly person: Attendee
  readonly day: JudgedDay
}

function dayColumns(texts: SheetTexts, language: Language, timeZone: string): Column<DayOfPerson>[] {
  const clock = (at: number | null) => (at === null ? '' : toClock(at, timeZone))
  return [
    ...personColumns<DayOfPerson>(texts, language, ({ person }) => person),
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
            return `${toClock(Date.parse(at), timeZone)} ${texts.directions[direction]} (${texts.sources[source]})`
          })
          .join('; '),
    },
  ]
}

function personColumns<T>(texts: SheetTexts, language: Language, personOf: (thing: T) => Attendee): Column<T>[] {
  const inEnglish = language === 'en'
  return [
    { heading: texts.number, width: 14, value: (thing) => personOf(thing).number },
    {
      heading: texts.name,
      width: 20,
      value: (thing) => (inEnglish && personOf(thing).englishName) || personOf(thing).realName,
    },
    {
      heading: texts.group,
      width: 24,
      value: (thing) => (inEnglish && personOf(thing).groupEnglishName) || personOf(thing).groupName,
    },
  ]
}

function isWorthARow({ judgement, events }: JudgedDay): boolean {
  return (judgement.due && judgement.status !== null) || events.length > 0
}

function toClock(at: number, timeZone: string): string {
  const { minutes } = wallTime(at, timeZone)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
