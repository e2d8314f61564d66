import { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import {
  saveQuotas,
  type StorageQuotas,
  type StorageSettings,
} from '../../../contract/endpoints/storage/storage-admin.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { dataOf } from '../callers/storage-caller.ts'
import type { TestBrowser } from '../browser/test-browser.ts'
import { ask, call } from '../callers/call.ts'

/** No limits. */
export const NO_QUOTAS: StorageQuotas = {
  unit: null,
  student: null,
  teacher: null,
  parent: null,
  staff: null,
  classes: null,
}

/** Sends quotas in the session of a browser, valid or not. */
export function sendQuotas(browser: TestBrowser, quotas: object): Promise<Envelope> {
  return ask(browser, saveQuotas, quotas)
}

/** Sets the given quotas and takes the others away; throws when that is refused. */
export async function setQuotas(admin: TestBrowser, quotas: Partial<StorageQuotas>): Promise<StorageSettings> {
  return dataOf(saveQuotas, await sendQuotas(admin, { ...NO_QUOTAS, ...quotas }))
}

/** What the person in a browser uses and may use. */
export async function readUsage(browser: TestBrowser): Promise<ResponseOf<typeof storageUsage>> {
  return call(browser, storageUsage)
}
