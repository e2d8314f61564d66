import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { importSummary } from '../../../contract/endpoints/people/imports.ts'
import { until } from '../until.ts'

type ImportSummary = z.infer<typeof importSummary>

/** Refuses the answer of a call that failed. */
const answer = z.object({ code: z.literal('ok'), data: importSummary })

/** Previews a list by the call alone, as the user of the page: for stories that begin after it. */
export async function previewList(page: Page, text: string, name = 'list.csv'): Promise<ImportSummary> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  const response = await page.request.post(imports.preview.path, { headers: headersOf(page), multipart: { file } })
  return z.parse(answer, await response.json()).data
}

/** Previews a list and writes it; resolves once it is written. */
export async function importList(page: Page, text: string, name = 'list.csv'): Promise<ImportSummary> {
  const { importId } = await previewList(page, text, name)
  const response = await page.request.post(imports.apply.path, { headers: headersOf(page), data: { importId } })
  z.parse(answer, await response.json())
  return until(
    async () => {
      const { data } = z.parse(
        answer,
        await (await page.request.get(`${imports.summary.path}?importId=${importId}`)).json(),
      )
      return data.status === 'applied' && data
    },
    { what: `the import of ${name}` },
  )
}

const headersOf = (page: Page) => ({ 'x-portal-device': 'pc', origin: new URL(page.url()).origin })
