import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import {
  type AdminProtection,
  readAdminProtection,
  saveAdminProtection,
} from '../../../../contract/endpoints/sign-in/admin-access.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryValue } from '../../../db/query.ts'
import { unit } from '../../../db/tables.generated.ts'
import { difference } from '../../../http/admin-events.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { beginSettings, withVersion } from '../../../http/record-version.ts'
import { plainAddress } from '../../../http/network-address.ts'
import { route, streamRoute } from '../../../http/route.ts'
import { requireReachOfAllAccounts } from '../may-act-for.ts'
import { endUnprovedOfAdministrators } from '../own-sessions.ts'
import { hasSecondFactor } from '../second-step/session-factor.ts'
import { isOwnUnit } from '../../units/unit-config.ts'

/** Registers what a unit demands of its administrators: a second factor, and networks. `portal_begin` checks it at the beginning of each call. */
export function registerAdminProtection(app: FastifyInstance): void {
  route(app, readAdminProtection, (_, { tx, request }) => readProtection(tx, request.ip))
  streamRoute(app, saveAdminProtection, async (call) => {
    const { session, request } = call
    const { version, ...given } = call.parse({})
    // The settings hold for every administrator.
    requireReachOfAllAccounts(session)
    return call.inUnit(async (tx) => {
      const { version: _, ...before } = await beginSettings(tx, saveAdminProtection, version, () =>
        readProtection(tx, request.ip),
      )
      call.requireFresh(removesProtection(before, given))
      await saveProtection(tx, session, request.ip, given)
      if (given.secondFactor && !before.secondFactor) await endUnprovedOfAdministrators(tx)
      const { version: after, ...now } = await readProtection(tx, request.ip)
      await call.record(tx, { changes: difference(before, now) })
      return { ...now, version: after }
    })
  })
}

type Protection = Pick<AdminProtection, 'secondFactor' | 'networks'>

/** Whether the second factor is no longer demanded, or an address is admitted that was not: from a network that was not listed, or from anywhere. */
function removesProtection(before: Protection, after: Protection): boolean {
  const admitsMore =
    before.networks.length > 0 &&
    (after.networks.length === 0 || after.networks.some((network) => !before.networks.includes(network)))
  return (before.secondFactor && !after.secondFactor) || admitsMore
}

async function readProtection(tx: Tx, address: string): Promise<AdminProtection> {
  const columns = { secondFactor: unit.adminSecondFactor, networks: unit.adminNetworks }
  const [found] = await tx.select(columns).from(unit).where(isOwnUnit)
  if (!found) throw new PortalError('tenant.unknown_host')
  return { ...withVersion(found), address: plainAddress(address) ?? address }
}

/** Throws 'admin.second_factor_own' or 'admin.network_own' when the administrator would be locked out by what they turn on. */
async function saveProtection(
  tx: Tx,
  administrator: Session,
  address: string,
  { secondFactor, networks }: Protection,
): Promise<void> {
  if (secondFactor && !(await hasSecondFactor(tx, administrator)))
    throw fieldError('secondFactor', 'admin.second_factor_own')
  const listed = [...new Set(networks)]
  if (listed.length > 0) {
    const isListed = await queryValue(tx, z.boolean())`
      select coalesce(${plainAddress(address)}::inet <<= any (${sql.param(listed)}::inet[]), false)`
    if (!isListed) throw fieldError('networks', 'admin.network_own')
  }
  await tx.update(unit).set({ adminSecondFactor: secondFactor, adminNetworks: listed }).where(isOwnUnit)
}
