import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema, type Envelope } from '../../../contract/envelope.ts'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { hastenJobs, settleJobs } from '../app/settle-jobs.ts'
import type { TestApp } from '../app/app.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { ask as askAs } from './call.ts'

const BOUNDARY = 'import-boundary'

/** A form with fields and one file, as browsers send it. */
export function formOf(name: string, content: Uint8Array | string, fields: Readonly<Record<string, string>> = {}) {
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

/** What an administrator does with imports. */
export function createImportCaller(test: Pick<TestApp, 'database'>, browser: TestBrowser) {
  const summaryOf = ({ code, data }: Envelope) => {
    if (code !== 'ok') throw new Error(code)
    return z.parse(imports.importSummary, data)
  }
  const ask = (endpoint: AnyEndpoint, input: object) => askAs(browser, endpoint, input)
  const upload = async (name: string, content: Uint8Array | string, fields: Readonly<Record<string, string>> = {}) =>
    z.parse(envelopeSchema, (await browser.request('POST', imports.preview.path, formOf(name, content, fields))).json())
  const summary = async (importId: string) =>
    summaryOf((await browser.get(`${imports.summary.path}?importId=${importId}`)).envelope)
  return {
    upload,
    ask,
    summary,
    preview: async (...given: Parameters<typeof upload>) => summaryOf(await upload(...given)),
    list: async (page: number) =>
      z.parse(imports.list.response, (await browser.get(`${imports.list.path}?page=${page}`)).envelope.data),
    rows: async (importId: string, action: string) => {
      const { envelope } = await browser.get(`${imports.rows.path}?importId=${importId}&action=${action}`)
      return z.parse(imports.rows.response, envelope.data)
    },
    /** Resolves once its job has ended. */
    async apply(importId: string, confirmDeactivation = false, leaveOut = false) {
      summaryOf(await ask(imports.apply, { importId, confirmDeactivation, leaveOut }))
      await hastenJobs(test.database)
      await settleJobs(test.database)
      return summary(importId)
    },
    /** The answer as it is when it is refused at once; else it resolves once its job has ended, with what became of the import. */
    async undo(importId: string, partly = false): Promise<Envelope> {
      const answer = await ask(imports.undo, { importId, partly })
      if (answer.code !== 'ok') return answer
      await hastenJobs(test.database)
      await settleJobs(test.database)
      return { ...answer, data: await summary(importId) }
    },
    file: async (path: string) => (await browser.request('GET', path)).rawPayload,
  }
}
