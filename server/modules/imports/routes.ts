import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import * as importSchedule from '../../../contract/endpoints/people/import-schedule.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { FILE_NAME_LENGTH, IMPORT_FILE_MAX, IMPORT_LIMITS } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { fieldError, type StreamCall } from '../../http/call.ts'
import { drainBody } from '../../http/failures.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { route, streamRoute } from '../../http/route.ts'
import { handleImports, orderApplying } from './writing/apply-import.ts'
import { cancelImport, chooseTarget, listImports, listRows, readImport, requireStatus } from './import-runs.ts'
import {
  describeSchedule,
  type FileDrops,
  saveSchedule,
  SCHEDULE_QUEUE,
  sendDueImports,
} from './schedule/import-schedule.ts'
import { cleanUpImports } from './clean-up.ts'
import { registerImportFiles } from './file-routes.ts'
import { type ColumnMapping, columnMapping } from './reading/find-headings.ts'
import { compareAgain } from './comparing/compare-import.ts'
import { previewImport } from './preview-import.ts'
import { handleScheduledImports, settleScheduled } from './schedule/scheduled-import.ts'
import { beginUndoing, handleUndoing, sendUndoing } from './writing/undo-import.ts'
import { createNumberSeal } from '../people/record/sealed-numbers.ts'
import { requireImportInReach } from './comparing/import-reach.ts'

/** Previews that one person may ask for. */
const PREVIEWS_PER_MINUTE = 20
const LOOKS_PER_MINUTE = 10
/** At once, of all people: each has a thread that may need half a gigabyte. */
const RUNNING_MAX = 2
const WAITING_MAX = 20
const RETRY_AFTER = 10

const givenMapping = z.omit(columnMapping, { classBySheet: true })

/** Registers imports and exports of people, the jobs that apply them and take them back, and their clean-up. */
export function registerImportRoutes(app: FastifyInstance, drops: FileDrops): void {
  handleImports(app.database, app.jobs, (unitId, importId) => settleScheduled(app, unitId, importId))
  handleUndoing(app.database, app.jobs)
  app.jobs.schedule({ name: 'imports', everyHours: 1, run: (signal) => cleanUpImports(app.database, signal) })
  registerPreview(app)
  registerSchedule(app, drops)

  route(app, imports.list, ({ page = 1 }, { tx }) => listImports(tx, page))
  route(app, imports.summary, ({ importId }, { tx }) => readImport(tx, importId))
  route(app, imports.rows, ({ importId, action, after = 0 }, { tx, session }) =>
    listRows(tx, importId, { action, after, seal: createNumberSeal(app.vault, session.unitId) }),
  )
  route(app, imports.cancel, async ({ importId }, { tx, record }) => {
    await cancelImport(tx, importId)
    await record(tx, { target: { kind: 'import', id: importId } })
    return readImport(tx, importId)
  })
  route(app, imports.apply, async ({ importId, confirmDeactivation = false, leaveOut = false }, call) => {
    const { tx, record, session } = call
    await orderApplying(tx, app.jobs, session, importId, { confirmed: confirmDeactivation, leaveOut })
    const run = await readImport(tx, importId)
    await record(tx, {
      target: { kind: 'import', id: importId },
      changes: { fileName: run.fileName, counts: run.counts, confirmDeactivation, ...(leaveOut && { leaveOut }) },
    })
    return run
  })
  streamRoute(app, imports.choose, async (call) => {
    const { importId, choices } = call.parse({})
    return call.inUnit(async (tx) => {
      await requireStatus(tx, importId, ['ready', 'stale'])
      for (const { rowNo, choice } of choices) await chooseTarget(tx, importId, rowNo, choice)
      await compareAgain(tx, importId)
      await call.record(tx, { target: { kind: 'import', id: importId }, changes: { choices: choices.length } })
      return readImport(tx, importId)
    }, 'export')
  })
  streamRoute(app, imports.compare, async (call) => {
    const { importId, lastYear } = call.parse({})
    return call.inUnit(async (tx) => {
      await requireStatus(tx, importId, ['ready', 'stale', 'failed'])
      await compareAgain(tx, importId, lastYear)
      await call.record(tx, { target: { kind: 'import', id: importId }, ...(lastYear && { changes: { lastYear } }) })
      return readImport(tx, importId)
    }, 'export')
  })
  streamRoute(app, imports.undo, async (call) => {
    const { importId, partly = false } = call.parse({})
    return call.inUnit(async (tx) => {
      await beginUndoing(tx, importId, partly)
      await requireImportInReach(tx, call.session, importId)
      await sendUndoing(app.jobs, tx, call.session, importId, partly)
      await call.record(tx, { target: { kind: 'import', id: importId }, ...(partly && { changes: { partly } }) })
      return readImport(tx, importId)
    }, 'export')
  })
  registerImportFiles(app)
}

