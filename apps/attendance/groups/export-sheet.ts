import * as z from 'zod/mini'
import { exportMonth } from '../../../contract/endpoints/attendance/attendance.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import type { RequestOf } from '../../../contract/endpoint.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `code` is the server's, or `client.*` as of calls. */
export class ExportError extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`the sheet did not come: ${code}`, { cause })
    this.name = 'ExportError'
    this.code = code
  }
}

/**
 * Fetches a group's month as .xlsx. Not by a link, which shows neither progress nor failure, and would replace the portal by an error page. Rejects
 * with ExportError, or with the signal's reason.
 */
export async function exportSheet(signal: AbortSignal, input: RequestOf<typeof exportMonth>): Promise<Blob> {
  const query = new URLSearchParams(input)
  let response: Response
  try {
    response = await fetch(`${exportMonth.path}?${query.toString()}`, { signal, credentials: 'same-origin' })
  } catch (error) {
    signal.throwIfAborted()
    throw new ExportError('client.network', error)
  }
  if (response.ok && response.headers.get('content-type')?.startsWith(TYPE)) return response.blob()
  throw new ExportError(codeOf(await response.text()))
}

function codeOf(body: string): string {
  try {
    return z.parse(envelopeSchema, JSON.parse(body)).code
  } catch {
    return 'client.http'
  }
}
