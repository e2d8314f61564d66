import { useRef, useState } from 'react'
import { type Correction, corrections } from '../../../contract/endpoints/attendance/attendance.ts'
import { LoadMoreList } from '../../../src/app/ui/layout/LoadMore.tsx'
import { Skeleton } from '../../../src/app/ui/feedback/Skeleton.tsx'
import { NoneCard, Problem, StaleNotice } from '../Loaded.tsx'
import type { CorrectionView } from '../app-route.ts'
import { useGroups, usePortal, useTexts } from '../portal-context.ts'
import { useKeptFocus } from '../use-kept-focus.ts'
import { CorrectionCard } from './CorrectionCard.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { usePages } from '../use-pages.ts'

export function CorrectionList({ view }: { view: CorrectionView }) {
  const t = useTexts()
  const groups = useGroups()
  const { found, total, load, more, reload, put } = useCorrections(view)
  const [deciding, setDeciding] = useState<{ correction: Correction; approve: boolean } | null>(null)

  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list)

  if (found === null) {
    if (load.phase === 'failed') return <Problem code={load.code} onRetry={reload} />
    return (
      <div className="at-card at-card--padded">
        <Skeleton lines={6} label={t('loading')} />
      </div>
    )
  }

  const shown = view === 'decided' ? found.filter(({ state }) => state !== 'open') : found
  const status = load.phase === 'ready' ? (found.length < total ? 'more' : 'done') : load.phase
  return (
    <div ref={list} className="at-loaded">
      <StaleNotice load={load} onRetry={reload} />
      {shown.length === 0 && status === 'done' ? (
        <NoneCard title={t(`correction.none.${view}`)} hint={t(`correction.noneHint.${view}`)} />
      ) : (
        <LoadMoreList
          label={t(`correction.view.${view}`)}
          className="at-requests"
          items={shown}
          keyOf={({ correctionId }) => correctionId}
          status={status}
          onMore={more}
        >
          {(correction) => (
            <CorrectionCard
              correction={correction}
              onDecide={(approve) => setDeciding({ correction, approve })}
              onWithdrawn={put}
            />
          )}
        </LoadMoreList>
      )}
      {deciding && (
        <DecideDialog
          {...deciding}
          onClose={() => setDeciding(null)}
          onDecided={(now) => {
            put(now)
            groups.reload()
          }}
        />
      )}
    </div>
  )
}

const QUESTIONS: Readonly<Record<CorrectionView, RequestOf<typeof corrections>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: { toDecide: true },
  own: { mine: true },
}

/** The requests of a view, page by page; `put` replaces one. */
function useCorrections(view: CorrectionView) {
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
