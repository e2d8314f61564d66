import UsersLarge from '@phosphor-icons/core/duotone/users-duotone.svg?react'
import { sharedWithMe } from '../../../contract/endpoints/storage/shares.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { personName } from '../../../src/app/micro-apps/names.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { formatFullDay } from '../../../src/app/ui/format/calendar.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useEntryPages } from '../listing/use-entry-pages.tsx'
import { useTexts } from '../portal.ts'
import { SharedList } from './SharedList.tsx'

/** What others share with the caller. */
export function SharedPage() {
  const t = useTexts()
  const call = useCall()
  const query = useEntryPages([sharedWithMe.name], (where, signal) => call(sharedWithMe, where, { signal }))
  const language = useLanguage()
  const rows = (query.data?.pages ?? [])
    .flatMap((page) => page.entries)
    .map(({ id, kind, name, size, owner, edit, since, until }) => ({
      entry: { id, kind, name, size, changedAt: since },
      edit,
      tag: <Tag>{t(edit ? 'sharing.mayEdit' : 'sharing.mayView')}</Tag>,
      facts: (
        <>
          <span>{t('sharing.by', { name: personName(owner, language) })}</span>
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
        empty={{ glyph: UsersLarge, title: t('sharing.empty'), hint: t('sharing.emptyHint') }}
      />
    </>
  )
}
