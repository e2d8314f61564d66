import { gapData } from '../../../../contract/endpoints/attendance-station.ts'
import { CallError } from '../../core/api/call-error.ts'

/** What a refusal means to a station. `away`: there is no network, or no server; `later`: it is worth trying again, after so many milliseconds if it says so. */
export type Refusal =
  | { readonly kind: 'ended'; readonly why: 'gone' | 'seal' }
  | { readonly kind: 'gap'; readonly expected: number }
  | { readonly kind: 'away'; readonly after: null }
  | { readonly kind: 'later'; readonly after: number | null }

/** Reads what a call was refused with. */
export function readRefusal(error: unknown): Refusal {
  if (!(error instanceof CallError)) return { kind: 'later', after: null }
  const { failure } = error
  if (error.code === 'attendance.station_gone') return { kind: 'ended', why: 'gone' }
  if (error.code === 'attendance.seal') return { kind: 'ended', why: 'seal' }
  if (failure.kind === 'envelope') {
    const gap = error.code === 'attendance.gap' ? gapData.safeParse(failure.envelope.data) : null
    if (gap?.success) return { kind: 'gap', expected: gap.data.expected }
    return { kind: 'later', after: failure.retryAfter && failure.retryAfter * 1000 }
  }
  // A proxy answers for a server that is away.
  if (failure.kind === 'http' && failure.http.status < 500)
    return { kind: 'later', after: failure.retryAfter && failure.retryAfter * 1000 }
  return { kind: 'away', after: null }
}
