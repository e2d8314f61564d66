import { safeParse } from 'zod/mini'
import { expiringModules } from '../../../../contract/endpoints/messages/messages.ts'
import { EXPIRY_SOON } from '../../../../contract/limits.ts'

/** 1 in use, 2 about to expire, 3 expired: the specification's numbers. */
export type ExpiryStatus = 1 | 2 | 3

/**
 * The modules of an expiry message at `now`: expired first, then those about to expire, then the others, each by end date. Empty for a damaged text.
 */
export function readExpiry(content: string | null, now: Date) {
  const read = safeParse(expiringModules, parseJson(content ?? ''))
  if (!read.success) return []
  return read.data
    .filter(({ endTime }) => !Number.isNaN(Date.parse(endTime)))
    .map((module) => ({ ...module, status: statusAt(Date.parse(module.endTime), now.getTime()) }))
    .toSorted((a, b) => b.status - a.status || Date.parse(a.endTime) - Date.parse(b.endTime))
}

function statusAt(end: number, now: number): ExpiryStatus {
  if (end < now) return 3
  return end - now <= EXPIRY_SOON ? 2 : 1
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
