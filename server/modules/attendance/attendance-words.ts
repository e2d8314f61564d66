import type { Correction } from '../../../contract/endpoints/attendance.ts'
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

/** What whoever decides about a correction is told when it is asked for. */
export function requestText(asked: Correction, language: Language): string {
  if (language === 'en')
    return `An attendance correction waits for your decision (${englishWish(asked)}). Reason: ${asked.reason}`
  return `有一条补卡申请待审批（${chineseWish(asked)}）。原因：${asked.reason}`
}

/** What whoever asked for a correction is told of the decision. */
export function decisionText(decided: Correction, language: Language): string {
  const { state, note } = decided
  const approved = state === 'approved'
  if (language === 'en')
    return `The attendance correction was ${approved ? 'approved' : 'refused'} (${englishWish(decided)}).${note === '' ? '' : ` ${note}`}`
  return `补卡申请${approved ? '已通过' : '未通过'}（${chineseWish(decided)}）。${note}`
}

function englishWish({ person, date, direction, time }: Correction): string {
  return `${person.englishName || person.realName}: ${direction === 'in' ? 'in' : 'out'} at ${time} on ${englishDay(date)}`
}

function chineseWish({ person, date, direction, time }: Correction): string {
  return `${person.realName} ${chineseDay(date)} ${time} ${direction === 'in' ? '签到' : '签退'}`
}

function chineseDay(date: string): string {
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`
}

function englishDay(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(date))
}
