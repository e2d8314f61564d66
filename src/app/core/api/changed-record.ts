import * as z from 'zod/mini'
import type { SavingEndpoint } from '../../../../contract/endpoint.ts'
import { changedRecord } from '../../../../contract/record-version.ts'
import { CallError } from './call-error.ts'

const data = changedRecord(z.unknown())

/** The record as another person has changed it meanwhile, after a save that was refused for that; null after any other failure. */
export function changedRecordOf<Saved extends z.core.$ZodType>(
  { saves }: SavingEndpoint<Saved>,
  error: unknown,
): { readonly current: z.core.output<Saved>; readonly last: z.infer<typeof data>['last'] } | null {
  if (!(error instanceof CallError) || error.failure.kind !== 'envelope' || error.code !== 'record.changed') return null
  const refused = z.safeParse(data, error.failure.envelope.data)
  if (!refused.success) return null
  const current = z.core.safeParse<Saved>(saves, refused.data.current)
  return current.success ? { current: current.data, last: refused.data.last } : null
}
