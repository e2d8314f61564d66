import { useEffect, useRef } from 'react'
import type { ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { renewShown } from '../../../src/app/core/query/renew.ts'
import { queryClient } from '../../../src/app/core/query/query-client.ts'
import { useLocale } from '../portal-context.ts'
import { tellUndoFailure } from './import-failure.ts'

/** Whether a job writes it or takes it back: no other import of the unit can begin. */
export const isBusy = ({ status }: ImportSummary) => status === 'applying' || status === 'undoing'

/** Whether it is not applied yet, and can be, read in another way or given up. */
export const isWaiting = ({ status }: ImportSummary) => status === 'ready' || status === 'stale' || status === 'failed'

/** Tells what became of the undo of an import that is shown, and loads again all that is shown once an import has ended: what it wrote is shown elsewhere. */
export function useEndedImports(runs: readonly ImportSummary[] | undefined): void {
  const { t, language } = useLocale()
  const before = useRef<ReadonlyMap<string, ImportSummary>>(new Map())
  useEffect(() => {
    const known = before.current
    // A short one may have ended before it is asked for.
    const ended = runs?.filter((run) => {
      const was = known.get(run.importId)
      const isChanged = was?.status !== run.status || was.code !== run.code
      return was && isChanged && !isBusy(run) && (isBusy(was) || run.status === 'applied' || run.status === 'undone')
    })
    before.current = new Map(runs?.map((run) => [run.importId, run]))
    if (!ended?.length) return
    void renewShown(queryClient)
    for (const run of ended) {
      const failure = tellUndoFailure(run, t, language)
      if (run.status === 'undone') notify('success', t('imports.undo.done', { name: run.fileName }))
      if (failure !== '') notify('error', failure)
    }
  }, [runs, t, language])
}
