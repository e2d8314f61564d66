import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_DAYS, IMPORT_PAGE } from '../../../contract/limits.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { ListCard } from '../ListCard.tsx'
import { useTexts } from '../portal-context.ts'
import { countRows, tellCounts } from './import-counts.ts'
import { NextPage } from './NextPage.tsx'
import { AmbiguousRows, LeftRows } from './RowChoices.tsx'
import { RowItem } from './RowItem.tsx'
import { isOpen } from './use-row-choices.ts'
import { LinkRow } from '../../../src/app/ui/layout/LinkRow.tsx'

/** Rows with warnings are listed under what becomes of them as well. */
type Action = (typeof imports.ROW_ACTIONS)[number] | 'warned'

/** What needs a person comes first. */
const ORDER: readonly Action[] = ['error', 'ambiguous', 'left', 'warned', 'new', 'changed', 'deactivated', 'unchanged']

/** The rows of an import by what becomes of them. */
export function ImportRows({ run }: { run: imports.ImportSummary }) {
  const t = useTexts()
  const [params] = useSearchParams()
  const countOf = (one: Action) => (one === 'warned' ? run.warnings : countRows(run.counts[one]))
  const there = ORDER.filter((one) => countOf(one) > 0)
  const action = there.find((one) => one === params.get('show')) ?? there[0]
  if (!action) return null
  return (
    <>
      <LinkRow className="k-parts" label={t('imports.rows')}>
        {there.map((one) => (
          <Link
            key={one}
            to={{ search: `show=${one}` }}
            replace
            aria-current={one === action ? 'page' : undefined}
            data-action={one}
          >
            {t(`imports.action.${one}`)}
            <span className="ad-import-count">{countOf(one)}</span>
          </Link>
        ))}
      </LinkRow>
      <RowList run={run} action={action} />
    </>
  )
}

function RowList({ run, action }: { run: imports.ImportSummary; action: Action }) {
  const t = useTexts()
  const call = useCall()
  const { importId, counts } = run
  const query = useInfiniteQuery({
    queryKey: [imports.rows.name, { importId, action }],
    queryFn: ({ signal, pageParam }) => call(imports.rows, { importId, action, after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < IMPORT_PAGE ? undefined : page.at(-1)?.rowNo),
    select: ({ pages }) => pages.flat(),
  })
  // A row that was chosen for leaves the list, and after the last one another list is shown.
  return (
    <ListCard title={title()}>
      {action !== 'new' && action !== 'changed' && <p className="k-soft">{t(`imports.about.${action}`)}</p>}
      <Loaded query={{ ...query, isPlaceholderData: false }} lines={8}>
        {(found) =>
          found.length === 0 ? (
            <p className="k-soft">{t('imports.rowsGone', { days: IMPORT_DAYS })}</p>
          ) : (
            <>
              {action === 'ambiguous' ? (
                <AmbiguousRows run={run} found={found} />
              ) : action === 'left' && isOpen(run) ? (
                <LeftRows run={run} found={found} />
              ) : (
                <ul aria-label={t(`imports.action.${action}`)}>
                  {found.map((row) => (
                    <RowItem key={row.rowNo} run={run} row={row} />
                  ))}
                </ul>
              )}
              <NextPage query={query} />
            </>
          )
        }
      </Loaded>
    </ListCard>
  )

  function title(): string {
    if (action === 'warned') return t('imports.heading.warned', { count: run.warnings })
    const what = tellCounts(counts[action], t)
    if (action === 'error') return t('imports.heading.error', { what })
    return `${t(`imports.action.${action}`)}${t('colon')}${what}`
  }
}
