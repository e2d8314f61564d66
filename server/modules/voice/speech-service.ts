import { eq, sql } from 'drizzle-orm'
import {
  SPEECH_REGION,
  speechServiceForm,
  type SpeechServiceForm,
  type SpeechServiceSettings,
} from '../../../contract/endpoints/voice-settings.ts'
import type { Language } from '../../../contract/envelope.ts'
import { isErrorCode } from '../../../contract/error-texts.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { FieldProblem } from '../../../contract/rules/fields/field-problems.ts'
import type { Tx } from '../../db/database.ts'
import { voiceService } from '../../db/tables.generated.ts'
import { versionOf } from '../../http/record-version.ts'
import type { Vault } from '../../runtime/vault.ts'

export type SpeechService = NonNullable<Awaited<ReturnType<typeof openSpeechService>>>

/** Throws 'request.invalid' with the names of the fields. */
export async function saveSpeechService(tx: Tx, vault: Vault, unitId: string, given: SpeechServiceForm): Promise<void> {
  const parsed = speechServiceForm.safeParse(given)
  const settings = parsed.success ? normalize(parsed.data) : null
  const problems = (parsed.error?.issues ?? []).map(({ path, message }): FieldProblem => ({
    field: String(path[0]),
    code: isErrorCode(message) ? message : 'request.invalid',
  }))
  const before = await findService(tx)
  const secret = given.keySecret?.trim() ?? ''
  // A secret is never sent to another server than its own.
  const isSame = before?.tokenUrl === tokenAddress(given) && before.keyId === given.keyId.trim()
  const sealed = secret !== '' ? vault.seal(secret, secretContext(unitId)) : isSame ? before?.keySecret : undefined
  if (!sealed) problems.push({ field: 'keySecret', code: before ? 'field.secret_again' : 'field.required' })
  if (!settings || !sealed || problems.length > 0) throw new PortalError('request.invalid', { fields: problems })
  const values = { ...settings, keySecret: sealed, changedAt: sql`clock_timestamp()` }
  await tx
    .insert(voiceService)
    .values({ unitId, ...values })
    .onConflictDoUpdate({ target: voiceService.unitId, set: values })
}

/** For administrators, without the secret. */
export async function readSpeechService(tx: Tx): Promise<Pick<SpeechServiceSettings, 'service' | 'version'>> {
  const found = await findService(tx)
  if (!found) return { service: null, version: versionOf(null) }
  const { region, tokenUrl, gatewayUrl, keyId, appKey, englishAppKey, keySecret } = found
  const own = addressesOf(region)
  const service = {
    region,
    tokenUrl: tokenUrl === own.tokenUrl ? '' : tokenUrl,
    gatewayUrl: gatewayUrl === own.gatewayUrl ? '' : gatewayUrl,
    keyId,
    appKey,
    englishAppKey: englishAppKey ?? '',
  }
  return { service, version: versionOf({ ...service, sealed: keySecret.toString('base64') }) }
}

/** The server that a form's secret is sent to. */
export const tokenAddress = ({ region = '', tokenUrl = '' }: Pick<SpeechServiceForm, 'region' | 'tokenUrl'>): string =>
  tokenUrl.trim() || addressesOf(region.trim() || SPEECH_REGION).tokenUrl

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
  return (await tx.select().from(voiceService)).map(({ gatewayUrl }) => new URL(gatewayUrl).origin)
}

async function findService(tx: Tx) {
  const [found] = await tx.select().from(voiceService)
  return found
}

const addressesOf = (region: string) => ({
  tokenUrl: `https://nls-meta.${region}.aliyuncs.com/`,
  gatewayUrl: `wss://nls-gateway-${region}.aliyuncs.com/ws/v1`,
})

function normalize({ region: given, tokenUrl, gatewayUrl, keyId, appKey, englishAppKey }: Required<SpeechServiceForm>) {
  const region = given || SPEECH_REGION
  const own = addressesOf(region)
  return {
    region,
    tokenUrl: tokenUrl || own.tokenUrl,
    gatewayUrl: gatewayUrl || own.gatewayUrl,
    keyId,
    appKey,
    englishAppKey: englishAppKey || null,
  }
}

const secretContext = (unitId: string) => `voice_service.key_secret ${unitId}`
