import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { speechServiceForm, vocabularyForm } from '../../contract/endpoints/voice-settings.ts'
import { errorText } from '../../contract/error-texts.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { unitHost } from '../db/tables.generated.ts'
import { recordCommand } from '../http/admin-events.ts'
import { removeSpeechService, saveSpeechService } from '../modules/voice/speech-service.ts'
import { replaceVocabulary } from '../modules/voice/vocabulary-settings.ts'
import { parseConfig } from '../runtime/config.ts'
import { prepareDataFolder } from '../runtime/data-folder.ts'
import { errorMessage, StartError } from '../runtime/errors.ts'
import { createVault, readVaultKey } from '../runtime/vault.ts'
import { callersFolder, type Output, readOptions, runCommand, withDatabase } from './run-command.ts'
import { expected } from './settings-of-arguments.ts'

const USAGE = `npm run voice-config -- --host HOST --set FILE.json
  --host   an address of the unit, such as school.example.org
  --set    a JSON file with "service", "vocabulary" or both; what it does not name stays. The form is in docs/develop/voice.md.`

const settings = z.strictObject({
  /** Null removes it. */
  service: z.optional(z.nullable(z.strictObject(speechServiceForm.shape))),
  vocabulary: z.optional(vocabularyForm),
})

/** Sets a unit's speech service and vocabulary, whether the portal runs or not. Resolves to the process's exit code; nothing is half written. */
export function configureVoice(given: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(output, async () => {
    const { host, service, vocabulary } = await readArguments(given, callersFolder(env))
    const config = parseConfig(env)
    await prepareDataFolder(config.dataFolder)
    const vault = createVault(await readVaultKey(config.dataFolder, config.secret))
    await withDatabase(config, async (database) => {
      const [unit] = await database.asOwner((tx) => tx.select().from(unitHost).where(eq(unitHost.host, host)))
      if (!unit) throw new StartError(`No unit answers at "${host}".`)
      const { unitId } = unit
      await database.inUnit({ unitId, userId: null }, async (tx) => {
        if (service === null) await removeSpeechService(tx, unitId)
        else if (service) await saveSpeechService(tx, vault, unitId, service)
        if (vocabulary) await replaceVocabulary(tx, unitId, vocabulary)
        const changes = { ...(service !== undefined && { service }), ...(vocabulary && { phrases: vocabulary.length }) }
        await recordCommand(tx, unitId, 'voice-config', { changes })
      })
    }).catch((error: unknown) => {
      throw error instanceof PortalError ? new StartError(describe(error), { cause: error }) : error
    })
    output.print('Saved.')
  })
}

async function readArguments(given: readonly string[], from: string) {
  const { host, set } = readOptions(given, USAGE, { host: { type: 'string' }, set: { type: 'string' } }).values
  if (!host || !set) throw new StartError(`Name the unit and a file.\n${USAGE}`)
  try {
    return { host: host.toLowerCase(), ...z.parse(settings, JSON.parse(await readFile(resolve(from, set), 'utf8'))) }
  } catch (error) {
    const why =
      error instanceof z.core.$ZodError
        ? error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${expected(issue)}`).join('; ')
        : errorMessage(error)
    throw new StartError(`${set} cannot be used: ${why}.`, { cause: error })
  }
}

function describe({ code, fields }: PortalError): string {
  const wrong = fields.map((one) => `${one.field}: ${errorText(one.code, 'en')}`)
  return ['Nothing was changed.', ...(wrong.length > 0 ? wrong : [errorText(code, 'en')])].join('\n')
}
