import type { FastifyInstance } from 'fastify'
import * as signInAdmin from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { SignInSettings } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call } from '../../../http/call.ts'
import { difference, type AdminTarget } from '../../../http/admin-events.ts'
import { lockUntilEnd } from '../../../db/database.ts'
import { beginSettings, requireVersion } from '../../../http/record-version.ts'
import { createRequestLimit } from '../../../http/request-limit.ts'
import { route, streamRoute } from '../../../http/route.ts'
import {
  deleteClient,
  requireClientInReach,
  requireSecretInReach,
  rotateClientSecret,
} from '../../oauth/oauth-clients.ts'
import { requireReachOfAllAccounts } from '../../auth/may-act-for.ts'
import * as settings from './sign-in-settings.ts'
import { createProviderFetch } from '../../identity-providers/provider-fetch.ts'
import {
  deleteProvider,
  readProviderDocument,
  requireProviderAddresses,
  saveProvider,
} from '../../identity-providers/save-provider.ts'
import { describeMailFailure, openMail, removeMail, saveMail, sendTestMail } from '../../mail/unit-mail.ts'

/** Enough for tests, too few for spam. */
const TEST_MAILS_PER_MINUTE = 10
/** Each save fetches a discovery document from another server. */
const PROVIDERS_PER_MINUTE = 30

export function registerSignInAdmin(app: FastifyInstance): void {
  const { vault } = app
  const { readSignInSettings } = settings
  route(app, signInAdmin.settings, (_, { tx, session }) => readSignInSettings(tx, session))

  route(app, signInAdmin.saveSignInMethods, ({ version, ...ways }, call) => {
    const { tx, session } = call
    const read = async () => (await readSignInSettings(tx, session)).ways
    const save = async () => {
      await beginSettings(tx, signInAdmin.saveSignInMethods, version, read)
      await settings.saveSignInMethods(tx, ways)
    }
    return change(call, save, { part: (now) => now.ways })
  })
  route(app, signInAdmin.savePasswordRule, ({ rule }, call) =>
    change(call, () => settings.savePasswordRule(call.tx, rule), { part: ({ passwordRule }) => ({ passwordRule }) }),
  )

  route(app, signInAdmin.saveMail, ({ version, ...given }, call) => {
    const { tx, session } = call
    requireReachOfAllAccounts(session)
    const save = async () => {
      await beginSettings(tx, signInAdmin.saveMail, version, () => settings.readMail(tx))
      await saveMail(tx, vault, session.unitId, given)
    }
    return change(call, save, { part: mailOf, more: { newPassword: given.password !== undefined } })
  })
  route(app, signInAdmin.deleteMail, (_, call) => {
    requireReachOfAllAccounts(call.session)
    return change(call, () => removeMail(call.tx, call.session.unitId), { part: mailOf })
  })
  route(app, signInAdmin.sendMailAgain, (_, call) =>
    change(call, () => app.outbox.sendAgain(call.tx, call.session.unitId)),
  )
  route(app, signInAdmin.discardMail, (_, call) => change(call, () => app.outbox.discard(call.tx)))
  registerTestMail(app)

  const limitProviders = createRequestLimit({ name: 'providers saved', perMinute: PROVIDERS_PER_MINUTE })
  const ask = createProviderFetch([], { addresses: app.providerAddresses })
  streamRoute(app, signInAdmin.saveProvider, async (call) => {
    const given = call.parse({})
    // A provider decides who signs in, also to administrators' accounts that are linked with it.
    requireReachOfAllAccounts(call.session)
    if (given.kind === 'oidc' && given.enabled) await limitProviders(call.request)
    await requireProviderAddresses(given, app.providerAddresses)
    const named = await readProviderDocument(given, ask)
    return call.inUnit(async (tx) => {
      if (given.providerId !== undefined) await lockUntilEnd(tx, `provider ${given.providerId}`)
      const before = await readSignInSettings(tx, call.session)
      const current = before.providers.find(({ providerId }) => providerId === given.providerId)
      if (current) {
        const target = { kind: 'provider' as const, id: current.providerId }
        await requireVersion(tx, signInAdmin.saveProvider, { known: given.version, current, target })
      }
      const id = await saveProvider(tx, vault, call.session.unitId, { ...given, ...named })
      const now = await readSignInSettings(tx, call.session)
      const changes = difference(providerOf(before, given.providerId), providerOf(now, id))
      await call.record(tx, {
        target: { kind: 'provider', id },
        changes: { ...changes, newSecret: given.clientSecret !== undefined },
      })
      return now
    })
  })
  route(app, signInAdmin.deleteProvider, ({ providerId }, call) => {
    requireReachOfAllAccounts(call.session)
    return change(call, () => deleteProvider(call.tx, providerId), {
      target: { kind: 'provider', id: providerId },
      part: (now) => providerOf(now, providerId),
    })
  })

  route(app, signInAdmin.saveClient, async (given, { tx, session, record }) => {
    if (given.clientId !== undefined) {
      await requireClientInReach(tx, session, given.clientId)
      await lockUntilEnd(tx, `client ${given.clientId}`)
    }
    const before = await readSignInSettings(tx, session)
    const current = before.clients.find(({ clientId }) => clientId === given.clientId)
    if (current) {
      const target = { kind: 'client' as const, id: current.clientId }
      await requireVersion(tx, signInAdmin.saveClient, { known: given.version, current, target })
    }
    const saved = await settings.saveClient(tx, session, given)
    const now = await readSignInSettings(tx, session)
    const changes = difference(clientOf(before, given.clientId), clientOf(now, saved.clientId))
    await record(tx, {
      target: { kind: 'client', id: saved.clientId },
      changes: { ...changes, newSecret: saved.secret !== null },
    })
    return { ...saved, settings: now }
  })
  route(app, signInAdmin.deleteClient, ({ clientId }, call) =>
    change(call, () => deleteClient(call.tx, clientId), {
      target: { kind: 'client', id: clientId },
      part: (now) => clientOf(now, clientId),
    }),
  )
  route(app, signInAdmin.rotateClientSecret, async ({ clientId }, { tx, session, record }) => {
    await requireSecretInReach(tx, session, clientId)
    const secret = await rotateClientSecret(tx, clientId)
    await record(tx, { target: { kind: 'client', id: clientId } })
    return { secret }
  })
}

