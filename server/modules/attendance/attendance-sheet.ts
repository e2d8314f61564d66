import type { Row, Workbook } from 'exceljs'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { AttendanceTotals, exportMonth } from '../../../contract/endpoints/attendance.ts'
import type { LANGUAGES } from '../../../contract/limits.ts'
import { wallTime, weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import type { Session } from '../../http/call.ts'
import { asPlainText } from '../mail/as-plain-text.ts'
import { type JudgedDay, sumDays } from './attendance-days.ts'
import type { Attendee } from './attendance-people.ts'
import { judgeGroup, type GroupFacts } from './attendance-records.ts'
import { sheetWords, type SheetWords } from './sheet-texts.ts'

type Language = (typeof LANGUAGES)[number]
type Cell = string | number

/** Rows after which others get their turn: a school's staff are thousands of rows. */
const PORTION = 200

/** A column: its heading, its width in characters, and what it says of a thing. */
interface Column<T> {
  readonly heading: string
  readonly width: number
  readonly value: (thing: T) => Cell
}

/** What a group's sheet is written from. Throws 'attendance.group_gone' and 'access.denied'. */
export function readSheetContent(
  tx: Tx,
  session: Session,
  given: ParsedRequestOf<typeof exportMonth>,
  now: number,
): Promise<GroupFacts> {
  return judgeGroup(tx, session, given, now)
}

/** A group's month as .xlsx: a sheet of totals, and one of every day that somebody had to come on or came. */
export async function writeSheet(facts: GroupFacts, language: Language): Promise<{ name: string; content: Buffer }> {
  const words = sheetWords[language]
  // Loaded by the first sheet: whoever never exports one does not wait for it at the start.
  const { default: excel } = await import('exceljs')
  const workbook = new excel.Workbook()
  await addSheet(workbook, words.summary, summaryColumns(words, language), facts.people)
  const days = facts.people.flatMap(({ person, days: own }) => own.filter(isWorthARow).map((day) => ({ person, day })))
  await addSheet(workbook, words.days, dayColumns(words, language, facts.timeZone), days)
  return { name: `${words.file} ${facts.month}.xlsx`, content: Buffer.from(await workbook.xlsx.writeBuffer()) }
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

function summaryColumns(words: SheetWords, language: Language): Column<GroupFacts['people'][number]>[] {
  const total = (heading: string, key: keyof AttendanceTotals) => ({
    heading,
    width: 14,
    value: ({ days }: GroupFacts['people'][number]) => sumDays(days.map(({ judgement }) => judgement))[key],
  })
  return [
    ...personColumns<GroupFacts['people'][number]>(words, language, ({ person }) => person),
    total(words.due, 'due'),
    total(words.onTime, 'onTime'),
    total(words.late, 'late'),
    total(words.early, 'early'),
    total(words.missing, 'missing'),
    total(words.absent, 'absent'),
    total(words.lateMinutes, 'lateMinutes'),
    total(words.earlyMinutes, 'earlyMinutes'),
  ]
}

interface DayOfPerson {
  readonly person: Attendee
  readonly day: JudgedDay
}

function dayColumns(words: SheetWords, language: Language, timeZone: string): Column<DayOfPerson>[] {
  const clock = (at: number | null) => (at === null ? '' : toClock(at, timeZone))
  return [
    ...personColumns<DayOfPerson>(words, language, ({ person }) => person),
    { heading: words.date, width: 12, value: ({ day }) => day.judgement.date },
    {
      heading: words.weekday,
      width: 10,
      value: ({ day }) => words.weekdays[weekdayOf(day.judgement.date) - 1] ?? '',
    },
    { heading: words.firstIn, width: 9, value: ({ day }) => clock(day.judgement.firstIn) },
    { heading: words.lastOut, width: 9, value: ({ day }) => clock(day.judgement.lastOut) },
    {
      heading: words.status,
      width: 16,
      value: ({ day: { judgement } }) => (judgement.status === null ? '' : words.statuses[judgement.status]),
    },
    { heading: words.lateMinutes, width: 14, value: ({ day }) => day.judgement.lateMinutes },
    { heading: words.earlyMinutes, width: 14, value: ({ day }) => day.judgement.earlyMinutes },
    {
      heading: words.events,
      width: 48,
      value: ({ day }) =>
        day.events
          .map(({ at, direction, source }) => {
            return `${toClock(Date.parse(at), timeZone)} ${words.directions[direction]} (${words.sources[source]})`
          })
          .join('; '),
    },
  ]
}

function personColumns<T>(words: SheetWords, language: Language, personOf: (thing: T) => Attendee): Column<T>[] {
  const inEnglish = language === 'en'
  return [
    { heading: words.number, width: 14, value: (thing) => personOf(thing).number },
    {
      heading: words.name,
      width: 20,
      value: (thing) => (inEnglish && personOf(thing).englishName) || personOf(thing).realName,
    },
    {
      heading: words.group,
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
