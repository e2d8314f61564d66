import type { PortalUpload } from '../../src/app/micro-apps/micro-app.ts'

/**
 * Changes when the first upload begins, when the last one is through and when one fails. While none is under way, also with those that are done: a small
 * file has begun and ended by the time anybody hears of it.
 */
export function restOfUploads(items: PortalUpload['items']['current']): string {
  const count = (phase: string) => items.filter(({ state }) => state.phase === phase).length
  const isMoving = items.some(({ state }) => !['failed', 'paused', 'needs-file', 'done'].includes(state.phase))
  return `${count('failed')} ${isMoving ? 'moving' : count('done')}`
}
