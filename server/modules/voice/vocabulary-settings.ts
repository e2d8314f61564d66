import { asc, eq, inArray, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
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
import { difference } from '../../http/admin-events.ts'
import { fieldError, type Handler } from '../../http/call.ts'
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
export const readVocabulary: Handler<typeof voiceSettings.vocabulary> = async (_, { tx }) => ({
  phrases: await listPhrases(tx),
  applications: await listApplications(tx),
})

async function listPhrases(tx: Tx): Promise<StoredPhrase[]> {
  const rows = await tx.select().from(vocabulary).orderBy(asc(vocabulary.phrase), asc(vocabulary.language))
  return rows.map(storedPhrase)
}

function storedPhrase(row: typeof vocabulary.$inferSelect): StoredPhrase {
  const { language, phrase, appCode: app, url, userTypes, permission } = row
  const types = ([1, 2, 3, 4] as const).filter((type) => userTypes.includes(type))
  const fields = { language, phrase, app, url, userTypes: types, permission }
  return { ...withVersion(fields), phraseId: row.vocabularyId }
}

/** Throws what the endpoint says. */
export const savePhrase: Handler<typeof voiceSettings.savePhrase> = async (
  { phraseId, version: known, ...form },
  { tx, session: { unitId }, record },
) => {
  await lockVocabulary(tx, unitId)
  const phrases = await listPhrases(tx)
  const current = phrases.find((one) => one.phraseId === phraseId)
  if (phraseId !== null && !current) throw new PortalError('voice.phrase_gone')
  if (current) await requireVersion(tx, voiceSettings.savePhrase, { known, current })
  else if (phrases.length >= PHRASES_MAX) throw new PortalError('voice.too_many')
  const isTaken = phrases.some((one) => one !== current && one.phrase === form.phrase && one.language === form.language)
  if (isTaken) throw fieldError('phrase', 'voice.phrase_taken', 'request.invalid')
  const isKnown = await knowApplications(tx)
  if (!isKnown(form.app)) throw fieldError('app', 'application.gone', 'request.invalid')
  const row = rowOf(unitId, form)
  const [saved] = await (current
    ? tx.update(vocabulary).set(row).where(eq(vocabulary.vocabularyId, current.phraseId)).returning()
    : tx.insert(vocabulary).values(row).returning())
  if (!saved) throw new Error('the phrase was not saved')
  const { phraseId: _id, version: _version, ...before } = current ?? {}
  await record(tx, { changes: difference(before, { ...form }) })
  return { phraseId: saved.vocabularyId }
}

/** Adds those that are not there yet; returns their ids. Throws what the endpoint says. */
export const addPhrases: Handler<typeof voiceSettings.addPhrases> = async (
  { phrases },
  { tx, session: { unitId }, record },
) => {
  const isKnown = await knowApplications(tx)
  if (!phrases.every(({ app }) => isKnown(app))) throw new PortalError('application.gone')
  await lockVocabulary(tx, unitId)
  const added = await tx
    .insert(vocabulary)
    .values(phrases.map((one) => rowOf(unitId, one)))
    .onConflictDoNothing()
    .returning({ id: vocabulary.vocabularyId })
  if ((await tx.$count(vocabulary)) > PHRASES_MAX) throw new PortalError('voice.too_many')
  await record(tx, { changes: { phrases: added.length } })
  return { added: added.map(({ id }) => id) }
}

/** Texts of phrases that a line of the trail names. */
const NAMED_MAX = 50

/** Throws 'voice.phrase_gone' without any. */
export const removePhrases: Handler<typeof voiceSettings.removePhrases> = async ({ phraseIds }, { tx, record }) => {
  const removed = await tx
    .delete(vocabulary)
    .where(inArray(vocabulary.vocabularyId, phraseIds.filter(isRowId)))
    .returning({ phrase: vocabulary.phrase })
  if (removed.length === 0) throw new PortalError('voice.phrase_gone')
  const texts = removed.slice(0, NAMED_MAX).map(({ phrase }) => phrase)
  await record(tx, { changes: { removed: removed.length, phrase: texts } })
}
