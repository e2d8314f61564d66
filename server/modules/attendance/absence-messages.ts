import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { AbsenceKind } from '../../../contract/rules/attendance/absence-rule.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { attendancePage, chineseDay, englishDay, findGuardians, tell, tellDeciders } from './attendance-notices.ts'
import type { Attendee } from './attendance-people.ts'

const PARENT = 3

/** Notifies those who decide a notice of absence, each in their language. */
export function tellAbsence(tx: Tx, session: Session, notice: Absence, pupil: Attendee): Promise<void> {
  return tellDeciders(tx, session, session.userId, pupil, '/absences/waiting', (language) =>
    askedText(notice, language),
  )
}

/** Notifies a pupil's guardians of what became of a notice, each in their language. */
export async function tellAbsenceState(tx: Tx, session: Session, notice: Absence): Promise<void> {
  const { person, firstDate } = notice
  await tell(tx, session.unitId, await findGuardians(tx, person.id), {
    text: (language) => stateText(notice, language),
    importance: 3,
    url: attendancePage(
      session.unitType,
      PARENT,
      `/mine/${firstDate.slice(0, 7)}?student=${person.id}&day=${firstDate}`,
    ),
    studentId: person.id,
  })
}

const KINDS: Readonly<Record<AbsenceKind, { zh: string; en: string }>> = {
  illness: { zh: '病假', en: 'illness' },
  appointment: { zh: '事假', en: 'appointment' },
  family: { zh: '家庭原因', en: 'family reasons' },
  other: { zh: '其他', en: 'another reason' },
}

function askedText(notice: Absence, language: Language): string {
  const { note } = notice
  if (language === 'en')
    return `An absence notice waits for your decision (${englishSpan(notice)}).${note === '' ? '' : ` Note: ${note}`}`
  return `有一张请假单待处理（${chineseSpan(notice)}）。${note === '' ? '' : `说明：${note}`}`
}

const STATES: Readonly<Record<Absence['state'], { zh: string; en: string }>> = {
  open: { zh: '请假单已退回待处理', en: 'The decision about the absence was taken back; it waits again' },
  accepted: { zh: '请假已同意', en: 'The absence was accepted' },
  declined: { zh: '请假未同意', en: 'The absence was not accepted' },
  withdrawn: { zh: '请假已撤回', en: 'The absence was withdrawn' },
}

function stateText(notice: Absence, language: Language): string {
  const { state, decisionNote: note } = notice
  if (language === 'en') return `${STATES[state].en} (${englishSpan(notice)}).${note === '' ? '' : ` ${note}`}`
  return `${STATES[state].zh}（${chineseSpan(notice)}）。${note}`
}

function englishSpan({ person, firstDate, lastDate, from, until, kind }: Absence): string {
  const days = firstDate === lastDate ? englishDay(firstDate) : `${englishDay(firstDate)} to ${englishDay(lastDate)}`
  const times = [...(from === null ? [] : [`from ${from}`]), ...(until === null ? [] : [`until ${until}`])].join(' ')
  return `${person.englishName || person.realName}: ${days}${times && ` ${times}`}, ${KINDS[kind].en}`
}

function chineseSpan({ person, firstDate, lastDate, from, until, kind }: Absence): string {
  const days = firstDate === lastDate ? chineseDay(firstDate) : `${chineseDay(firstDate)}至${chineseDay(lastDate)}`
  const times =
    from !== null && until !== null
      ? ` ${from}–${until}`
      : from !== null
        ? ` ${from} 起`
        : until !== null
          ? ` ${until} 前`
          : ''
  return `${person.realName} ${days}${times} ${KINDS[kind].zh}`
}
