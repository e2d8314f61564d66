import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Correction } from '../../../contract/endpoints/attendance.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/schema/identity.ts'
import { sendMessage } from '../messages/messages.ts'
import { approvesByRole, headsClass, isAdministrator } from './attendance-access.ts'
import { ATTENDANCE, attendancePage } from './attendance-page.ts'
import type { Clocker } from './attendance-people.ts'
import { requestText } from './attendance-words.ts'

/**
 * Tells who decides about a request that it waits, each in their language: the head teacher of a pupil, else whoever holds the permission by a role, else the
 * administrators. Nobody is told of their own.
 */
export async function tellRequest(
  tx: Tx,
  { unitId, unitType, userId }: Session,
  asked: Correction,
  { kind, id, classId }: Clocker,
): Promise<void> {
  const others = and(ne(userAccount.userId, userId), kind === 'staff' ? ne(userAccount.userId, id) : undefined)
  const findThose = (which: SQL) =>
    tx
      .select({ userId: userAccount.userId, language: userAccount.language })
      .from(userAccount)
      .where(and(eq(userAccount.status, 1), others, which))
  let deciders = classId === null ? [] : await findThose(headsClass(classId))
  if (deciders.length === 0) deciders = await findThose(approvesByRole)
  if (deciders.length === 0) deciders = await findThose(isAdministrator)
  for (const language of LANGUAGES) {
    await sendMessage(tx, {
      unitId,
      module: ATTENDANCE,
      body: requestText(asked, language),
      importance: 3,
      url: attendancePage(unitType, 2, '/corrections/waiting'),
      to: deciders.filter((one) => one.language === language).map((one) => ({ userId: one.userId, studentId: null })),
    })
  }
}
