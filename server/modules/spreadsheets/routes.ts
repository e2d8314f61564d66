import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { tableToSpreadsheet } from '../../../contract/endpoints/export.ts'
import { TABLE_FORM_MAX, TABLE_LIMITS, TABLE_TITLE_LENGTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { sheetFileName } from '../../../contract/rules/sheets/file-name.ts'
import { attachmentHeader } from '../../blobs/content-disposition.ts'
import { createKeyedMutex } from '../../blobs/keyed-mutex.ts'
import { fieldError, type StreamHandler } from '../../http/call.ts'
import { readForm } from '../../http/read-form.ts'
import { createRequestLimit } from '../../http/request-limit.ts'
import { streamRoute } from '../../http/route.ts'
import { createTablesReader, type TablesTarget } from './read-tables.ts'
import { createXlsxThread } from './xlsx-thread.ts'

type ExportCall = Parameters<StreamHandler<typeof tableToSpreadsheet>>[0]
type SheetBook = ReturnType<ReturnType<typeof createXlsxThread>['begin']>

/** Of one person. */
const EXPORTS_PER_MINUTE = 30
/** At once, of all people: each may hold 50 MB. */
const RUNNING_MAX = 8
/** Their forms are not read yet. */
const WAITING_MAX = 100
/** Seconds after which one that was refused for the others may come again. */
const RETRY_AFTER = 5

/** Registers `table2xls`: the tables of posted HTML as an .xlsx file. */
export async function registerTableExport(app: FastifyInstance): Promise<void> {
  const thread = createXlsxThread()
  app.addHook('onClose', () => thread.close())
  const limit = createRequestLimit({ name: 'spreadsheet', perMinute: EXPORTS_PER_MINUTE })
  const turns = pLimit(RUNNING_MAX)
  const mutex = createKeyedMutex()

  // A scope of its own, in which the handler reads the form itself.
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null))

    streamRoute(scope, tableToSpreadsheet, async (call) => {
      const { request, reply } = call
      await limit(request)
      if (turns.pendingCount >= WAITING_MAX) throw new PortalError('server.unavailable', { retryAfter: RETRY_AFTER })
      // One after the other of a person, so that the slow forms of one person do not take all turns.
      const { name, content } = await mutex.run(call.session.userId, () =>
        turns(() => writeSheet(call, thread.begin())),
      )
      return reply
        .headers({
          'content-disposition': attachmentHeader(sheetFileName(name, '表格')),
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .send(content)
    })
  })
}

async function writeSheet(call: ExportCall, book: SheetBook): Promise<{ name: string; content: Buffer }> {
  try {
    const name = await readTables(call, book)
    return { name, content: await book.write({ name, ...(name !== '' && { title: name }) }) }
  } catch (error) {
    book.drop()
    throw error
  }
}

/** Reads the form while it comes, for the title may stand behind the tables; returns the title. */
async function readTables(call: ExportCall, book: TablesTarget): Promise<string> {
  const found: { title?: string; data?: string } = {}
  const reader = createTablesReader(TABLE_LIMITS, book)
  await readForm(call.request.raw, TABLE_FORM_MAX, (field, text) => {
    // One more character than allowed is enough to be refused.
    if (field === 'title') found.title = `${found.title ?? ''}${text}`.slice(0, TABLE_TITLE_LENGTH + 1)
    if (field !== 'data') return
    if (text.includes('\u0000')) throw fieldError(field, 'request.invalid')
    // The tables are read at once, and are no text to keep.
    found.data = ''
    reader.write(text)
  })
  const checked = call.parse(found)
  reader.end()
  return checked.title.trim()
}
