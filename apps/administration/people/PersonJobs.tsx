import { type ReactNode, useEffect, useRef } from 'react'
import { listJobs, type PersonalJob } from '../../../contract/endpoints/people/personal-jobs.ts'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { renewShown } from '../../../src/app/core/query/renew.ts'
import { queryClient } from '../../../src/app/core/query/query-client.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { latePart } from '../../../src/app/ui/late-part.tsx'
import { useTexts } from '../portal-context.ts'

// Seldom shown.
const PersonJobsCard = latePart(() => import('./PersonJobsCard.tsx'))

/** Milliseconds between two looks while one runs. */
const POLL = 1000

/**
 * People who are being erased or merged, of the whole unit or of one person's page: how far it is, and what failed, which goes on from here. `otherwise` is shown where
 * there is none. All of it is the server's, so that the page can be left and loaded again.
 */
export function PersonJobs({ of, otherwise }: { of?: string; otherwise?: ReactNode }) {
  // Only who has the right in the whole unit erases and merges.
  const { data: structure } = useEndpoint(structureEndpoints.read, {})
  const { data } = useEndpoint(listJobs, structure?.whole ? {} : null, {
    every: (found) => (found?.jobs.some(({ state }) => state === 'running') ? POLL : false),
  })
  useEndedJobs(data?.jobs)
  const shown = data?.jobs.filter(
    ({ state, personId, keepId }) => state !== 'done' && (of === undefined || personId === of || keepId === of),
  )
  if (!shown || shown.length === 0) return otherwise
  return <PersonJobsCard jobs={shown} />
}

/** Tells the end of what was seen running, and loads everything again: it is shown elsewhere. */
function useEndedJobs(jobs: readonly PersonalJob[] | undefined): void {
  const t = useTexts()
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ended = jobs?.filter(({ jobId, state }) => state !== 'running' && running.current.has(jobId)) ?? []
    if (jobs) running.current = new Set(jobs.flatMap(({ jobId, state }) => (state === 'running' ? [jobId] : [])))
    if (ended.length === 0) return
    void renewShown(queryClient)
    for (const { kind, state } of ended)
      if (state === 'done') notify('success', t(`${kind}.done`))
      else notify('error', t('personJobs.half'))
  }, [jobs, t])
}
