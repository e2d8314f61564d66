import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import * as personalJobs from '../../../contract/endpoints/people/personal-jobs.ts'
import type { PersonalJob } from '../../../contract/endpoints/people/personal-jobs.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useChange } from '../../../src/app/core/query/use-change.ts'

/** How far people are erased or merged, and what failed, which goes on from here. */
export default function PersonJobsCard({ jobs }: { jobs: readonly PersonalJob[] }) {
  const t = useTexts()
  return (
    <Card title={t('personJobs.title')}>
      <ul className="ad-lines">
        {jobs.map((job) => (
          <JobLine key={job.jobId} job={job} />
        ))}
      </ul>
    </Card>
  )
}

function JobLine({ job: { jobId, kind, state, progress, code, realName, englishName } }: { job: PersonalJob }) {
  const { t, nameOf, language } = useLocale()
  const name = nameOf({ name: realName ?? '', englishName: englishName ?? '' })
  const text = t(`personJobs.${kind}`, { name })
  const isFailed = state === 'failed'
  const reason = code !== null && isErrorCode(code) ? errorText(code, language) : ''
  const retry = useChange(personalJobs.retryJob, { done: t('personJobs.goesOn'), failed: t('personJobs.notAgain') })
  return (
    <li>
      <span>
        {text}
        <br />
        <span className="k-soft">{isFailed ? `${t('personJobs.half')}${t('gap')}${reason}` : `${progress}%`}</span>
      </span>
      <Tag kind={isFailed ? 'danger' : undefined}>{t(`personJobs.state.${isFailed ? 'failed' : 'running'}`)}</Tag>
      {isFailed && (
        <span className="ad-lines__actions">
          <Button
            needsNetwork
            aria-label={`${t('action.retry')}${t('colon')}${name}`}
            onClick={() => retry.mutate({ jobId })}
          >
            {t('action.retry')}
          </Button>
        </span>
      )}
      {!isFailed && <Progress value={progress / 100} label={text} />}
    </li>
  )
}
