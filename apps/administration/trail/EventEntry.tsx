import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import type { AdminEvent } from '../../../contract/endpoints/admin-events.ts'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useLocale } from '../portal-context.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { Fact, Facts } from '../../../src/app/ui/record/Facts.tsx'
import { readDifferences } from './differences.ts'
import { useEventTexts, type Names } from './use-event-texts.ts'

/** An event in one line, which opens to its fields before and after. */
export function EventEntry({ event, names }: { event: AdminEvent; names: Names }) {
  const { t, language } = useLocale()
  const texts = useEventTexts()
  const differences = readDifferences(event.changes)
  const action = texts.action(event.action)
  return (
    <details className="ad-event">
      <summary className="ad-event__line">
        <time dateTime={event.at}>{formatDateTime(event.at, language)}</time>
        <span className="ad-event__actor">{texts.actor(event)}</span>
        <span className="ad-event__what">
          <span className="ad-event__action">{action}</span>
          {event.target && <span className="ad-event__target">{texts.target(event)}</span>}
          {event.kind !== 'changed' && <span className="k-tag">{t(`trail.kinds.${event.kind}`)}</span>}
          {differences.length > 0 && (
            <span className="ad-event__fields">
              {differences.map((one) => texts.line(one, event.action, names)).join(' · ')}
            </span>
          )}
        </span>
        <Icon svg={CaretDown} size={16} />
      </summary>
      <div className="ad-event__details">
        {differences.length === 0 ? (
          <p className="k-soft">{t('trail.noChanges')}</p>
        ) : (
          <DataTable
            label={t('trail.changesOf', { action })}
            rows={differences}
            keyOf={({ field }) => field}
            columns={[
              { key: 'field', heading: t('trail.field'), value: ({ field }) => texts.field(field) },
              {
                key: 'before',
                heading: t('trail.before'),
                isLabelled: true,
                value: ({ field, before }) =>
                  before === undefined ? '' : texts.value(field, before, event.action, names),
              },
              {
                key: 'after',
                heading: t('trail.after'),
                isLabelled: true,
                value: ({ field, after }) => texts.value(field, after, event.action, names),
              },
            ]}
          />
        )}
        {event.address !== '' && (
          <Facts>
            <Fact label={t('trail.address')}>{event.address}</Fact>
            <Fact label={t('trail.device')}>{event.userAgent}</Fact>
          </Facts>
        )}
      </div>
    </details>
  )
}
