import * as units from '../../../contract/endpoints/units/units.ts'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatBytes, formatNumber } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { CardColumns } from '../../../src/app/ui/record/Card.tsx'
import { Fact, FactsCard } from '../../../src/app/ui/record/Facts.tsx'
import { useTexts, useLocale } from '../portal-context.ts'

const MINUTE = 60_000

/** How the installation is: what an operator looks at first when something is slow or does not arrive. */
export default function HealthPage() {
  const t = useTexts()
  const query = useEndpoint(units.health, {}, { every: () => MINUTE })
  return (
    <>
      <PageHead
        title={t('units.health.title')}
        hint={t('units.health.hint')}
        back={{ label: t('section.units'), to: '/units' }}
      />
      <Loaded query={query}>{(figures) => <Groups figures={figures} />}</Loaded>
    </>
  )
}

function Groups({ figures: { version, database, storage, mail, jobs, live } }: { figures: units.Health }) {
  const { t, language } = useLocale()
  const count = (value: number) => formatNumber(value, language)
  const look = <Tag kind="warning">{t('units.health.look')}</Tag>
  return (
    <CardColumns>
      <FactsCard title={t('units.health.portal')}>
        <Fact label={t('units.health.version')}>{version}</Fact>
      </FactsCard>
      <FactsCard title={t('units.health.database')} tag={database.connections >= database.connectionsMax * 0.8 && look}>
        <Fact label={t('trail.fields.bytes')}>{formatBytes(database.bytes, language)}</Fact>
        <Fact label={t('units.health.connections')}>
          {t('units.health.of', { used: count(database.connections), most: count(database.connectionsMax) })}
        </Fact>
        <Fact label={t('units.health.version')}>{`PostgreSQL ${database.version}`}</Fact>
      </FactsCard>
      <FactsCard title={t('units.column.storage')}>
        <Fact label={t('trail.fields.bytes')}>{formatBytes(storage.bytes, language)}</Fact>
        <Fact label={t('units.health.files')}>{count(storage.files)}</Fact>
        <Fact label={t('units.health.uploads')}>{count(storage.uploads)}</Fact>
      </FactsCard>
      <FactsCard title={t('signIn.mail.title')} tag={mail.failed > 0 && look}>
        <Fact label={t('units.health.waiting')}>{count(mail.waiting)}</Fact>
        <Fact label={t('units.health.undelivered')}>{count(mail.failed)}</Fact>
      </FactsCard>
      <FactsCard title={t('units.health.live')} tag={live.held > 0 && look}>
        <Fact label={t('units.health.held')}>
          {count(live.held)}
          {live.held > 0 && <span className="k-soft"> {t('units.health.heldHint')}</span>}
        </Fact>
      </FactsCard>
      <FactsCard title={t('units.health.jobs')} tag={jobs.failed.length > 0 && look}>
        <Fact label={t('units.health.waiting')}>{count(jobs.waiting)}</Fact>
        <Fact label={t('units.health.running')}>{count(jobs.running)}</Fact>
        <Fact label={t('personJobs.state.failed')}>
          {jobs.failed.length === 0 ? t('units.health.noneFailed') : <FailedJobs jobs={jobs.failed} />}
        </Fact>
      </FactsCard>
    </CardColumns>
  )
}

function FailedJobs({ jobs }: { jobs: readonly units.FailedJob[] }) {
  const { t, language } = useLocale()
  const call = useCall()
  const retry = useChange(({ id }: units.FailedJob) => call(units.retryJob, { id }), {
    done: (_, { job }) => t('units.health.retried', { name: job }),
    failed: t('units.health.notRetried'),
  })
  return (
    <ul className="ad-lines">
      {jobs.map((job) => (
        <li key={job.id}>
          <span>
            {job.job}
            <span className="k-soft">
              {' '}
              {job.failedAt !== null && <TimeAgo at={job.failedAt} />}{' '}
              {isErrorCode(job.code) ? errorText(job.code, language) : job.code}
            </span>
          </span>
          <Button
            needsNetwork
            aria-label={t('units.health.retryNamed', { name: job.job })}
            onClick={() => retry.mutate(job)}
          >
            {t('action.retry')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
