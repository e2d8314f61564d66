import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { passkeyChallenge } from '../../../db/tables.generated.ts'
import { createBrowserSecret } from '../browser-secret.ts'
import { hashToken } from '../session-tokens.ts'

export const CHALLENGE_SECONDS = 300

/** A browser's, by its cookie's secret, and for a new passkey also a session's. */
export interface ChallengeOwner {
  readonly unitId: string
  readonly browser: string
  readonly sessionId: string | null
}

/** Browsers return it as base64url. */
export async function issueChallenge(
  tx: Tx,
  { unitId, browser, sessionId }: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  await tx.insert(passkeyChallenge).values({
    challengeHash: hashToken(Buffer.from(challenge).toString('base64url')),
    unitId,
    browserHash: hashToken(browser),
    sessionId,
    expiresAt: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
  })
  return challenge
}

/** False when it is not this owner's, is over or was used. The transaction must commit, or the challenge can be used again. */
export async function takeChallenge(tx: Tx, challenge: string, owner: ChallengeOwner): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    delete from passkey_challenge
    where challenge_hash = ${hashToken(challenge)} and browser_hash = ${hashToken(owner.browser)}
      and session_id is not distinct from ${owner.sessionId}::uuid and expires_at > now()`)
  return Boolean(rowCount)
}

/** Ties a challenge to this browser. */
export const passkeyBrowser = createBrowserSecret('portal_passkey', CHALLENGE_SECONDS)
