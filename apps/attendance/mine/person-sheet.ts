import type { ResponseOf } from '../../../contract/endpoint.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Language } from '../../../contract/envelope.ts'
import { weekdayOf } from '../../../contract/rules/zoned-time.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { formatTime, formatWeekday } from '../../../src/app/ui/format/calendar.ts'
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
  return {
    name: personName(person, language),
    title: [personName(person, language), groupOf(person, language), person.number].filter(Boolean).join(t('dot')),
    columns: [
      { heading: t('sheet.date'), kind: 'date' },
      { heading: t('sheet.weekday') },
      { heading: t('sheet.firstIn'), kind: 'time' },
      { heading: t('sheet.lastOut'), kind: 'time' },
      { heading: t('sheet.status') },
      { heading: t('sheet.lateMinutes'), kind: 'number' },
      { heading: t('sheet.earlyMinutes'), kind: 'number' },
    ],
    rows: days.map((day) => {
      const holiday = nameIn({ name: day.holiday, englishName: day.englishHoliday }, language)
      return [
        day.date,
        formatWeekday(weekdayOf(day.date), language),
        time(day.firstIn),
        time(day.lastOut),
        [t(`look.${lookOf(day)}`), holiday, day.absence && absenceText(day.absence, t)].filter(Boolean).join(t('dot')),
        day.lateMinutes,
        day.earlyMinutes,
      ]
    }),
  }
}
