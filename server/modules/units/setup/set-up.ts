import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { SetupAccount, SetupUnit } from '../../../../contract/endpoints/units/setup.ts'
import type { MailForm } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { wallTime } from '../../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../../db/database.ts'
import { queryValue } from '../../../db/query.ts'
import { credential, roleMember, userAccount } from '../../../db/tables.generated.ts'
import { recordCommand } from '../../../http/admin-events.ts'
import { fieldError } from '../../../http/call.ts'
import type { Vault } from '../../../runtime/vault.ts'
import { hashNewPassword } from '../../auth/passwords/new-password.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { namePinyin } from '../../desktop/pinyin.ts'
import { saveMail } from '../../mail/unit-mail.ts'
import { type OwnClient, registerOwnClient } from '../../oauth/oauth-clients.ts'
import { createUnit, findTakenHosts, type NewUnit } from '../create-unit.ts'
import { DEFAULT_TIME_ZONE } from '../unit-time-zone.ts'
import { lockSetup } from './setup-codes.ts'

type AccountWithPassword = SetupAccount & { readonly password: string }
type HashedAccount = SetupAccount & { readonly passwordHash: string }

export type UnitDetails = Pick<
  NewUnit,
  'principal' | 'footer' | 'link' | 'decorationSet' | 'signInWays' | 'messageDot' | 'licences' | 'applications'
>

export interface SetupPlan {
  readonly unit: SetupUnit
  readonly logo?: NewUnit['logo'] | undefined
  /** What a set-up file may contain besides. The page of the first run does not ask for it. */
  readonly details?: UnitDetails | undefined
  /** Absent for a further unit of a portal that has an operator. */
  readonly operator?: AccountWithPassword | undefined
  readonly administrator: AccountWithPassword
  readonly mail?: MailForm | undefined
  readonly clients?: readonly OwnClient[]
}

export interface PreparedSetup extends Omit<SetupPlan, 'operator' | 'administrator'> {
  readonly operator?: HashedAccount | undefined
  readonly administrator: HashedAccount
}

/** Checks names and passwords and hashes these, before a transaction begins. Throws the error of a field, such as 'password.common' of `operator.password`. */
export async function prepareSetup(passwords: Passwords, plan: SetupPlan): Promise<PreparedSetup> {
  const { operator, administrator, unit } = plan
  return {
    ...plan,
    operator: operator && (await hashed(passwords, unit, 'operator', operator)),
    administrator: await hashed(passwords, unit, 'administrator', administrator),
  }
}

async function hashed(
  passwords: Passwords,
  { englishName }: SetupUnit,
  part: 'operator' | 'administrator',
  { password, ...account }: AccountWithPassword,
): Promise<HashedAccount> {
  const context = { loginName: account.loginName, schoolName: englishName, passwordHash: null, rule: 'mixed' } as const
  try {
    return { ...account, passwordHash: await hashNewPassword(passwords, context, password) }
  } catch (error) {
    if (!(error instanceof PortalError) || !error.fields?.length) throw error
    throw fieldError(`${part}.password`, error.code)
  }
}

/** Writes the unit, its accounts, mail server and third parties, in the owner's transaction. Throws 'setup.host_taken' with the field. */
export async function setUp(
  tx: Tx,
  vault: Vault,
  now: number,
  { unit, logo, details, operator, administrator, mail, clients = [] }: PreparedSetup,
): Promise<{ unitId: string }> {
  await lockSetup(tx)
  const { type, ...given } = unit
  const hosts = [...new Set(unit.hosts)]
  const [taken] = await findTakenHosts(tx, hosts)
  if (taken !== undefined) throw fieldError(`unit.hosts.${unit.hosts.indexOf(taken)}`, 'setup.host_taken')
  const { unitId, adminRoleId } = await createUnit(tx, {
    ...given,
    ...details,
    hosts,
    unitType: type === 'area' ? '1' : '2',
    today: wallTime(now, DEFAULT_TIME_ZONE).date,
    ...(logo && { logo }),
  })
  if (operator) await writeOperator(tx, operator)
  const adminId = await writeAccount(tx, unitId, administrator)
  if (adminId === null) throw new Error('The account was not written')
  await tx.insert(roleMember).values({ unitId, roleId: adminRoleId, userId: adminId })
  for (const client of clients) await registerOwnClient(tx, unitId, client)
  if (mail) {
    // `saveMail` reads the settings of the transaction's unit.
    await tx.execute(sql`select set_config('portal.unit_id', ${unitId}, true)`)
    await saveMail(tx, vault, unitId, mail)
  }
  await recordCommand(tx, unitId, 'setup', {
    changes: { hosts, clients: clients.map(({ clientId, ownScopes }) => ({ clientId, ownScopes })) },
  })
  return { unitId }
}

/** Writes an account of the operators' unit, which is created with its first account. */
async function writeOperator(tx: Tx, operator: HashedAccount): Promise<void> {
  const unitId = await queryValue(tx, z.string())`select portal_operators_unit()`
  await writeAccount(tx, unitId, operator, { superman: true })
  await recordCommand(tx, unitId, 'setup', {})
}

/** Writes an account of a member of staff, or of an operator (`superman`). Returns its identifier; null where the login name is taken. */
export async function writeAccount(
  tx: Tx,
  unitId: string,
  { passwordHash, name, ...account }: HashedAccount,
  /** `issuedBy`: who gives the password as a first one. */
  { superman = false, issuedBy = null }: { superman?: boolean; issuedBy?: string | null } = {},
): Promise<string | null> {
  const [written] = await tx
    .insert(userAccount)
    .values({ ...account, unitId, realName: name, namePinyin: await namePinyin(name), userType: 4, superman })
    .onConflictDoNothing()
    .returning({ userId: userAccount.userId })
  if (!written) return null
  await tx
    .insert(credential)
    .values({ unitId, userId: written.userId, passwordHash, isFirst: issuedBy !== null, issuedBy })
  return written.userId
}
