import { eq } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import type * as peopleEndpoints from '../../../../contract/endpoints/people/people.ts'
import type { Slip } from '../../../../contract/endpoints/people/people.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { student, userAccount } from '../../../db/tables.generated.ts'
import type { Call, StreamCall } from '../../../http/call.ts'
import { portalOf } from '../../../http/portal-address.ts'
import { requireAccountsInScope } from '../../auth/class-scope.ts'
import { endAllSessions } from '../../auth/own-sessions.ts'
import { mailFirstLink } from '../../auth/passwords/first-link.ts'
import { storePassword } from '../../auth/passwords/new-password.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { originOf } from '../../auth/sign-in-events.ts'
import { hasMail } from '../../mail/unit-mail.ts'
import { namePinyin } from '../../desktop/pinyin.ts'
import { concernsStaff, requireMayActFor } from '../../auth/may-act-for.ts'
import { findChildren, giveGuardianCodes } from '../families/guardian-codes.ts'
import { type FoundPerson, requirePeople, targetOf } from '../list/list-people.ts'

/** Lower case for a phone's keyboard, and without characters that are taken for others on paper: no i, l, o, 0 and 1. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** Six letters and four digits, 39 bits: what guesses at one account are limited to, and until the first sign-in alone. It follows every rule for passwords. */
export function createPassword(): string {
  const some = (from: string, count: number) =>
    Array.from({ length: count }, () => from.charAt(randomInt(from.length))).join('')
  return `${some(LETTERS, 1).toUpperCase()}${some(LETTERS, 5)}${some(DIGITS, 4)}`
}

/** Who gets a password, or a link to one. Throws 'people.gone', 'access.part' and 'access.denied'. */
export async function findReceivers(
  tx: Tx,
  call: Pick<StreamCall, 'scope' | 'session' | 'requireFresh'>,
  { people: keys, onlyNew }: ParsedRequestOf<typeof peopleEndpoints.firstPasswords>,
): Promise<FoundPerson[]> {
  const all = await requirePeople(tx, keys, call.scope)
  const accounts = all.flatMap(({ userId }) => userId ?? [])
  await requireAccountsInScope(tx, call.scope, accounts)
  await requireMayActFor(tx, call.session, accounts)
  call.requireFresh(await concernsStaff(tx, accounts))
  return onlyNew ? all.filter(({ password }) => password === 'none' || password === 'lapsed') : all
}

/** Throws what the endpoint says. */
export async function mailLinks(
  call: Call,
  given: ParsedRequestOf<typeof peopleEndpoints.mailFirstLinks>,
): Promise<ResponseOf<typeof peopleEndpoints.mailFirstLinks>> {
  const { tx, session, request, record } = call
  if (!(await hasMail(tx))) throw new PortalError('mail.not_set_up')
  const people = await findReceivers(tx, call, given)
  requireOthers(people, session.userId)
  const without: ResponseOf<typeof peopleEndpoints.mailFirstLinks>['without'] = []
  let mailed = 0
  for (const { kind, id, realName, englishName, userId, loginName } of people) {
    const owner = userId === null || loginName === '' ? null : { unitId: session.unitId, userId }
    const isMailed =
      owner !== null &&
      (await mailFirstLink(tx, request.server.outbox, owner, { portal: portalOf(request), issuedBy: session.userId }))
    if (!isMailed) {
      without.push({ kind, id, realName, englishName })
      continue
    }
    mailed += 1
    await record(tx, { target: targetOf({ kind, id }), changes: { firstLink: true } })
  }
  if (mailed === 0) await record(tx, { changes: { people: 0 } })
  return { mailed, without }
}

function requireOthers(people: readonly FoundPerson[], giver: string): void {
  if (people.some(({ userId }) => userId === giver)) throw new PortalError('account.oneself')
  if (people.some(({ active }) => !active)) throw new PortalError('people.inactive')
}

interface Giving {
  /** Who gets one. Asked before passwords are hashed, and again in the transaction that stores them: a right may have ended in between. */
  readonly find: (tx: Tx) => Promise<FoundPerson[]>
  /** Tells the owner of an account in the same transaction. */
  readonly tell?: (tx: Tx, userId: string) => Promise<void>
}

/** Throws what `find` throws, 'account.oneself' and 'people.inactive'. No transaction is open while passwords are hashed. */
export async function writeFirstPasswords(
  call: StreamCall,
  passwords: Passwords,
  { find, tell }: Giving,
): Promise<ResponseOf<typeof peopleEndpoints.firstPasswords>> {
  const { unitId, userId: giver } = call.session
  const people = await call.inUnit(find)
  requireOthers(people, giver)
  const given = await Promise.all(
    people.filter(canSignIn).map(async ({ id }) => {
      const password = createPassword()
      return { id, password, hash: await passwords.hash(password, unitId) }
    }),
  )
  return call.inUnit(async (tx) => {
    const made: Slip[] = []
    const receivers = await find(tx)
    const still = new Map(receivers.filter(canSignIn).map((person) => [person.id, person]))
    for (const { id, password, hash } of given) {
      const person = still.get(id)
      if (!person) continue
      const { userId, loginName } = await requireAccount(tx, unitId, person)
      const { kind, realName, englishName, places } = person
      const origin = originOf(call.request)
      await storePassword(tx, { unitId, userId }, { passwordHash: hash, replaces: 'any', issuedBy: giver, origin })
      await endAllSessions(tx, { unitId, userId }, call.request.ip)
      const changes = { firstPassword: true, newAccount: person.userId === null }
      await call.record(tx, { target: targetOf(person), changes })
      await tell?.(tx, userId)
      made.push({ kind, id, realName, englishName, loginName, place: places[0] ?? null, password })
    }
    const parents = receivers.filter((person) => !canSignIn(person)).map(({ id }) => id)
    const pupils = await findChildren(tx, call.scope, parents)
    const codes = await giveGuardianCodes(tx, call.session, { pupils, scope: call.scope }, call.record)
    if (made.length + codes.length === 0) await call.record(tx, { changes: { people: 0 } })
    return { slips: made, codes }
  })
}

/** A parent whom the school has recorded without a login name chooses one with a child's code, and the password with it. */
const canSignIn = ({ loginName }: FoundPerson) => loginName !== ''

/** The person's account; a pupil without one gets it, with the number as login name. Throws 'people.login_taken'. */
async function requireAccount(
  tx: Tx,
  unitId: string,
  { id, userId, loginName, realName, englishName, number, sex }: FoundPerson,
): Promise<{ userId: string; loginName: string }> {
  if (userId !== null && loginName !== null) return { userId, loginName }
  const names = { loginName: number, realName, englishName, namePinyin: await namePinyin(realName) }
  const [added] = await tx
    .insert(userAccount)
    .values({ unitId, userType: 1, sex, ...names })
    .onConflictDoNothing()
    .returning({ userId: userAccount.userId })
  if (!added) throw new PortalError('people.login_taken')
  await tx.update(student).set({ userId: added.userId }).where(eq(student.studentId, id))
  return { userId: added.userId, loginName: number }
}
