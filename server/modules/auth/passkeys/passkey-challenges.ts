import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/database.ts'
import { passkeyChallenge } from '../../../db/schema/second-factors.ts'
import { hashToken, createSecret } from '../session-tokens.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  const { rowCount } = await tx
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challengeHash, hashToken(challenge)),
        eq(passkeyChallenge.browserHash, hashToken(owner.browser)),
        owner.sessionId === null ? isNull(passkeyChallenge.sessionId) : eq(passkeyChallenge.sessionId, owner.sessionId),
        gt(passkeyChallenge.expiresAt, sql`now()`),
      ),
    )
  return Boolean(rowCount)
}

const COOKIE = 'portal_passkey'
const SECRET_FORM = /^[\w-]{43}$/

/** The secret that ties a challenge to this browser; '' without one. */
export function readPasskeyCookie(request: FastifyRequest): string {
  const value = request.cookies[COOKIE] ?? ''
  return SECRET_FORM.test(value) ? value : ''
}

/** Creates the secret if there is none. Tabs share it, so that one does not invalidate another's challenge. */
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
