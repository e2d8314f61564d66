import Sheet from '@phosphor-icons/core/regular/file-xls.svg?react'
import Csv from '@phosphor-icons/core/regular/file-csv.svg?react'
import Zip from '@phosphor-icons/core/regular/file-zip.svg?react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as importsEndpoints from '../../../contract/endpoints/people/imports.ts'
import type { ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import type { SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { tellOutcome } from './import-counts.ts'
import { tellUndoFailure } from './import-failure.ts'
import { NewImport } from './NewImport.tsx'
import { NextPage } from './NextPage.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import { isBusy, useEndedImports } from './use-ended-imports.ts'

/** Imports of people and classes: a new one, those of the past, and exports. */
export default function ImportsPage() {
  const t = useTexts()
  return (
    <>
      <PageHead title={t('section.imports')} hint={t('imports.hint')} />
      <NewImport />
      <PastImports />
      <ScheduleCard />
      <Exports />
    </>
  )
}

const GLYPHS: Readonly<Record<ImportSummary['format'], SvgComponent>> = { xlsx: Sheet, csv: Csv, oneroster: Zip }
/** Milliseconds between two looks while an import is applied or taken back. */
const POLL = 2000

function PastImports() {
  const t = useTexts()
  const call = useCall()
  const [undoing, setUndoing] = useState<ImportSummary | null>(null)
  const query = useInfiniteQuery({
    queryKey: [importsEndpoints.list.name],
    queryFn: ({ signal, pageParam }) => call(importsEndpoints.list, { page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.reduce((sum, { imports }) => sum + imports.length, 0) < total ? pages.length + 1 : undefined,
    // A new import shifts the pages: none is listed twice.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ imports }) => imports).map((run) => [run.importId, run])).values(),
    ],
    refetchInterval: ({ state }) => (state.data?.pages.some(({ imports }) => imports.some(isBusy)) ? POLL : false),
  })
  useEndedImports(query.data)
  return (
    <Card title={t('imports.past')}>
      {/* Placed before the list, so that it closes before the list changes. */}
      {undoing && <UndoDialog run={undoing} onClose={() => setUndoing(null)} />}
      <Loaded query={{ ...query, isPlaceholderData: false }} lines={4}>
        {(runs) =>
          runs.length === 0 ? (
            <NoData title={t('imports.none.title')} hint={t('imports.none.hint')} />
          ) : (
            <>
              <ul className="ad-import-list" aria-label={t('imports.past')}>
                {runs.map((run) => (
                  <PastImport
                    key={run.importId}
                    run={run}
                    mayUndo={!runs.some(isBusy)}
                    onUndo={() => setUndoing(run)}
                  />
                ))}
              </ul>
              <NextPage query={query} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function PastImport({ run, mayUndo, onUndo }: { run: ImportSummary; mayUndo: boolean; onUndo: () => void }) {
  const { t, personName, language } = useLocale()
  const { importId, fileName, format, status, undoable, by, createdAt, appliedAt, progress, scheduled } = run
  const undoFailure = tellUndoFailure(run, t, language)
  return (
    <CardRow
      glyph={GLYPHS[format]}
      title={
        <>
          <Link className="ad-title-link" to={`/imports/${importId}`}>
            {fileName}
          </Link>
          <StatusTag status={status} />
          {scheduled && <Tag>{t('imports.scheduled')}</Tag>}
        </>
      }
      facts={
        <>
          <span>{by ? personName(by) : t('imports.byCommand')}</span>
          <span>
            <TimeAgo at={appliedAt ?? createdAt} />
          </span>
          {status !== 'cancelled' && status !== 'refused' && (
            <span>{isBusy(run) ? `${progress}%` : tellOutcome(run, t)}</span>
          )}
        </>
      }
      more={
        status === 'applied' && (
          <>
            {undoFailure !== '' && <p className="ad-warning">{undoFailure}</p>}
            {!undoable && <p className="k-soft">{t('imports.undoLate')}</p>}
          </>
        )
      }
    >
      {undoable && (
        <Button
          needsNetwork
          disabled={!mayUndo}
          aria-label={t('imports.undoNamed', { name: fileName })}
          onClick={onUndo}
        >
          {t('action.undo')}
        </Button>
      )}
    </CardRow>
  )
}

const TAGS = {
  reading: undefined,
  ready: 'warning',
  applying: 'warning',
  applied: 'good',
  undoing: 'warning',
  failed: 'danger',
  stale: 'warning',
  undone: undefined,
  cancelled: undefined,
  refused: 'danger',
} as const

export function StatusTag({ status }: { status: ImportSummary['status'] }) {
  const t = useTexts()
  return <Tag kind={TAGS[status]}>{t(`imports.status.${status}`)}</Tag>
}

/** The people and classes of the unit as files that can be imported again. */
function Exports() {
  const t = useTexts()
  return (
    <Card title={t('imports.export.title')}>
      <p className="k-soft">{t('imports.export.hint')}</p>
      <div className="k-buttons">
        {(
          [
            ['xlsx', 'xlsx'],
            ['people.csv', 'people'],
            ['classes.csv', 'classes'],
            ['oneroster', 'oneroster'],
          ] as const
        ).map(([format, name]) => (
          <DownloadLink
            key={format}
            kind="plain"
            icon={Download}
            file={serverFile(importsEndpoints.exportPeople, { format })}
          >
            {t(`imports.export.${name}`)}
          </DownloadLink>
        ))}
      </div>
    </Card>
  )
}