function registerTestMail(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'test mail', perMinute: TEST_MAILS_PER_MINUTE })
  streamRoute(app, signInAdmin.testMail, async (call) => {
    const { to } = call.parse({})
    await limit(call.request)
    // The transaction ends before the mail server is called.
    const mail = await call.inUnit(async (tx) => {
      const opened = await openMail(tx, app.vault)
      if (!opened) throw new PortalError('mail.not_set_up')
      await call.record(tx, { changes: { host: opened.host } })
      return opened
    })
    try {
      await sendTestMail(mail, to, app.mailAddresses)
      return { problem: null }
    } catch (error) {
      const code = error instanceof PortalError ? MAIL_PROBLEMS.find((known) => known === error.code) : undefined
      if (code === undefined) throw error
      call.request.log.info(describeMailFailure(error), 'a test mail failed')
      return { problem: code }
    }
  })
}

const MAIL_PROBLEMS = ['mail.private_address', 'mail.unreachable', 'mail.login_refused', 'mail.refused'] as const

interface ChangeOf {
  readonly target?: AdminTarget
  readonly part?: (now: SignInSettings) => object | null
  readonly more?: Readonly<Record<string, unknown>>
}

/** Returns the settings after the change. The trail gets what changed in a `part` of them. */
async function change(
  { tx, session, record }: Call,
  work: () => Promise<void>,
  { target, part, more = {} }: ChangeOf = {},
): Promise<SignInSettings> {
  const before = part && recordOf(part(await settings.readSignInSettings(tx, session)))
  await work()
  const now = await settings.readSignInSettings(tx, session)
  await record(tx, { target, changes: { ...(part && difference(before ?? null, recordOf(part(now)))), ...more } })
  return now
}

const recordOf = (part: object | null) =>
  part && Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'version'))
const mailOf = ({ mail }: SignInSettings) => mail
const providerOf = ({ providers }: SignInSettings, id?: string) =>
  recordOf(providers.find(({ providerId }) => providerId === id) ?? null)
const clientOf = ({ clients }: SignInSettings, id?: string) =>
  recordOf(clients.find(({ clientId }) => clientId === id) ?? null)
