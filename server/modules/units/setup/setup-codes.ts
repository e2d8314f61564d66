import { sql } from 'drizzle-orm'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryAny } from '../../../db/query.ts'
import { setupCode } from '../../../db/tables.generated.ts'
import { createSecret, hashToken } from '../../auth/session-tokens.ts'

// All functions need the owner's transaction.

const LIFETIME = sql`now() + interval '1 hour'`

export const SETUP_LINK_TEXT = 'Set up the portal within an hour, once, at'

/** The link of a code. The code is in the fragment, which browsers do not send to servers. */
export function setupLink(origin: string, code: string): string {
  return `${origin}/setup#${code}`
}

/** Issues a code, of which only the hash is stored. Earlier codes stay valid, because each process on a database prints its own. */
export async function issueSetupCode(tx: Tx): Promise<string> {
  const code = createSecret()
  await tx.insert(setupCode).values({ codeHash: hashToken(code), expiresAt: LIFETIME })
  return code
}

/** Throws 'setup.done' or 'setup.code_invalid'. */
export async function checkSetupCode(tx: Tx, code: string): Promise<void> {
  if (await hasOperator(tx)) throw new PortalError('setup.done')
  if (
    !(await queryAny(
      tx,
    )`select from setup_code where code_hash = ${hashToken(code)} and expires_at > clock_timestamp()`)
  )
    throw new PortalError('setup.code_invalid')
}

/** Uses up the code, and with it all others. Of several transactions at once, one gets through. Throws 'setup.done' or 'setup.code_invalid'. */
export async function useSetupCode(tx: Tx, code: string): Promise<void> {
  await lockSetup(tx)
  await checkSetupCode(tx, code)
  await tx.delete(setupCode)
}

/** Prevents other transactions from setting up units until this one ends. */
export async function lockSetup(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table unit in share row exclusive mode`)
}

export const hasOperator = (tx: Tx): Promise<boolean> => queryAny(tx)`select from user_account where superman limit 1`

export const hasUnit = (tx: Tx): Promise<boolean> => queryAny(tx)`select from unit limit 1`
