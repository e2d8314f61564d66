import UsersLarge from '@phosphor-icons/core/duotone/users-duotone.svg?react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { sharedWithMe } from '../../../contract/endpoints/storage/shares.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { formatFullDay } from '../../../src/app/ui/format/calendar.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { usePortal, useTexts } from '../portal.ts'
import { nameIn } from './receivers.tsx'
import { SharedList } from './SharedList.tsx'

/** What others share with the caller. */
export function SharedPage() {
  const t = useTexts()
  const portal = usePortal()
  const query = useInfiniteQuery({
    queryKey: [sharedWithMe.name],
    queryFn: ({ signal, pageParam }) =>
      portal.call(sharedWithMe, pageParam === null ? {} : { after: pageParam }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  const language = useLanguage()
  const rows = (query.data?.pages ?? [])
    .flatMap((page) => page.entries)
    .map(({ id, kind, name, size, owner, edit, since, until }) => ({
      entry: { id, kind, name, size, changedAt: since },
      edit,
      tag: <Tag>{t(edit ? 'sharing.mayEdit' : 'sharing.mayView')}</Tag>,
      facts: (
        <>
          <span>
            {t('sharing.by', { name: nameIn(language, { name: owner.realName, englishName: owner.englishName }) })}
          </span>
          <span>{t('sharing.since', { at: formatDateTime(since, language) })}</span>
          {until !== null && <span>{t('sharing.lastDay', { day: formatFullDay(until, language) })}</span>}
          {size !== null && <span>{formatBytes(size, language)}</span>}
        </>
      ),
    }))
  return (
    <>
      <PageHead title={t('places.shared')} hint={t('sharing.about')} />
      <SharedList
        query={query}
        label={t('places.shared')}
        folderId={null}
        rows={rows}
        empty={
          <EmptyState
            picture={<Icon svg={UsersLarge} size={96} />}
            title={t('sharing.empty')}
            hint={t('sharing.emptyHint')}
          />
        }
      />
    </>
  )
}
