import type { Correction } from '../../../contract/calls/attendance.ts'
import type { LANGUAGES } from '../../../contract/limits.ts'

type Language = (typeof LANGUAGES)[number]

/** Who came late, when, and by how many minutes. */
export interface Lateness {
  readonly realName: string
  readonly englishName: string
  readonly date: string
  /** HH:MM */
  readonly time: string
  readonly minutes: number
}

/** What guardians are told of a child who came late. */
export function lateText({ realName, englishName, date, time, minutes }: Lateness, language: Language): string {
  if (language === 'en') {
    const late = minutes === 1 ? '1 minute' : `${minutes} minutes`
    return `${englishName || realName} came to school at ${time} on ${englishDay(date)}, ${late} late.`
  }
  return `${realName} ${chineseDay(date)} ${time} 到校，迟到 ${minutes} 分钟。`
}

/** What whoever asked for a correction is told of the decision. */
export function decisionText({ person, date, direction, time, state, note }: Correction, language: Language): string {
  const approved = state === 'approved'
  if (language === 'en') {
    const what = `${person.englishName || person.realName}: ${direction === 'in' ? 'in' : 'out'} at ${time} on ${englishDay(date)}`
    return `The attendance correction was ${approved ? 'approved' : 'refused'} (${what}).${note === '' ? '' : ` ${note}`}`
  }
  const what = `${person.realName} ${chineseDay(date)} ${time} ${direction === 'in' ? '签到' : '签退'}`
  return `补卡申请${approved ? '已通过' : '未通过'}（${what}）。${note}`
}

function chineseDay(date: string): string {
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`
}

function englishDay(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(date))
}