function registerSchedule(app: FastifyInstance, drops: FileDrops): void {
  app.addHook('onClose', async () => Object.values(drops).forEach((drop) => drop?.close()))
  const { database, jobs, outbox, now, vault } = app
  handleScheduledImports({ database, jobs, outbox, now, vault, drops })
  jobs.schedule({ name: 'scheduled imports', everyHours: 1 / 4, run: () => sendDueImports(database, jobs, now()) })
  const limit = createRequestLimit({ name: 'import schedule', perMinute: LOOKS_PER_MINUTE })

  route(app, importSchedule.read, (_, { tx, session }) => describeSchedule(tx, session.unitId, drops))
  route(app, importSchedule.save, async (given, { tx, session, record }) => {
    await record(tx, { changes: await saveSchedule(tx, session, given, { drops, now: now() }) })
    return describeSchedule(tx, session.unitId, drops)
  })
  route(app, importSchedule.look, async (_, { tx, session, request, record }) => {
    await limit(request)
    await jobs.send(tx, SCHEDULE_QUEUE, [{ unitId: session.unitId, dueAt: now() }])
    await record(tx, {})
    return describeSchedule(tx, session.unitId, drops)
  })
}

function registerPreview(app: FastifyInstance): void {
  const limit = createRequestLimit({ name: 'import', perMinute: PREVIEWS_PER_MINUTE })
  const turns = pLimit(RUNNING_MAX)
  streamRoute(app, imports.preview, async (call) => {
    await limit(call.request)
    const path = join(tmpdir(), `portal-import-${randomUUID()}`)
    try {
      const { name, fields } = await receiveFile(call, path)
      const { mapping, ...options } = call.parse(fields)
      if (turns.pendingCount >= WAITING_MAX) throw new PortalError('server.unavailable', { retryAfter: RETRY_AFTER })
      const scope = { unitId: call.session.unitId, userId: call.session.userId }
      const read = mapping === undefined ? undefined : readMapping(mapping)
      const importId = await turns(() => previewImport(app, scope, [{ path, name }], { ...options, mapping: read }))
      return await call.inUnit(async (tx) => {
        const run = await readImport(tx, importId)
        await call.record(tx, {
          target: { kind: 'import', id: importId },
          changes: { fileName: name, counts: run.counts },
        })
        return run
      })
    } finally {
      await rm(path, { force: true })
      await drainBody(call.request, call.reply)
    }
  })
}

/** Stores the file of a form; its fields stand before or after it. Throws 'storage.file_missing', 'request.too_large' or 'request.invalid'. */
async function receiveFile(
  { request }: StreamCall,
  path: string,
): Promise<{ name: string; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new PortalError('storage.file_missing')
  const fields: Record<string, string> = {}
  let name: string | undefined
  try {
    for await (const part of request.parts({
      limits: { fileSize: IMPORT_FILE_MAX, files: 1, fields: 20, fieldSize: 8 * 1024 },
    })) {
      if (part.type === 'file') {
        await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
        if (part.file.truncated) throw new PortalError('request.too_large')
        name = part.filename
      } else if (typeof part.value === 'string' && !part.valueTruncated) fields[part.fieldname] = part.value
      else throw new PortalError('request.invalid')
    }
  } catch (error) {
    if (error instanceof PortalError) throw error
    const isLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw new PortalError(isLarge ? 'request.too_large' : 'request.invalid', { cause: error })
  }
  if (name === undefined) throw new PortalError('storage.file_missing')
  return { name: fileNameOf(name), fields }
}

// oxlint-disable-next-line no-control-regex -- refusing control characters is its purpose
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]|\p{Surrogate}/gu

/** As it is shown: without a folder and without characters that no name has. */
export function fileNameOf(given: string): string {
  const name = given.split(/[/\\]/).at(-1)?.replaceAll(CONTROL_CHARACTERS, '').trim() ?? ''
  return [...(name === '' ? 'import' : name)].slice(0, FILE_NAME_LENGTH).join('')
}

function readMapping(text: string): ColumnMapping {
  try {
    const mapping = z.parse(givenMapping, JSON.parse(text))
    if (Object.keys(mapping.columns).length > IMPORT_LIMITS.columns) throw new Error('too many columns')
    return mapping
  } catch {
    throw fieldError('mapping', 'request.invalid')
  }
}
