import { and, eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { HostUnit, Session } from '../../http/call.ts'
import type { Database, Tx } from '../../db/database.ts'
import { loginDevice } from '../../db/schema/identity.ts'
import type { Allowed } from './login-limits.ts'
import type { Tokens } from './session-tokens.ts'
import { createSecret, createTokens, hashToken } from './session-tokens.ts'
import { describeSession } from './sessions.ts'
import type { Origin } from './sign-in-events.ts'
import { cutUserAgent } from './sign-in-events.ts'

/** More devices than a person uses; the longest unused ones are forgotten. */
const DEVICES_MAX = 20

/** Where somebody who wants to sign in comes from. */
export interface Arrival extends Origin {
  readonly unit: HostUnit
  /** The secret of the device's cookie, when it has one; null where the device is not to be remembered: the cookie is then left as it is. */
  readonly device: string | undefined | null
  /** The session that this browser still has; it ends when the new one begins. */
  readonly earlier: Session | null
}

/** What somebody who has just signed in gets. */
export interface Admitted {
  readonly session: Session
  readonly tokens: Tokens
  /** The device's secret; null when it was not remembered. */
  readonly device: string | null
}

/**
 * Lets in somebody who has proved who they are, whatever the way: remembers the device, ends the browser's earlier session and opens a new one. Every
 * sign-in goes through here.
 */
export async function admit(
  tx: Tx,
  arrival: Arrival,
  person: Pick<Session, 'userId' | 'userType'>,
  kind: 'signed-in' | 'role-switched' = 'signed-in',
): Promise<Admitted> {
  const { values, toAdmitted } = prepareAdmission(arrival, person, kind, null)
  const { rows } = await tx.execute(sql`select * from portal_admit(${sql.join(values.map(toParameter), sql`, `)})`)
  return toAdmitted(rows[0])
}

/** The same for somebody whose attempt was counted and is taken back now, in one round trip of its own. */
export async function admitCounted(
  database: Database,
  arrival: Arrival,
  person: Pick<Session, 'userId' | 'userType'>,
  allowed: Allowed,
): Promise<Admitted> {
  const { values, toAdmitted } = prepareAdmission(arrival, person, 'signed-in', allowed)
  const [row] = await database.callFunction('portal_admit', values)
  return toAdmitted(row)
}

const opened = z.object({ session_id: z.string(), admin: z.boolean() })

/** The arguments of `portal_admit`, and what its row means. */
function prepareAdmission(
  { unit, address, userAgent, earlier, ...arrival }: Arrival,
  { userId, userType }: Pick<Session, 'userId' | 'userType'>,
  kind: string,
  allowed: Allowed | null,
) {
  const device = arrival.device === null ? null : arrival.device || createSecret()
  const tokens = createTokens()
  const { family, access, refresh, ...seconds } = describeSession(tokens)
  return {
    values: [
      unit.unitId,
      userId,
      kind,
      allowed?.keys.own ?? null,
      allowed?.keys.shared ?? [],
      allowed?.ownFailures ?? 0,
      device === null ? null : hashToken(device),
      DEVICES_MAX,
      earlier?.sessionId ?? null,
      address,
      cutUserAgent(userAgent),
      family,
      access,
      refresh,
      seconds.accessSeconds,
      seconds.refreshSeconds,
      seconds.sessionSeconds,
    ],
    toAdmitted: (row: unknown): Admitted => {
      const { session_id, admin } = z.parse(opened, row)
      return { session: { ...unit, sessionId: session_id, userId, userType, admin }, tokens, device }
    },
  }
}

/** drizzle would spread a list over several parameters. */
function toParameter(value: unknown): SQL {
  return Array.isArray(value) ? sql`${sql.param(value)}` : sql`${value}`
}

/** Whether a person has signed in on the device of this cookie before. */
export async function isKnownDevice(tx: Tx, userId: string, deviceHash: Buffer): Promise<boolean> {
  const known = await tx
    .select({ userId: loginDevice.userId })
    .from(loginDevice)
    .where(and(eq(loginDevice.userId, userId), eq(loginDevice.deviceHash, deviceHash)))
  return known.length > 0
}
