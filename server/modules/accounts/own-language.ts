import { and, eq, isNull, sql } from 'drizzle-orm'
import type { saveLanguage } from '../../../contract/endpoints/account.ts'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { userAccount } from '../../db/tables.generated.ts'
import type { Session } from '../../http/call.ts'

/** A language that is not chosen counts while there is no choice. */
export async function saveOwnLanguage(
  tx: Tx,
  { userId }: Session,
  { language, chosen }: ParsedRequestOf<typeof saveLanguage>,
): Promise<void> {
  const own = eq(userAccount.userId, userId)
  await tx
    .update(userAccount)
    .set({ language, ...(chosen && { languageChosenAt: sql`now()` }) })
    .where(chosen ? own : and(own, isNull(userAccount.languageChosenAt)))
}
