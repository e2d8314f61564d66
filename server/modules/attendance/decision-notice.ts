import { and, eq } from 'drizzle-orm'
import type { Correction } from '../../../contract/endpoints/attendance.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { sendMessage } from '../messages/messages.ts'
import { ATTENDANCE, attendancePage } from './attendance-page.ts'
import { decisionText } from './attendance-words.ts'

/** Tells whoever asked what was decided, in their language. */
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
  const studentId = asker.userType === 3 && person.kind === 'pupil' ? person.id : null
  await sendMessage(tx, {
    unitId,
    module: ATTENDANCE,
    body: decisionText(decided, asker.language),
    importance: 3,
    url: attendancePage(unitType, asker.userType, '/corrections/own'),
    to: [{ userId: asker.userId, studentId }],
  })
}
