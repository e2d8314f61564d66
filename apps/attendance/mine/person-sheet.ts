import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Language } from '../../../contract/envelope.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { formatTime, formatWeekday } from '../../../src/app/ui/format/calendar.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import { absenceText } from '../absence-text.ts'
import { lookOf } from '../day-look.ts'
import { groupOf, nameIn, personName } from '../name-in.ts'
import type { Translate } from '../portal-context.ts'

/** A person's month as a sheet, with a row for each day. */
export function personSheet(
  { person, days, timeZone }: ResponseOf<typeof attendance.mine>,
  { language, t }: { language: Language; t: Translate },
): Sheet {
  const time = (moment: string | null) => (moment === null ? null : formatTime(moment, timeZone, language))
  const columns: readonly ValueColumn<(typeof days)[number]>[] = [
    { heading: t('correction.date'), kind: 'date', value: ({ date }) => date },
    { heading: t('sheet.weekday'), value: ({ date }) => formatWeekday(weekdayOf(date), language) },
    { heading: t('way.in'), kind: 'time', value: ({ firstIn }) => time(firstIn) },
    { heading: t('way.out'), kind: 'time', value: ({ lastOut }) => time(lastOut) },
    {
      heading: t('sheet.status'),
      value(day) {
        const holiday = nameIn({ name: day.holiday, englishName: day.englishHoliday }, language)
        const absence = day.absence && absenceText(day.absence, t)
        return [t(`look.${lookOf(day)}`), holiday, absence].filter(Boolean).join(t('dot'))
      },
    },
    { heading: t('sheet.lateMinutes'), kind: 'number', value: ({ lateMinutes }) => lateMinutes },
    { heading: t('sheet.earlyMinutes'), kind: 'number', value: ({ earlyMinutes }) => earlyMinutes },
  ]
  const name = personName(person, language)
  const title = [name, groupOf(person, language), person.number].filter(Boolean).join(t('dot'))
  return sheetOf({ name, title }, columns, days)
}
