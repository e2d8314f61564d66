import { safeParse } from 'zod/mini'
import { proxy } from 'valtio/vanilla'
import * as calls from '../../../../contract/endpoints/messages.ts'
import { BELL_CAP } from '../../../../contract/limits.ts'
import { call } from '../api/call.ts'

export const waiting = proxy<{ counts: calls.WaitingCounts | null; dot: boolean }>({ counts: null, dot: false })

/** The bell's count: nothing for zero, and at most "99+". */
export function bellText(count: number): string {
  if (count <= 0) return ''
  return count > BELL_CAP ? `${BELL_CAP}+` : String(count)
}

/** Loads whether the unit's bell shows a number or a dot. Never rejects; a failure keeps it. */
export async function loadBellConfig(): Promise<void> {
  try {
    const { config } = await call(calls.config, {})
    const read = safeParse(calls.messageConfig, JSON.parse(config))
    if (read.success) waiting.dot = read.data.pcOpen === 1
  } catch {
    // The number is correct in any case.
  }
}
