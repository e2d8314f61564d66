import type { ReactNode } from 'react'
import type { HandIn } from '../../../contract/endpoints/storage/collections.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts } from '../portal.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { FolderPath } from '../listing/FolderPath.tsx'
import { placePath } from '../sharing/places.ts'

/** What is asked, of whom, and until when. */
export function HandInHead({ handIn, children }: { handIn: HandIn; children?: ReactNode }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <>
      <PageHead
        page={handIn.id}
        title={handIn.title}
        above={<FolderPath steps={[{ path: placePath({ page: 'hand-ins', id: null }), name: t('places.handIns') }]} />}
        hint={
          <>
            {nameIn(handIn.class, language)} · {t('handIns.due', { at: formatDateTime(handIn.dueAt, language) })} ·{' '}
            {t('handIns.limitFiles', { count: handIn.maxFiles })}
            {handIn.maxBytes !== null &&
              ` · ${t('handIns.limitSize', { size: formatBytes(handIn.maxBytes, language) })}`}{' '}
            {handIn.closedAt !== null && <Tag>{t('handIns.states.closed')}</Tag>}
          </>
        }
      >
        {children}
      </PageHead>
      {handIn.text !== '' && <p className="app-card f-place-task">{handIn.text}</p>}
    </>
  )
}
