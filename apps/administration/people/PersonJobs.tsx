import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { listJobs, type PersonalJob, retryJob } from '../../../contract/endpoints/people/personal-jobs.ts'
import { read } from '../../../contract/endpoints/people/structure.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { nameIn, useLanguage, useOnline, usePortal, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'

/** Milliseconds between two looks while one runs. */
const POLL = 1000

/**
 * People who are being erased or merged, of the whole unit or of one person's page: how far it is, and what failed, which goes on from here. `otherwise` is shown where
 * there is none. All of it is the server's, so that the page can be left and loaded again.
 */
export function PersonJobs({ of, otherwise }: { of?: string; otherwise?: ReactNode }) {
  const t = useTexts()
  // Only who has the right in the whole unit erases and merges.
  const { data: structure } = useEndpoint(read, {})
  const { data } = useEndpoint(listJobs, structure?.whole ? {} : null, {
    every: (found) => (found?.jobs.some(({ state }) => state === 'running') ? POLL : false),
  })
  useEndedJobs(data?.jobs)
  const shown = data?.jobs.filter(
    ({ state, personId, keepId }) => state !== 'done' && (of === undefined || personId === of || keepId === of),
  )
  if (!shown || shown.length === 0) return otherwise
  return (
    <section className="app-card ad-group" aria-label={t('personJobs.title')}>
      <h2>{t('personJobs.title')}</h2>
      <ul className="ad-lines">
        {shown.map((job) => (
          <JobLine key={job.jobId} job={job} />
        ))}
      </ul>
    </section>
  )
}

function JobLine({ job: { jobId, kind, state, progress, code, realName, englishName } }: { job: PersonalJob }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const send = useSend()
  const { change } = useChange()
  const name = nameIn({ name: realName ?? '', englishName: englishName ?? '' }, language)
  const text = t(`personJobs.${kind}`, { name })
  const isFailed = state === 'failed'
  const reason = code !== null && isErrorCode(code) ? errorText(code, language) : ''
  const again = () =>
    change({
      work: async () => {
        await send(retryJob, { jobId })
        return null
      },
      done: t('personJobs.goesOn'),
      failed: t('personJobs.notAgain'),
    })
  return (
    <li>
      <span>
        {text}
        <br />
        <span className="ad-soft">{isFailed ? `${t('personJobs.half')}${t('gap')}${reason}` : `${progress}%`}</span>
      </span>
      <Tag kind={isFailed ? 'danger' : undefined}>{t(`personJobs.state.${isFailed ? 'failed' : 'running'}`)}</Tag>
      {isFailed && (
        <span className="ad-lines__actions">
          <Button disabled={!online} aria-label={t('personJobs.againNamed', { name })} onClick={() => void again()}>
            {t('action.retry')}
          </Button>
        </span>
      )}
      {!isFailed && <Progress value={progress / 100} label={text} />}
    </li>
  )
}

/** Tells the end of what was seen running, and loads everything again: it is shown elsewhere. */
function useEndedJobs(jobs: readonly PersonalJob[] | undefined): void {
  const t = useTexts()
  const portal = usePortal()
  const client = useQueryClient()
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ended = jobs?.filter(({ jobId, state }) => state !== 'running' && running.current.has(jobId)) ?? []
    if (jobs) running.current = new Set(jobs.flatMap(({ jobId, state }) => (state === 'running' ? [jobId] : [])))
    if (ended.length === 0) return
    void client.invalidateQueries()
    for (const { kind, state } of ended)
      if (state === 'done') portal.notify('success', t(`${kind}.done`))
      else portal.notify('error', t('personJobs.half'))
  }, [jobs, t, portal, client])
}
