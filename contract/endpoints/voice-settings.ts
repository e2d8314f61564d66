import * as z from 'zod/mini'
import { get, postForm, postJson, type ResponseOf } from '../endpoint.ts'
import { code, filled, id, names, text, userType } from '../fields.ts'
import { LANGUAGES } from '../limits.ts'
import { recordVersion, versionOrNew } from '../record-version.ts'
import { isWebAddress } from '../rules/fields/web-address.ts'

// What a unit sets of its voice assistant, for its administrators and the command `npm run voice-config`.

const SPEECH_KEY_LENGTH = 256
const SPEECH_ADDRESS_LENGTH = 2048
/** More would take a look-up long, which compares with each. */
export const PHRASES_MAX = 1000
export const PHRASE_LENGTH = 100
export const PHRASE_URL_LENGTH = 2048
/** Where tokens are made unless another region is named. */
export const SPEECH_REGION = 'cn-shanghai'

const isAddress = (address: string) => address === '' || isWebAddress(address)
// ws and wss are to WebSockets what http and https are to pages.
const isGateway = (address: string) =>
  address === '' || (/^wss?:/.test(address) && isWebAddress(address.replace(/^ws/, 'http')))
const optional = (length: number) => z._default(text(length).check(z.trim()), '')

/** A unit's account at Alibaba Cloud Intelligent Speech Interaction. '' for an address means the region's own. */
export const speechServiceForm = z.object({
  region: optional(40).check(z.refine((region) => /^[a-z\d-]*$/.test(region), code('field.speech_region'))),
  tokenUrl: optional(SPEECH_ADDRESS_LENGTH).check(z.refine(isAddress, code('field.web_address'))),
  gatewayUrl: optional(SPEECH_ADDRESS_LENGTH).check(z.refine(isGateway, code('field.speech_gateway'))),
  keyId: filled(SPEECH_KEY_LENGTH),
  /** '': the stored secret stays, as long as the key and where it is sent to do. */
  keySecret: optional(SPEECH_KEY_LENGTH),
  appKey: filled(SPEECH_KEY_LENGTH),
  /** A project recognises one language; without this one English is sent to the other. */
  englishAppKey: optional(SPEECH_KEY_LENGTH),
})
export type SpeechServiceForm = z.input<typeof speechServiceForm>

const speechService = z.object({
  /** Null without one. An address that is the region's own is ''. */
  service: z.nullable(
    z.object({
      region: z.string(),
      tokenUrl: z.string(),
      gatewayUrl: z.string(),
      keyId: z.string(),
      appKey: z.string(),
      englishAppKey: z.string(),
    }),
  ),
  /** Whether the caller may change it. */
  reachesAllAccounts: z.boolean(),
  version: recordVersion,
})
export type SpeechServiceSettings = z.infer<typeof speechService>

const ordinary = { permission: 'base_unit', risk: 'ordinary' } as const

export const readService = get({
  ...ordinary,
  name: 'voice.service',
  path: '/api/base/voice/service',
  response: speechService,
})

/** Throws 'access.denied' for all but administrators, and 'sso.provider_private' at an address that the operator does not allow. */
export const saveService = postJson({
  permission: 'base_unit',
  name: 'voice.saveService',
  path: '/api/base/voice/save_service',
  risk: 'gives-credentials',
  saves: speechService,
  request: z.extend(speechServiceForm, { version: recordVersion }),
})

/** Throws 'access.denied' for all but administrators. */
export const removeService = postForm({
  ...ordinary,
  name: 'voice.removeService',
  path: '/api/base/voice/remove_service',
  response: speechService,
})

/** A path of the portal. */
const ADDRESS = /^\/(?:[^/\\]|$)/
/** A query or a hash. */
const PLACE = /^(?:[#?]|$)/

/** What a phrase opens: an application (and what follows its address), or an address. */
export function opensProblem({ app, url = '' }: { app?: string | undefined; url?: string | undefined }) {
  if (app !== undefined) return PLACE.test(url) ? null : ('field.phrase_place' as const)
  return ADDRESS.test(url) || isWebAddress(url.replace(/#.*$/, '')) ? null : ('field.phrase_opens' as const)
}

/** What a person says, and what it opens for whom. */
const phrase = z.strictObject({
  language: z.literal(LANGUAGES),
  phrase: filled(PHRASE_LENGTH),
  app: z.optional(text(64, 1)),
  url: z.optional(text(PHRASE_URL_LENGTH).check(z.trim())),
  userTypes: z.optional(z.array(userType).check(z.maxLength(4))),
  permission: z.optional(text(128, 1)),
})
const opensSomething = z.check<z.infer<typeof phrase>>(({ value, issues }) => {
  const problem = opensProblem(value)
  if (problem) issues.push({ code: 'custom', message: problem, path: ['url'], input: value.url })
})
export const phraseForm = phrase.check(opensSomething)
export type PhraseForm = z.infer<typeof phraseForm>

/** A unit's phrases. */
export const vocabularyForm = z.array(phraseForm).check(z.maxLength(PHRASES_MAX))

const storedPhrase = z.object({
  phraseId: id,
  language: z.literal(LANGUAGES),
  phrase: z.string(),
  /** Null: `url` is a whole address. */
  app: z.nullable(z.string()),
  url: z.string(),
  userTypes: z.array(userType),
  /** What its listener must have been granted besides; set by the command. */
  permission: z.nullable(z.string()),
  version: recordVersion,
})
export type StoredPhrase = z.infer<typeof storedPhrase>

export const vocabulary = get({
  ...ordinary,
  name: 'voice.vocabulary',
  path: '/api/base/voice/vocabulary',
  response: z.object({
    /** By their text. */
    phrases: z.array(storedPhrase),
    /** What they may open. */
    applications: z.array(z.object({ code: z.string(), ...names })),
  }),
})
export type Vocabulary = ResponseOf<typeof vocabulary>

/** Adds a phrase, or changes one. Throws 'voice.phrase_taken', 'voice.phrase_gone', 'voice.too_many' and 'application.gone'. */
export const savePhrase = postJson({
  ...ordinary,
  name: 'voice.savePhrase',
  path: '/api/base/voice/save_phrase',
  saves: storedPhrase,
  request: z.object({ ...phrase.shape, phraseId: z.nullable(id), version: versionOrNew }).check(opensSomething),
  response: z.object({ phraseId: id }),
})

/** Adds those that are not there yet, in one language. Throws 'voice.too_many' and 'application.gone'. */
export const addPhrases = postJson({
  ...ordinary,
  name: 'voice.addPhrases',
  path: '/api/base/voice/add_phrases',
  bodyLimit: 1024 * 1024,
  request: z.object({ phrases: vocabularyForm.check(z.minLength(1)) }),
  response: z.object({ added: z.array(id) }),
})

export const removePhrases = postJson({
  ...ordinary,
  name: 'voice.removePhrases',
  path: '/api/base/voice/remove_phrases',
  request: z.object({ phraseIds: z.array(id).check(z.minLength(1), z.maxLength(PHRASES_MAX)) }),
})
