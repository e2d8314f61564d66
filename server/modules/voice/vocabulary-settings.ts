import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import * as voiceSettings from '../../../contract/endpoints/voice-settings.ts'
import {
  type PhraseForm,
  PHRASES_MAX,
  type StoredPhrase,
  type vocabularyForm,
} from '../../../contract/endpoints/voice-settings.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { FieldProblem } from '../../../contract/rules/fields/field-problems.ts'
import { isRowId, lockUntilEnd, type Tx } from '../../db/database.ts'
import { application, vocabulary } from '../../db/tables.generated.ts'
import { fieldError } from '../../http/call.ts'
import { requireVersion, withVersion } from '../../http/record-version.ts'

/** Puts these phrases in the place of the unit's. Throws 'request.invalid' for an application that the unit does not have, and for a phrase that comes twice. */
export async function replaceVocabulary(
  tx: Tx,
  unitId: string,
  phrases: z.infer<typeof vocabularyForm>,
): Promise<void> {
  const isKnown = await knowApplications(tx)
  const fields = phrases.flatMap(({ app, phrase, language }, at): FieldProblem[] => {
    const isFirst = phrases.findIndex((one) => one.phrase === phrase && one.language === language) === at
    if (!isFirst) return [{ field: `vocabulary.${at}.phrase`, code: 'voice.phrase_taken' }]
    return isKnown(app) ? [] : [{ field: `vocabulary.${at}.app`, code: 'application.gone' }]
  })
  if (fields.length > 0) throw new PortalError('request.invalid', { fields })
  await lockVocabulary(tx, unitId)
  await tx.delete(vocabulary).where(eq(vocabulary.unitId, unitId))
  if (phrases.length > 0) await tx.insert(vocabulary).values(phrases.map((one) => rowOf(unitId, one)))
}

const rowOf = (unitId: string, { app, url = '', userTypes = [], permission, ...said }: PhraseForm) => ({
  ...said,
  unitId,
  appCode: app ?? null,
  url,
  userTypes,
  permission: permission ?? null,
})

/** Until the end of the transaction: the number of phrases and their texts. */
const lockVocabulary = (tx: Tx, unitId: string) => lockUntilEnd(tx, `vocabulary ${unitId}`)

async function listApplications(tx: Tx) {
  const { code, name, englishName } = application
  return tx
    .select({ code, name, englishName })
    .from(application)
    .where(isNull(application.removedAt))
    .orderBy(asc(application.position), asc(code))
}

async function knowApplications(tx: Tx): Promise<(app: string | undefined) => boolean> {
  const known = new Set((await listApplications(tx)).map(({ code }) => code))
  return (app) => app === undefined || known.has(app)
}

/** The unit's phrases, and what they may open. */
export async function readVocabulary(tx: Tx): Promise<ResponseOf<typeof voiceSettings.vocabulary>> {
  const rows = await tx.select().from(vocabulary).orderBy(asc(vocabulary.phrase), asc(vocabulary.language))
  return { phrases: rows.map(storedPhrase), applications: await listApplications(tx) }
}

function storedPhrase(row: typeof vocabulary.$inferSelect): StoredPhrase {
  const { language, phrase, appCode: app, url, userTypes, permission } = row
  const types = ([1, 2, 3, 4] as const).filter((type) => userTypes.includes(type))
  const fields = { language, phrase, app, url, userTypes: types, permission }
  return { ...withVersion(fields), phraseId: row.vocabularyId }
}

/** What the trail says of a phrase. */
interface Changed {
  readonly phraseId: string
  readonly before: object | null
  readonly after: object
}

/** Throws what the endpoint says. */
export async function savePhrase(
  tx: Tx,
  unitId: string,
  { phraseId, version, ...form }: ParsedRequestOf<typeof voiceSettings.savePhrase>,
): Promise<Changed> {
  await lockVocabulary(tx, unitId)
  const { phrases } = await readVocabulary(tx)
  const before = phrases.find((one) => one.phraseId === phraseId)
  if (phraseId !== null && !before) throw new PortalError('voice.phrase_gone')
  if (before) await requireVersion(tx, voiceSettings.savePhrase, { known: version, current: before })
  else if (phrases.length >= PHRASES_MAX) throw new PortalError('voice.too_many')
  const isTaken = phrases.some((one) => one !== before && one.phrase === form.phrase && one.language === form.language)
  if (isTaken) throw fieldError('phrase', 'voice.phrase_taken', 'request.invalid')
  const isKnown = await knowApplications(tx)
  if (!isKnown(form.app)) throw fieldError('app', 'application.gone', 'request.invalid')
  const row = rowOf(unitId, form)
  if (before) await tx.update(vocabulary).set(row).where(eq(vocabulary.vocabularyId, before.phraseId))
  const [added] = before ? [] : await tx.insert(vocabulary).values(row).returning()
  const { phraseId: _id, version: _version, ...known } = before ?? { phraseId: '', version: '' }
  return { phraseId: before?.phraseId ?? added?.vocabularyId ?? '', before: before ? known : null, after: form }
}

/** Adds those that are not there yet; returns their ids. Throws what the endpoint says. */
export async function addPhrases(tx: Tx, unitId: string, phrases: readonly PhraseForm[]): Promise<string[]> {
  const isKnown = await knowApplications(tx)
  if (!phrases.every(({ app }) => isKnown(app))) throw new PortalError('application.gone')
  await lockVocabulary(tx, unitId)
  const added = await tx
    .insert(vocabulary)
    .values(phrases.map((one) => rowOf(unitId, one)))
    .onConflictDoNothing()
    .returning({ id: vocabulary.vocabularyId })
  if ((await tx.$count(vocabulary)) > PHRASES_MAX) throw new PortalError('voice.too_many')
  return added.map(({ id }) => id)
}

/** Returns the texts of what was there. Throws 'voice.phrase_gone' without any. */
export async function removePhrases(tx: Tx, unitId: string, phraseIds: readonly string[]): Promise<string[]> {
  const removed = await tx
    .delete(vocabulary)
    .where(and(eq(vocabulary.unitId, unitId), inArray(vocabulary.vocabularyId, phraseIds.filter(isRowId))))
    .returning({ phrase: vocabulary.phrase })
  if (removed.length === 0) throw new PortalError('voice.phrase_gone')
  return removed.map(({ phrase }) => phrase)
}
