import type { Absence } from '../../contract/endpoints/attendance/attendance.ts'
import type { TextKey } from './portal-context.ts'

/** Reason, times and state of a notice, for a cell. */
export function absenceText(
  { kind, from, until, state }: Pick<Absence, 'kind' | 'from' | 'until' | 'state'>,
  t: (key: TextKey) => string,
): string {
  const times = from === null && until === null ? '' : `${from ?? ''}–${until ?? ''}`
  return [t(`absence.kinds.${kind}`), times, t(`state.${state}`)].filter(Boolean).join(' ')
}
