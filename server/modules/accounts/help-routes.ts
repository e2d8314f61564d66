import type { FastifyInstance } from 'fastify'
import * as adminHelp from '../../../contract/endpoints/sign-in/admin-help.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { requireName, type StreamCall } from '../../http/call.ts'
import { streamRoute } from '../../http/route.ts'
import { noticeOf } from '../auth/account-notices.ts'
import { type OwnProof, proveOneself } from '../auth/own-proof.ts'
import { endAllSessions } from '../auth/own-sessions.ts'
import type { Passwords } from '../auth/passwords/passwords.ts'
import { findPersonToHelp, type PersonToHelp } from '../auth/passwords/reset-code.ts'
import { removeSecondStep } from '../auth/second-step/second-step-setup.ts'
import { hasSecondStep } from '../auth/second-step/second-step.ts'
import { originOf, recordSignInEvent } from '../auth/sign-in-events.ts'
import type { SignInDeps } from '../auth/sign-in-limit.ts'
import { readContact } from './contact.ts'

/** Registers the help of administrators with accounts. None is a `route`, because no transaction may wait for the hashing of a password. */
export function registerAdminHelp(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  // Signs a person out everywhere.
  streamRoute(app, adminHelp.endSessions, async (call) => {
    const loginName = requireName(call.parse({}).username)
    return call.inUnit(async (tx) => {
      const person = await findPersonToHelp(tx, call, loginName, 'account.oneself')
      const owner = { unitId: call.session.unitId, userId: person.userId }
      const origin = originOf(call.request)
      const ended = await endAllSessions(tx, owner, origin.address)
      await recordSignInEvent(tx, { ...owner, kind: 'signed-out-by-admin', ...origin })
      await noticeOf(call)(tx, owner, 'signed-out-by-admin')
      await call.record(tx, { target: { kind: 'person', id: person.userId }, changes: { ended } })
      return { ...person, ended }
    })
  })

  // Shows how to reach a person, and records that.
  streamRoute(app, adminHelp.contactOf, async (call) => {
    const loginName = requireName(call.parse({}).username)
    return call.inUnit(async (tx) => {
      const person = await findPersonToHelp(tx, call, loginName, 'account.oneself')
      const { userId } = person
      await recordSignInEvent(tx, {
        unitId: call.session.unitId,
        userId,
        kind: 'contact-seen',
        ...originOf(call.request),
      })
      await call.record(tx, { target: { kind: 'person', id: userId } })
      return { ...person, ...(await readContact(tx, userId)) }
    })
  })

  streamRoute(app, adminHelp.turnOffSecondStep, async (call) => {
    const { username, ...proof } = call.parse({})
    const loginName = requireName(username)
    await limit(call.request)
    return resetSecondStep(call, passwords, loginName, proof)
  })
}

/**
 * Turns off a lost second step and signs the person out everywhere, since the finder of their authenticator may be signed in. Throws 'password.no_such_person',
 * 'account.oneself', 'totp.off', and what `proveOneself` throws about the administrator's proof.
 */
async function resetSecondStep(
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
