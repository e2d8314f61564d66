import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ADMIN_PERMISSIONS } from '../../../../contract/permissions.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { adminAccess } from '../../../../contract/endpoints/sign-in/admin-access.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { Tx } from '../../../db/database.ts'
import { queryRows, queryValue } from '../../../db/query.ts'
import { session } from '../../../db/tables.generated.ts'
import type { Session, StreamCall } from '../../../http/call.ts'
import { plainAddress } from '../../../http/network-address.ts'
import { proveOneself } from '../own-proof.ts'
import type { Passwords } from '../passwords/passwords.ts'

const factorRow = z.object({ due: z.boolean(), network: z.boolean(), code: z.boolean(), passkey: z.boolean() })

/** `due`: the unit asks for a factor that this session has not proved. `network`: whether the unit is administered from this address. */
async function readFactors(tx: Tx, { sessionId, userId }: Session, address: string) {
  const [found] = await queryRows(tx, factorRow)`
    select u.admin_second_factor and not s.second_factor as due,
      cardinality(u.admin_networks) = 0 or coalesce(${plainAddress(address)}::inet <<= any (u.admin_networks), false) as network,
      exists (select from second_step t where t.user_id = ${userId}) as code,
      exists (select from passkey p where p.user_id = ${userId}) as passkey
    from session s join unit u on u.unit_id = s.unit_id where s.session_id = ${sessionId}`
  if (!found) throw new PortalError('session.required')
  return found
}

/** Whether the administration is open to a session at an address, and what is missing. */
export async function readAdminAccess(tx: Tx, own: Session, address: string): Promise<ResponseOf<typeof adminAccess>> {
  const { due, network, code, passkey } = await readFactors(tx, own, address)
  return { network, address, secondFactor: due ? (code ? 'code' : passkey ? 'passkey' : 'none') : 'ok' }
}

/** Whether the person has a second factor at all. */
export async function hasSecondFactor(tx: Tx, own: Session): Promise<boolean> {
  const { code, passkey } = await readFactors(tx, own, '')
  return code || passkey
}

/** From now on the session counts as opened with a second factor, and its person as authenticated now. */
export async function markSecondFactor(tx: Tx, { sessionId }: Session): Promise<void> {
  await tx
    .update(session)
    .set({ secondFactor: true, authenticatedAt: sql`now()` })
    .where(eq(session.sessionId, sessionId))
}

/** Proves the second factor in a running session. Throws what `proveOneself` throws. */
export async function proveSecondFactor(
  call: StreamCall,
  passwords: Passwords,
  proof: { readonly password: string; readonly otp: string },
): Promise<void> {
  await proveOneself(call, passwords, proof, 'code')
  await call.inUnit((tx) => markSecondFactor(tx, call.session))
}

/**
 * Where the unit asks administrators for a second factor, a password alone must not replace their passkey by a factor of its finder's. With an
 * authenticator, `proveOneself` asks for its code. Throws 'totp.passkey_first'.
 */
export async function requirePasskeyFirst(tx: Tx, own: Session): Promise<void> {
  const { due, code, passkey } = await readFactors(tx, own, '')
  if (!due || code || !passkey) return
  const administers = await queryValue(tx, z.boolean())`
    select portal_administers(${own.userId}, ${sql.param(ADMIN_PERMISSIONS)}::text[])`
  if (administers) throw new PortalError('totp.passkey_first')
}
