import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../../../server/db/database.ts'
import type { SpeechServiceForm } from '../../../contract/endpoints/voice-settings.ts'
import { removeSpeechService, saveSpeechService } from '../../../server/modules/voice/speech-service.ts'
import type { Vault } from '../../../server/runtime/vault.ts'

/** Sets up the speech service of the unit at a host. */
export async function addSpeechService(
  database: Database,
  vault: Vault,
  form: SpeechServiceForm,
  host = 'localhost',
): Promise<void> {
  const unitId = await unitAt(database, host)
  await database.inUnit({ unitId, userId: null }, (tx) => saveSpeechService(tx, vault, unitId, form))
}

export async function dropSpeechService(database: Database, host = 'localhost'): Promise<void> {
  const unitId = await unitAt(database, host)
  await database.inUnit({ unitId, userId: null }, (tx) => removeSpeechService(tx, unitId))
}

function unitAt(database: Database, host: string): Promise<string> {
  return database.asOwner(async (tx) => {
    const { rows } = await tx.execute(sql`select unit_id from unit_host where host = ${host}`)
    return z.parse(z.tuple([z.object({ unit_id: z.string() })]), rows)[0].unit_id
  })
}
