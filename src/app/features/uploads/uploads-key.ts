import * as z from 'zod/mini'
import { json, personalKey, type LocalKey } from '../../core/storage/local-keys.ts'

/** Whose queue of uploads it is: nobody else sees it on this device. */
export function uploadAccount({ unitId, userId }: { unitId: string; userId: string }): string {
  return `${unitId}.${userId}`
}

const nameOf = (account: string) => `uploads_${account}`

/** Set while an account has uploads that are not done, so that nothing need be loaded to know. */
export function uploadsKey(account: string): LocalKey<boolean> {
  return personalKey<boolean>(nameOf(account), z.boolean(), json)
}

/** Calls back when another tab begins to upload for the account, until the signal stops it. */
export function onUploadsInOtherTab(signal: AbortSignal, account: string, listener: () => void): void {
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === nameOf(account) && newValue !== null) listener()
    },
    { signal },
  )
}
