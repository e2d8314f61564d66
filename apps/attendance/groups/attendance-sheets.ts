import type { ResponseOf } from '../../../contract/endpoint.ts'
import {
  exportMonth,
  type AttendancePerson,
  type AttendanceTotals,
} from '../../../contract/endpoints/attendance/attendance.ts'
import type { Language } from '../../../contract/envelope.ts'
import { EXPORT_PEOPLE } from '../../../contract/limits.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { Portal, Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { formatWeekday } from '../../../src/app/ui/format/calendar.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import { absenceText } from '../absence-text.ts'
import { COUNTS } from '../counts.ts'
import { groupOf, personName } from '../name-in.ts'
import type { TextKey, Translate } from '../portal-context.ts'

type PersonMonth = ResponseOf<typeof exportMonth>['people'][number]
type PersonDay = PersonMonth['days'][number] & { readonly person: AttendancePerson }
type Word = (key: TextKey) => string

/**
 * Loads a group's month, page by page, as a sheet of each person's totals and one of their days. `onProgress` gets the loaded part, from 0 to 1. Rejects
 * as calls do.
 */
export async function loadSheets(
  signal: AbortSignal,
  portal: Pick<Portal, 'call'>,
  input: { readonly group: string; readonly month: string },
  { language, t, onProgress }: { language: Language; t: Translate; onProgress: (part: number) => void },
): Promise<Sheet[]> {
  const pages: Sheet[][] = []
  let isLast = false
  while (!isLast) {
    const month = await portal.call(exportMonth, { ...input, page: pages.length + 1 }, { signal, quiet: true })
    // Checking the response took its time; what follows is another task, so that the page stays responsive.
    await new Promise((resolve) => setTimeout(resolve))
    pages.push(attendanceSheets(month.people, language, t))
    const part = (pages.length * EXPORT_PEOPLE) / month.total
    onProgress(Math.min(1, part))
    isLast = part >= 1
  }
  const [first = []] = pages
  return first.map((sheet, at) => ({ ...sheet, rows: pages.flatMap((page) => page[at]?.rows ?? []) }))
}

/** The two sheets of some people. */
export function attendanceSheets(people: readonly PersonMonth[], language: Language, t: Translate): Sheet[] {
  const word = onceEach(t)
  const who = personColumns(word, language)
  const days = people.flatMap((each) => each.days.map((day): PersonDay => ({ ...day, person: each.person })))
  return [
    sheetOf({ name: word('sheet.summary') }, [...who, ...totalColumns(word)], people),
    sheetOf({ name: word('sheet.days') }, [...who, ...dayColumns(word, language)], days),
  ]
}

function personColumns(word: Word, language: Language): ValueColumn<{ readonly person: AttendancePerson }>[] {
  return [
    { heading: word('sheet.number'), width: 14, value: ({ person }) => person.number },
    { heading: word('column.name'), width: 20, value: ({ person }) => personName(person, language) },
    { heading: word('sheet.group'), width: 24, value: ({ person }) => groupOf(person, language) },
  ]
}

const TOTALS: readonly (readonly [keyof AttendanceTotals, TextKey])[] = [
  ['due', 'total.due'],
  ...COUNTS.map(({ name, text }) => [name, text] as const),
  ['lateMinutes', 'sheet.lateMinutes'],
  ['earlyMinutes', 'sheet.earlyMinutes'],
]

function totalColumns(word: Word): ValueColumn<PersonMonth>[] {
  return TOTALS.map(([key, text]) => ({
    heading: word(text),
    width: 14,
    kind: 'number',
    value: ({ totals }) => totals[key],
  }))
}

function dayColumns(word: Word, language: Language): ValueColumn<PersonDay>[] {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    formatWeekday(day, language, language === 'en' ? 'short' : 'narrow'),
  )
  return [
    { heading: word('correction.date'), width: 12, kind: 'date', value: ({ date }) => date },
    { heading: word('sheet.weekday'), width: 10, value: ({ date }) => weekdays[weekdayOf(date) - 1] ?? '' },
    { heading: word('way.in'), width: 9, kind: 'time', value: ({ firstIn }) => firstIn ?? '' },
    { heading: word('way.out'), width: 9, kind: 'time', value: ({ lastOut }) => lastOut ?? '' },
    {
      heading: word('sheet.status'),
      width: 16,
      value: ({ status }) => status && word(status === 'pending' ? 'sheet.pending' : `look.${status}`),
    },
    {
      heading: word('sheet.absence'),
      width: 28,
      value: ({ absence }) => (absence ? absenceText(absence, word) : ''),
    },
    { heading: word('sheet.lateMinutes'), width: 14, kind: 'number', value: ({ lateMinutes }) => lateMinutes },
    { heading: word('sheet.earlyMinutes'), width: 14, kind: 'number', value: ({ earlyMinutes }) => earlyMinutes },
    {
      heading: word('sheet.events'),
      width: 48,
      value: ({ events }) =>
        events
          .map(({ time, direction, source }) => {
            return `${time} ${word(`sheet.directions.${direction}`)} (${word(`source.${source}`)})`
          })
          .join('; '),
    },
  ]
}

/** A translation costs more than all else of a cell, and a sheet has few different ones. */
function onceEach(t: Translate): Word {
  const known = new Map<TextKey, string>()
  return (key) => {
    const text = known.get(key) ?? t(key)
    known.set(key, text)
    return text
  }
}
