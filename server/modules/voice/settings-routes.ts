import type { FastifyInstance } from 'fastify'
import * as voiceSettings from '../../../contract/endpoints/voice-settings.ts'
import { difference } from '../../http/admin-events.ts'
import { fieldError, type Session } from '../../http/call.ts'
import { beginSettings } from '../../http/record-version.ts'
import { route, streamRoute } from '../../http/route.ts'
import type { Tx } from '../../db/database.ts'
import { leadsToRefused } from '../../runtime/outgoing-addresses.ts'
import { reachesAllAccounts, requireReachOfAllAccounts } from '../auth/may-act-for.ts'
import { readSpeechService, removeSpeechService, saveSpeechService, tokenAddress } from './speech-service.ts'
import { addPhrases, readVocabulary, removePhrases, savePhrase } from './vocabulary-settings.ts'

/** Registers what administrators set of the voice assistant. */
export function registerVoiceSettings(app: FastifyInstance): void {
  route(app, voiceSettings.readService, (_, { tx, session }) => read(tx, session))

  // Names are looked up before there is a transaction.
  streamRoute(app, voiceSettings.saveService, async (call) => {
    const { version, ...given } = call.parse({})
    requireReachOfAllAccounts(call.session)
    if (await leadsToRefused(tokenAddress(given), app.providerAddresses))
      throw fieldError('tokenUrl', 'sso.provider_private')
    return call.inUnit(async (tx) => {
      const before = await beginSettings(tx, voiceSettings.saveService, version, () => read(tx, call.session))
      await saveSpeechService(tx, app.vault, call.session.unitId, given)
      const now = await read(tx, call.session)
      const changes = difference({ ...before.service }, { ...now.service })
      await call.record(tx, { changes: { ...changes, newSecret: given.keySecret !== '' } })
      return now
    })
  })
  route(app, voiceSettings.removeService, async (_, { tx, session, record }) => {
    requireReachOfAllAccounts(session)
    const { service } = await read(tx, session)
    await removeSpeechService(tx, session.unitId)
    await record(tx, { changes: difference({ ...service }, {}) })
    return read(tx, session)
  })

  route(app, voiceSettings.vocabulary, readVocabulary)
  route(app, voiceSettings.savePhrase, savePhrase)
  route(app, voiceSettings.addPhrases, addPhrases)
  route(app, voiceSettings.removePhrases, removePhrases)
}

async function read(tx: Tx, session: Session) {
  return { ...(await readSpeechService(tx)), reachesAllAccounts: reachesAllAccounts(session) }
}
