import { corrections, type Correction } from '../../../contract/endpoints/attendance.ts'
import type { RequestOf } from '../../../contract/endpoint.ts'
import type { CorrectionView } from '../app-route.ts'
import { usePortal } from '../portal-context.ts'
import { usePages } from '../use-pages.ts'

const QUESTIONS: Readonly<Record<CorrectionView, RequestOf<typeof corrections>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: { toDecide: true },
  own: { mine: true },
}

/** The requests of a view, page by page; `put` replaces one. */
export function useCorrections(view: CorrectionView) {
  const portal = usePortal()
  const { change, ...list } = usePages<Correction>({
    queryKey: view,
    async read(signal, page) {
      const query = await portal.call(corrections, { ...QUESTIONS[view], page }, { signal, quiet: true })
      return { total: query.total, items: query.corrections }
    },
    keyOf: ({ correctionId }) => correctionId,
  })
  const put = (now: Correction) => change((one) => (one.correctionId === now.correctionId ? now : one))
  return { ...list, put }
}
