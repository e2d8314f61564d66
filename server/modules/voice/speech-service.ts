import { eq, sql } from 'drizzle-orm'
import type { Language } from '../../../contract/envelope.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { isWebAddress } from '../../../contract/rules/fields/web-address.ts'
import type { Tx } from '../../db/database.ts'
import { voiceService } from '../../db/schema/voice.ts'
import type { Vault } from '../../runtime/vault.ts'

const REGION = 'cn-shanghai'
const KEY_LENGTH = 256
const ADDRESS_LENGTH = 2048

/** A unit's account at Alibaba Cloud Intelligent Speech Interaction. '' or nothing for an address means the region's own. */
export interface SpeechServiceForm {
  readonly region?: string
  readonly tokenUrl?: string
  readonly gatewayUrl?: string
  readonly keyId: string
  /** Without one the stored secret stays, as long as the key and where it is sent to do. */
  readonly keySecret?: string
  readonly appKey: string
  /** A project recognises one language; without this one English is sent to the other. */
  readonly englishAppKey?: string
}

export type SpeechService = NonNullable<Awaited<ReturnType<typeof openSpeechService>>>

/** Throws 'request.invalid' with the names of the fields. */
export async function saveSpeechService(
  tx: Tx,
  vault: Vault,
  unitId: string,
  { keySecret = '', ...form }: SpeechServiceForm,
): Promise<void> {
  const settings = normalize(form)
  const before = await findService(tx)
  // A secret is never sent to another server than its own.
  const isSame = before?.tokenUrl === settings.tokenUrl && before.keyId === settings.keyId
  const kept = isSame ? before.keySecret : undefined
  const sealed = keySecret.trim() === '' ? kept : vault.seal(keySecret.trim(), secretContext(unitId))
  const problems = problemsOf(settings)
  if (!sealed) problems.push({ field: 'keySecret', code: 'field.required' })
  if (!sealed || problems.length > 0) throw new PortalError('request.invalid', { fields: problems })
  const values = { ...settings, keySecret: sealed, changedAt: sql`clock_timestamp()` }
  await tx
    .insert(voiceService)
    .values({ unitId, ...values })
    .onConflictDoUpdate({ target: voiceService.unitId, set: values })
}

export async function removeSpeechService(tx: Tx, unitId: string): Promise<void> {
  await tx.delete(voiceService).where(eq(voiceService.unitId, unitId))
}

/** With its secret, for the page's language; null where the unit has none. Throws when the vault has another key than it was sealed with. */
export async function openSpeechService(tx: Tx, vault: Vault, language: Language) {
  const found = await findService(tx)
  if (!found) return null
  const { unitId, keySecret, appKey, englishAppKey, ...service } = found
  return {
    ...service,
    unitId,
    appKey: language === 'en' ? (englishAppKey ?? appKey) : appKey,
    keySecret: vault.open(keySecret, secretContext(unitId)),
  }
}

/** The origin that pages connect to, for the document's policy; none without a service. */
export async function readSpeechOrigins(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ gatewayUrl: voiceService.gatewayUrl }).from(voiceService)
  return rows.map(({ gatewayUrl }) => new URL(gatewayUrl).origin)
}

async function findService(tx: Tx) {
  const [found] = await tx.select().from(voiceService)
  return found
}

type Settings = ReturnType<typeof normalize>

function normalize(form: Omit<SpeechServiceForm, 'keySecret'>) {
  const text = (value = '') => value.trim()
  const region = text(form.region) || REGION
  return {
    region,
    tokenUrl: text(form.tokenUrl) || `https://nls-meta.${region}.aliyuncs.com/`,
    gatewayUrl: text(form.gatewayUrl) || `wss://nls-gateway-${region}.aliyuncs.com/ws/v1`,
    keyId: text(form.keyId),
    appKey: text(form.appKey),
    englishAppKey: text(form.englishAppKey) || null,
  }
}

function problemsOf({ region, tokenUrl, gatewayUrl, keyId, appKey, englishAppKey }: Settings) {
  const isAddress = (address: string) => address.length <= ADDRESS_LENGTH && isWebAddress(address)
  const isKey = (key: string) => key !== '' && key.length <= KEY_LENGTH
  const checked: readonly (readonly [field: string, isRight: boolean, code: ErrorCode])[] = [
    ['region', /^[a-z0-9-]{1,40}$/.test(region), 'request.invalid'],
    ['tokenUrl', isAddress(tokenUrl), 'field.web_address'],
    // ws and wss are to WebSockets what http and https are to pages.
    ['gatewayUrl', /^wss?:/.test(gatewayUrl) && isAddress(gatewayUrl.replace(/^ws/, 'http')), 'field.web_address'],
    ['keyId', isKey(keyId), 'field.required'],
    ['appKey', isKey(appKey), 'field.required'],
    ['englishAppKey', englishAppKey === null || isKey(englishAppKey), 'field.too_long'],
  ]
  return checked.filter(([, isRight]) => !isRight).map(([field, , code]) => ({ field, code }))
}

const secretContext = (unitId: string) => `voice_service.key_secret ${unitId}`
