import { and, eq } from 'drizzle-orm'
import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'
import { attendancePage, chineseDay, englishDay, tell, tellDeciders } from './attendance-notices.ts'
import type { Attendee } from './attendance-people.ts'

/** Notifies those who decide a request, each in their language. */
export function tellRequest(tx: Tx, session: Session, asked: Correction, person: Attendee): Promise<void> {
  return tellDeciders(tx, session, session.userId, person, '/corrections/waiting', (language) =>
    requestText(asked, language),
  )
}

/** Notifies the author of a request of the decision, in their language. */
export async function tellDecision(
  tx: Tx,
  { unitId, unitType }: Session,
  decided: Correction,
  requestedBy: string | null,
): Promise<void> {
  if (requestedBy === null) return
  const [asker] = await tx
    .select({ userId: userAccount.userId, userType: userAccount.userType, language: userAccount.language })
    .from(userAccount)
    .where(and(eq(userAccount.userId, requestedBy), eq(userAccount.status, 1)))
  if (!asker) return
  const { person } = decided
  await tell(tx, unitId, [asker], {
    text: (language) => decisionText(decided, language),
    importance: 3,
    url: attendancePage(unitType, asker.userType, '/corrections/own'),
    studentId: asker.userType === 3 && person.kind === 'pupil' ? person.id : null,
  })
}

/** The message about a new request for a correction. */
function requestText(asked: Correction, language: Language): string {
  if (language === 'en')
    return `An attendance correction waits for your decision (${englishWish(asked)}). Reason: ${asked.reason}`
  return `有一条补卡申请待审批（${chineseWish(asked)}）。原因：${asked.reason}`
}

/** The message about a decision. */
function decisionText(decided: Correction, language: Language): string {
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
