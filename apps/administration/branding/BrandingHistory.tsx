import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as brandingEndpoints from '../../../contract/endpoints/units/branding.ts'
import { BRANDINGS_PAGE, type BrandingState, type BrandingVersion } from '../../../contract/endpoints/units/branding.ts'
import { changedFields } from '../../../contract/rules/fields/merge-changes.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useLocale, usePortal, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'

/** What was published, with who and when, and the way back to each. */
export function BrandingHistory({ state }: { state: BrandingState }) {
  const t = useTexts()
  const portal = usePortal()
  const call = useCall()
  const [asked, setAsked] = useState<BrandingVersion | null>(null)
  const query = useInfiniteQuery({
    queryKey: [brandingEndpoints.history.name],
    queryFn: ({ pageParam, signal }) =>
      call(brandingEndpoints.history, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < BRANDINGS_PAGE ? null : page.at(-1)?.number),
    select: ({ pages }) => pages.flat(),
  })

  const restore = useChange(
    ({ versionId }: BrandingVersion) => call(brandingEndpoints.restore, { versionId, version: state.version }),
    {
      done: (_, { number }) => t('branding.history.done', { number }),
      shows: endpointQuery(brandingEndpoints.read, {}),
    },
  )

  return (
    <Card title={t('branding.history.title')} hint={t('branding.history.hint')}>
      <Loaded query={query} lines={3}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="k-soft">{t('branding.history.none')}</p>
          ) : (
            <ol aria-label={t('branding.history.title')}>
              {versions.map((version, at) => (
                <Version
                  key={version.versionId}
                  version={version}
                  before={versions[at + 1]}
                  isCurrent={changedFields(version.branding, state.published).length === 0}
                  onAsk={() => setAsked(version)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('branding.history.more')}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          kind="primary"
          question={t('branding.history.question', { number: asked.number })}
          hint={t('branding.history.explain')}
          action={t('action.bringBack')}
          onClose={() => setAsked(null)}
          change={() => restore.mutateAsync(asked)}
          onDone={() => portal.renewUnit()}
        />
      )}
    </Card>
  )
}

function Version({
  version: { number, at, by, restored, branding },
  before,
  isCurrent,
  onAsk,
}: {
  version: BrandingVersion
  before: BrandingVersion | undefined
  isCurrent: boolean
  onAsk: () => void
}) {
  const { t, personName, language } = useLocale()
  const fields = before ? changedFields(before.branding, branding).map((field) => t(`branding.field.${field}`)) : []
  const changed = fields.length > 0 ? t('branding.history.changed', { fields: fields.join(t('comma')) }) : null
  const told =
    restored !== null ? t('branding.history.restored', { number: restored }) : (changed ?? t('imports.noEffect'))
  return (
    <li className="ad-version">
      <div className="ad-version__words">
        <p>
          <strong>{t('branding.history.version', { number })}</strong>{' '}
          <span className="k-soft">
            {formatDateTime(at, language)}
            {' · '}
            {by ? personName(by) : t('branding.history.before')}
          </span>
        </p>
        <p className="k-soft">{before ? told : t('branding.history.first')}</p>
      </div>
      {isCurrent ? (
        <span className="ad-version__current">{t('branding.history.current')}</span>
      ) : (
        <Button needsNetwork onClick={onAsk} aria-label={t('branding.history.backTo', { number })}>
          {t('action.bringBack')}
        </Button>
      )}
    </li>
  )
}
