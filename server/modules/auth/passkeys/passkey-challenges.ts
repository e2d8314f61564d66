import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { passkeyChallenge } from '../../../db/schema/second-factors.ts'
import { hashToken, createSecret } from '../session-tokens.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Seconds for which a challenge is good. */
export const CHALLENGE_SECONDS = 300

/** Whose challenge it is: a browser's, by the secret of its cookie, and for a new passkey a session's. */
export interface ChallengeOwner {
  readonly unitId: string
  readonly browser: string
  readonly sessionId: string | null
}

/** A new challenge as its bytes; browsers give it back as base64url. */
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

/** Uses a challenge up; false when it was not this owner's, is over or was used. The transaction must commit, or it can be used again. */
export async function takeChallenge(tx: Tx, challenge: string, owner: ChallengeOwner): Promise<boolean> {
  const taken = await tx
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challengeHash, hashToken(challenge)),
        eq(passkeyChallenge.browserHash, hashToken(owner.browser)),
        owner.sessionId === null ? isNull(passkeyChallenge.sessionId) : eq(passkeyChallenge.sessionId, owner.sessionId),
        gt(passkeyChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ challengeHash: passkeyChallenge.challengeHash })
  return taken.length > 0
}

const COOKIE = 'portal_passkey'
const SECRET_FORM = /^[\w-]{43}$/

/** The secret that ties a challenge to this browser, '' without one. */
export function readPasskeyCookie(request: FastifyRequest): string {
  const value = request.cookies[COOKIE] ?? ''
  return SECRET_FORM.test(value) ? value : ''
}

/** The same, made when there is none yet, and kept for as long as a new challenge is good. Tabs share it, so that one does not undo the other's. */
export function keepPasskeyCookie(reply: FastifyReply): string {
  const { request } = reply
  const secret = readPasskeyCookie(request) || createSecret()
  void reply.setCookie(COOKIE, secret, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/uaa',
    secure: request.protocol === 'https',
    maxAge: CHALLENGE_SECONDS,
  })
  return secret
}
