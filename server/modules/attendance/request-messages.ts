import * as z from 'zod/mini'
import type { Absence, Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { userType } from '../../../contract/fields.ts'
import type { AbsenceKind } from '../../../contract/rules/attendance/absence-rule.ts'
import type { Tx } from '../../db/database.ts'
import { queryRows } from '../../db/query.ts'
import type { Session } from '../../http/call.ts'
import {
  attendancePage,
  chineseDay,
  englishDay,
  tell,
  tellDeciders,
  tellGuardians,
  told,
} from './attendance-notices.ts'
import type { Attendee } from './attendance-people.ts'

/** Notifies those who decide a notice of absence. */
export function tellAbsence(tx: Tx, session: Session, notice: Absence, pupil: Attendee): Promise<void> {
  const { note } = notice
  return tellDeciders(tx, session, session.userId, pupil, '/absences/waiting', {
    'zh-CN': `有一张请假单待审批（${chineseSpan(notice)}）。${note && `说明：${note}`}`,
    en: `An absence notice is awaiting your approval (${englishSpan(notice)}).${note && ` Note: ${note}`}`,
  })
}

/** Notifies a pupil's guardians of what became of a notice. */
export function tellAbsenceState(tx: Tx, session: Session, notice: Absence): Promise<void> {
  const { person, firstDate, state, decisionNote: note } = notice
  return tellGuardians(tx, session, person.id, firstDate, 3, {
    'zh-CN': `${STATES[state].zh}（${chineseSpan(notice)}）。${note}`,
    en: `${STATES[state].en} (${englishSpan(notice)}).${note && ` ${note}`}`,
  })
}

const KINDS: Readonly<Record<AbsenceKind, { zh: string; en: string }>> = {
  illness: { zh: '病假', en: 'illness' },
  appointment: { zh: '事假', en: 'appointment' },
  family: { zh: '家庭原因', en: 'family reasons' },
  other: { zh: '其他', en: 'another reason' },
}

const STATES: Readonly<Record<Absence['state'], { zh: string; en: string }>> = {
  open: { zh: '请假单已恢复为待审批', en: 'The decision about the absence was undone; it is awaiting approval again' },
  accepted: { zh: '请假已同意', en: 'The absence was approved' },
  declined: { zh: '请假未同意', en: 'The absence was declined' },
  withdrawn: { zh: '请假已撤回', en: 'The absence notice was withdrawn' },
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

/** Notifies those who decide a request for a correction. */
export function tellCorrection(tx: Tx, session: Session, asked: Correction, person: Attendee): Promise<void> {
  return tellDeciders(tx, session, session.userId, person, '/corrections/waiting', {
    'zh-CN': `有一条补卡申请待审批（${chineseWish(asked)}）。原因：${asked.reason}`,
    en: `An attendance correction is awaiting your approval (${englishWish(asked)}). Reason: ${asked.reason}`,
  })
}

const asker = z.extend(told, { userType })

/** Notifies the author of a request of the decision. */
export async function tellCorrectionState(
  tx: Tx,
  { unitId, unitType }: Session,
  decided: Correction,
  requestedBy: string | null,
): Promise<void> {
  const found = await queryRows(tx, asker)`
    select user_id as "userId", language, user_type as "userType" from user_account where user_id = ${requestedBy} and status = 1`
  const { person, state, note } = decided
  const approved = state === 'approved'
  for (const one of found)
    await tell(tx, unitId, [one], {
      text: {
        'zh-CN': `补卡申请${approved ? '已同意' : '未同意'}（${chineseWish(decided)}）。${note}`,
        en: `The attendance correction was ${approved ? 'approved' : 'declined'} (${englishWish(decided)}).${note && ` ${note}`}`,
      },
      importance: 3,
      url: attendancePage(unitType, one.userType, '/corrections/own'),
      studentId: one.userType === 3 && person.kind === 'pupil' ? person.id : null,
    })
}

function englishWish({ person, date, direction, time }: Correction): string {
  return `${person.englishName || person.realName}: ${direction === 'in' ? 'in' : 'out'} at ${time} on ${englishDay(date)}`
}

function chineseWish({ person, date, direction, time }: Correction): string {
  return `${person.realName} ${chineseDay(date)} ${time} ${direction === 'in' ? '签到' : '签退'}`
}
