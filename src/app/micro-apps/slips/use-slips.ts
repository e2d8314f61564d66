import { useKept } from '../../core/query/use-kept.ts'
import type { PaperSlip } from './group-slips.ts'

const KEY = ['slips']

/**
 * The slips that are shown, until they are closed: also after a visit to the desktop, because the passwords come only once. They are in memory alone, with
 * the application's other data.
 */
export function useSlips() {
  const [slips = null, show] = useKept<readonly PaperSlip[] | null>(KEY)
  return { slips, show, close: () => show(null) }
}
