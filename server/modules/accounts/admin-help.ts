import type { OwnContact } from '../../../contract/endpoints/account.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { readContact } from './contact.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { type OwnProof, proveOneself } from '../auth/own-proof.ts'
import { endAllSessions } from '../auth/own-sessions.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { type PersonToHelp, findPersonToHelp } from '../auth/passwords/reset-code.ts'
import { removeSecondStep } from '../auth/second-step/second-step-setup.ts'
import { hasSecondStep } from '../auth/second-step/second-step.ts'
import { type Origin, originOf, recordSignInEvent } from '../auth/sign-in-events.ts'

type Helping = Pick<StreamCall, 'session' | 'scope'>

/** Signs a person out everywhere. Throws 'password.no_such_person', and 'account.oneself' for the administrator's own account. */
export async function signOutPerson(
  tx: Tx,
  call: Helping,
  loginName: string,
  origin: Origin,
): Promise<PersonToHelp & { readonly ended: number }> {
  const person = await findPersonToHelp(tx, call, loginName, 'account.oneself')
  const owner = { unitId: call.session.unitId, userId: person.userId }
  const ended = await endAllSessions(tx, owner, origin.address)
  await recordSignInEvent(tx, { ...owner, kind: 'signed-out-by-admin', ...origin })
  return { ...person, ended }
}

/** Shows how to reach a person, and records that. Throws 'password.no_such_person', and 'account.oneself' for the administrator's own account. */
export async function seeContact(
  tx: Tx,
  call: Helping,
  loginName: string,
  origin: Origin,
): Promise<PersonToHelp & OwnContact> {
  const person = await findPersonToHelp(tx, call, loginName, 'account.oneself')
  await recordSignInEvent(tx, { unitId: call.session.unitId, userId: person.userId, kind: 'contact-seen', ...origin })
  return { ...person, ...(await readContact(tx, person.userId)) }
}

/**
 * Turns off a lost second step and signs the person out everywhere, since the finder of their authenticator may be signed in. Throws 'password.no_such_person',
 * 'account.oneself', 'totp.off', and what `proveOneself` throws about the administrator's proof.
 */
export async function resetSecondStep(
  call: StreamCall,
  passwords: Passwords,
  loginName: string,
  proof: OwnProof,
): Promise<PersonToHelp> {
  const { session, request } = call
  // Before the proof, though it reveals which accounts have a second step: a mistyped name must not use up a code.
  const person = await call.inUnit((tx) => findPersonToHelp(tx, call, loginName, 'account.oneself'))
  const owner = { unitId: session.unitId, userId: person.userId }
  if (!(await hasSecondStep(request.server.database, owner))) throw new PortalError('totp.off')
  await proveOneself(call, passwords, proof)
  // The proof included an authenticator's code where the administrator has one. Where they have passkeys only, it was the password alone.
  call.requireFresh(!(await hasSecondStep(request.server.database, session)))
  await call.inUnit(async (tx) => {
    // Another administrator or the person has turned it off meanwhile.
    if (!(await removeSecondStep(tx, person.userId))) throw new PortalError('totp.off')
    const origin = originOf(request)
    await endAllSessions(tx, owner, origin.address)
    await recordSignInEvent(tx, { ...owner, kind: 'second-step-reset', ...origin })
    await noticeOf(call)(tx, owner, 'second-step-reset')
    await call.record(tx, { target: { kind: 'person', id: person.userId } })
  })
  return person
}
