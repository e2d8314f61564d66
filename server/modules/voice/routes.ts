import type { FastifyInstance } from 'fastify'
import * as voice from '../../../contract/endpoints/voice.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { openSpeechService } from './speech-service.ts'
import { createSpeechTokens } from './speech-token.ts'
import { findByVocabulary } from './vocabulary.ts'

/** Of one person: more than anybody says, too few to be worth a script. */
const TOKENS_PER_MINUTE = 30
const LOOK_UPS_PER_MINUTE = 60

/** Registers the calls of the voice assistant. */
export function registerVoiceRoutes(app: FastifyInstance): void {
  const limitTokens = createRequestLimit({ name: 'speech token', perMinute: TOKENS_PER_MINUTE })
  const limitLookUps = createRequestLimit({ name: 'spoken look-up', perMinute: LOOK_UPS_PER_MINUTE })
  const tokens = createSpeechTokens(app.now, app.providerAddresses)

  // `streamRoute`, because no transaction may wait for the speech service.
  streamRoute(app, voice.token, async (call) => {
    const { language } = call.parse({})
    await limitTokens(call.request)
    const service = await call.inUnit((tx) => openSpeechService(tx, app.vault, language))
    if (!service) return { token: null }
    const { id, expiresAt } = await tokens.take(service)
    return {
      token: id,
      appKey: service.appKey,
      url: service.gatewayUrl,
      expiresAt: new Date(expiresAt).toISOString(),
    }
  })

  route(app, voice.lookUp, async ({ vocabulary }, { tx, session, request }) => {
    await limitLookUps(request, tx)
    const form = request.headers['x-portal-device'] === 'h5' ? 'mobile' : 'pc'
    return { url: await findByVocabulary(tx, session, vocabulary, form) }
  })
}
