import * as z from 'zod/mini'
import { json, personalKey, type LocalKey } from '../../core/storage/local-keys.ts'

/** The owner of a queue of uploads on this device. */
export function uploadAccount({ unitId, userId }: { unitId: string; userId: string }): string {
  return `${unitId}.${userId}`
}

const nameOf = (account: string) => `uploads_${account}`

/** Set while an account has unfinished uploads, so that the page knows without loading the uploads code. */
export function uploadsKey(account: string): LocalKey<boolean> {
  return personalKey<boolean>(nameOf(account), z.boolean(), json)
}

/** Calls back when another tab starts uploads of the account, until the signal aborts. */
export function onUploadsInOtherTab(signal: AbortSignal, account: string, listener: () => void): void {
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === nameOf(account) && newValue !== null) listener()
    },
    { signal },
  )
}
