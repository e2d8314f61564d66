import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import type { ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { attachmentHeader } from '../../blobs/content-disposition.ts'
import type { Tx } from '../../db/database.ts'
import type { Session, StreamCall } from '../../http/call.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { streamRoute } from '../../http/route.ts'
import { readRosterFiles, zipRosterFiles } from '../one-roster/files.ts'
import { createXlsxThread } from '../spreadsheets/xlsx-thread.ts'
import { listRows, readImport } from './import-runs.ts'
import { writeMarkedSheets } from './reading/mark-sheets.ts'
import {
  classesCsv,
  classSheet,
  peopleCsv,
  peopleSheet,
  readClasses,
  readPeople,
  writeSheets,
} from './writing/export-people.ts'

const EXPORTS_PER_MINUTE = 20
/** At once, of all people. */
const RUNNING_MAX = 2
const WAITING_MAX = 20
const RETRY_AFTER = 10
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Registers the files that imports and exports give: templates, rows in error, and all people and classes. */
export function registerImportFiles(app: FastifyInstance): void {
  const thread = createXlsxThread()
  app.addHook('onClose', () => thread.close())
  const limit = createRequestLimit({ name: 'people export', perMinute: EXPORTS_PER_MINUTE })
  const turns = pLimit(RUNNING_MAX)

  const requireTurn = () => {
    if (turns.pendingCount >= WAITING_MAX) throw new PortalError('server.unavailable', { retryAfter: RETRY_AFTER })
  }

  streamRoute(app, imports.template, async (call) => {
    call.checked()
    return sendFile(call, '人员导入模板.xlsx', XLSX, await writeSheets(thread, [peopleSheet([]), classSheet([])]))
  })
  streamRoute(app, imports.errorSheet, async (call) => {
    const { importId } = call.parse({})
    const { run, rows } = await call.inUnit(async (tx) => {
      const found = await readImport(tx, importId)
      call.checked()
      return { run: found, rows: await listRows(tx, importId, { action: 'error', limit: IMPORT_LIMITS.rows }) }
    }, 'export')
    const sheet = {
      name: '错误 Errors',
      headings: [
        '文件\nFile',
        '工作表\nSheet',
        '行\nRow',
        '姓名\nName',
        '列\nColumn',
        '内容\nValue',
        '问题与处理\nProblem and what to do',
      ],
      rows: rows.flatMap((row) =>
        row.problems.map(({ column, value, message }) => [
          run.fileName,
          row.sheet,
          String(row.row),
          row.name,
          column === '' ? '整行 Whole row' : column,
          value,
          message,
        ]),
      ),
    }
    return sendFile(call, `错误-${run.fileName.replace(/\.\w+$/, '')}.xlsx`, XLSX, await writeSheets(thread, [sheet]))
  })
  streamRoute(app, imports.markedSheet, async (call) => {
    const { importId } = call.parse({})
    requireTurn()
    const run = await call.inUnit(async (tx) => {
      await limit(call.request, tx)
      const found = await readImport(tx, importId)
      call.checked()
      return found
    })
    const withNumbers = hasGivenFile(run, call.session)
    const path = join(tmpdir(), `portal-import-${randomUUID()}`)
    try {
      const inUnit = <T>(work: (tx: Tx) => Promise<T>) => call.inUnit(work)
      await turns(() => writeMarkedSheets({ inUnit, vault: app.vault }, run, { path, withNumbers }))
      await inUnit((tx) =>
        call.record(tx, { target: { kind: 'import', id: importId }, changes: { fileName: run.fileName, withNumbers } }),
      )
      // It is read although its name is gone.
      const written = (await open(path)).createReadStream()
      return sendFile(call, `改错-${run.fileName.replace(/\.\w+$/, '')}.xlsx`, XLSX, written)
    } finally {
      await rm(path, { force: true })
    }
  })
  streamRoute(app, imports.exportPeople, async (call) => {
    const { format } = call.parse({})
    requireTurn()
    await call.inUnit(async (tx) => {
      await limit(call.request, tx)
      call.checked()
    })
    return turns(async () => {
      const { people, classes, roster } = await call.inUnit(async (tx) => {
        const found = {
          people: await readPeople(tx),
          classes: await readClasses(tx),
          roster: format === 'oneroster' ? await readRosterFiles(tx) : null,
        }
        await call.record(tx, { changes: { format, people: found.people.length } })
        return found
      }, 'export')
      if (format === 'people.csv') return sendFile(call, '人员.csv', 'text/csv; charset=utf-8', peopleCsv(people))
      if (format === 'classes.csv') return sendFile(call, '班级.csv', 'text/csv; charset=utf-8', classesCsv(classes))
      if (roster) return sendFile(call, 'oneroster.zip', 'application/zip', await zipRosterFiles(roster))
      return sendFile(
        call,
        '人员与班级.xlsx',
        XLSX,
        await writeSheets(thread, [peopleSheet(people), classSheet(classes)]),
      )
    })
  })
}

/** Whether the caller uploaded the file, and so has its numbers already, or is an administrator. A file that a schedule took has no uploader. */
function hasGivenFile({ by, scheduled }: ImportSummary, { userId, admin }: Session): boolean {
  return admin || (!scheduled && by?.userId === userId)
}

function sendFile({ reply }: StreamCall, name: string, type: string, content: Buffer | Readable | string) {
  return reply
    .headers({
      'content-disposition': attachmentHeader(name),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(content)
}
