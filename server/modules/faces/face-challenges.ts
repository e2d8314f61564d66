import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { challenge } from '../../../contract/endpoints/faces/face.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { faceChallenge } from '../../db/schema/faces.ts'
import type { Turn } from './engine/judge-face.ts'
import { createSecret, hashToken } from '../auth/session-tokens.ts'

/** Seconds: enough to turn the head, too short to prepare a film. */
const FACE_CHALLENGE_SECONDS = 60

/** Issues a challenge to turn the head to a browser, identified by the secret of its cookie. */
export async function issueTurn(tx: Tx, unitId: string, browser: string): Promise<ResponseOf<typeof challenge>> {
  const secret = createSecret()
  const turn = randomInt(2) === 0 ? 'left' : 'right'
  await tx.insert(faceChallenge).values({
    challengeHash: hashToken(secret),
    unitId,
    browserHash: hashToken(browser),
    turn,
    expiresAt: sql`now() + make_interval(secs => ${FACE_CHALLENGE_SECONDS})`,
  })
  return { challenge: secret, turn, seconds: FACE_CHALLENGE_SECONDS }
}

/** Consumes a challenge and returns its side; undefined when it was another browser's, expired or used. The transaction must commit. */
export async function takeTurn(tx: Tx, secret: string, browser: string): Promise<Turn | undefined> {
  const [taken] = await tx
    .delete(faceChallenge)
    .where(
      and(
        eq(faceChallenge.challengeHash, hashToken(secret)),
        eq(faceChallenge.browserHash, hashToken(browser)),
        gt(faceChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ turn: faceChallenge.turn })
  return taken?.turn
}

const COOKIE = 'portal_face'
const SECRET_FORM = /^[\w-]{43}$/

/** The secret that binds a challenge to this browser, '' without one. */
export function readFaceCookie(request: FastifyRequest): string {
  const value = request.cookies[COOKIE] ?? ''
  return SECRET_FORM.test(value) ? value : ''
}

/** The same, created if missing, and kept for a new challenge's lifetime. */
export function keepFaceCookie(reply: FastifyReply): string {
  const { request } = reply
  const secret = readFaceCookie(request) || createSecret()
  void reply.setCookie(COOKIE, secret, {
    httpOnly: true,
    sameSite: 'strict',
    // Signing in and clocking in are below this path.
    path: '/api/uaa',
    secure: request.protocol === 'https',
    maxAge: FACE_CHALLENGE_SECONDS,
  })
  return secret
}
