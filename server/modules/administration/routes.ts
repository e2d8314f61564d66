import type { FastifyInstance } from 'fastify'
import * as help from '../../../contract/endpoints/sign-in/admin-help.ts'
import * as endpoints from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { saveUnitAppearance, unitAppearance } from '../../../contract/endpoints/unit-configuration.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { type StreamCall, logAdminChange, requireName } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { deleteClient, rotateClientSecret } from '../oauth/oauth-clients.ts'
import { enqueueNotice } from '../auth/account-notices.ts'
import { originOf } from '../auth/sign-in-events.ts'
import type { SignInDeps } from '../auth/sign-in-limit.ts'
import { resetSecondStep, seeContact, signOutPerson } from './admin-help.ts'
import * as settings from './sign-in-settings.ts'
import { deleteProvider, saveProvider } from '../identity-providers/save-provider.ts'
import { openMail, removeMail, sendTestMail } from '../mail/unit-mail.ts'
import { readAppearance, saveAppearance } from '../tenants/unit-configuration.ts'

/** Enough for tests, too few for spam. */
const TEST_MAILS_PER_MINUTE = 10
/** Characters of a mail server's reply. */
const SAID_LENGTH = 500

export function registerSignInAdmin(app: FastifyInstance): void {
  const { vault } = app
  const { readSignInSettings } = settings
  route(app, endpoints.settings, (_, { tx }) => readSignInSettings(tx))
  registerAppearance(app)

  streamRoute(app, endpoints.saveSignInMethods, (call) => {
    const ways = call.parse({})
    return change(call, endpoints.saveSignInMethods, { ways }, (tx) => settings.saveSignInMethods(tx, ways))
  })
  streamRoute(app, endpoints.savePasswordRule, (call) => {
    const { rule } = call.parse({})
    return change(call, endpoints.savePasswordRule, { rule }, (tx) => settings.savePasswordRule(tx, rule))
  })

  streamRoute(app, endpoints.saveMail, (call) => {
    const given = call.parse({})
    const { unitId } = call.session
    return change(call, endpoints.saveMail, { host: given.host }, (tx) => settings.saveMail(tx, vault, unitId, given))
  })
  streamRoute(app, endpoints.deleteMail, (call) =>
    change(call, endpoints.deleteMail, {}, (tx) => removeMail(tx, call.session.unitId)),
  )
  registerTestMail(app)

  streamRoute(app, endpoints.saveProvider, async (call) => {
    const given = call.parse({})
    const [providerId, now] = await call.inUnit(async (tx) => [
      await saveProvider(tx, vault, call.session.unitId, given),
      await readSignInSettings(tx),
    ])
    logAdminChange(call, endpoints.saveProvider, { target: providerId, isNew: given.providerId === undefined })
    return now
  })
  streamRoute(app, endpoints.deleteProvider, (call) => {
    const { providerId } = call.parse({})
    return change(call, endpoints.deleteProvider, { target: providerId }, (tx) => deleteProvider(tx, providerId))
  })

  streamRoute(app, endpoints.saveClient, async (call) => {
    const given = call.parse({})
    const saved = await call.inUnit(async (tx) => ({
      ...(await settings.saveClient(tx, call.session.unitId, given)),
      settings: await readSignInSettings(tx),
    }))
    logAdminChange(call, endpoints.saveClient, { target: saved.clientId, isNew: given.clientId === undefined })
    return saved
  })
  streamRoute(app, endpoints.deleteClient, (call) => {
    const { clientId } = call.parse({})
    return change(call, endpoints.deleteClient, { target: clientId }, (tx) => deleteClient(tx, clientId))
  })
  streamRoute(app, endpoints.rotateClientSecret, async (call) => {
    const { clientId } = call.parse({})
    const secret = await call.inUnit((tx) => rotateClientSecret(tx, clientId))
    logAdminChange(call, endpoints.rotateClientSecret, { target: clientId })
    return { secret }
  })
}

function registerAppearance(app: FastifyInstance): void {
  route(app, unitAppearance, (_, { tx }) => readAppearance(tx))
  streamRoute(app, saveUnitAppearance, async (call) => {
    const appearance = call.parse({})
    const now = await call.inUnit((tx) => saveAppearance(tx, appearance))
    logAdminChange(call, saveUnitAppearance, {}, 'appearance')
    return now
  })
}

function registerTestMail(app: FastifyInstance): void {
  const limit = createRequestLimit(app, TEST_MAILS_PER_MINUTE)
  streamRoute(app, endpoints.testMail, async (call) => {
    const { to } = call.parse({})
    await limit(call.request)
    // No transaction waits for the mail server.
    const mail = await call.inUnit((tx) => openMail(tx, app.vault))
    if (!mail) throw new PortalError('mail.not_set_up')
    logAdminChange(call, endpoints.testMail, { host: mail.host })
    try {
      await sendTestMail(mail, to)
      return { problem: null }
    } catch (error) {
      const code = error instanceof PortalError ? MAIL_PROBLEMS.find((known) => known === error.code) : undefined
      if (!(error instanceof PortalError) || !code) throw error
      const said: unknown = Object(error.cause).response
      return { problem: { code, said: typeof said === 'string' ? said.slice(0, SAID_LENGTH) : '' } }
    }
  })
}

const MAIL_PROBLEMS = ['mail.unreachable', 'mail.login_refused', 'mail.refused'] as const

/** Returns the settings after the change. */
async function change(
  call: StreamCall,
  row: AnyEndpoint,
  what: object,
  work: (tx: Tx) => Promise<void>,
): Promise<SignInSettings> {
  const now = await call.inUnit(async (tx) => {
    await work(tx)
    return settings.readSignInSettings(tx)
  })
  logAdminChange(call, row, what)
  return now
}

/** None is a `route`: the log lines are written once the change is committed, and no transaction may wait for the hashing. */
export function registerAdminHelp(
  app: FastifyInstance,
  { passwords, limit }: Pick<SignInDeps, 'passwords' | 'limit'>,
): void {
  streamRoute(app, help.endSessions, async (call) => {
    const { session, request } = call
    const loginName = requireName(call.parse({}).username)
    const person = await call.inUnit((tx) => signOutPerson(tx, session, loginName, originOf(request)))
    logAdminChange(call, help.endSessions, { target: person.userId, ended: person.ended })
    enqueueNotice(call, { ...session, userId: person.userId }, 'signed-out-by-admin')
    return person
  })

  streamRoute(app, help.contactOf, async (call) => {
    const { session, request } = call
    const loginName = requireName(call.parse({}).username)
    const person = await call.inUnit((tx) => seeContact(tx, session, loginName, originOf(request)))
    logAdminChange(call, help.contactOf, { target: person.userId })
    return person
  })

  streamRoute(app, help.turnOffSecondStep, async (call) => {
    const { username, ...proof } = call.parse({})
    const loginName = requireName(username)
    await limit(call.request)
    const person = await resetSecondStep(call, passwords, loginName, proof)
    logAdminChange(call, help.turnOffSecondStep, { target: person.userId })
    enqueueNotice(call, { ...call.session, userId: person.userId }, 'second-step-reset')
    return person
  })
}
