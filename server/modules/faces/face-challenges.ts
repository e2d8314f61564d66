import { randomInt } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type * as face from '../../../contract/endpoints/faces/face.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Tx } from '../../db/database.ts'
import { faceChallenge } from '../../db/tables.generated.ts'
import type { Turn } from './engine/judge-face.ts'
import { createBrowserSecret } from '../auth/browser-secret.ts'
import { createSecret, hashToken } from '../auth/session-tokens.ts'

/** Seconds: enough to turn the head, too short to prepare a film. */
const FACE_CHALLENGE_SECONDS = 60

/** Issues a challenge to turn the head to a browser, identified by the secret of its cookie. */
export async function issueTurn(tx: Tx, unitId: string, browser: string): Promise<ResponseOf<typeof face.challenge>> {
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

/** Ties a challenge to this browser, which signs in or clocks in. */
export const faceBrowser = createBrowserSecret('portal_face', FACE_CHALLENGE_SECONDS)
