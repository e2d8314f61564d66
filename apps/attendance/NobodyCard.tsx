import UserX from '@phosphor-icons/core/duotone/user-circle-minus-duotone.svg?react'
import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { useTexts } from './portal-context.ts'

/** Shown in place of records for an account that has no attendance, such as one that is neither a pupil's nor of staff. */
export function NobodyCard() {
  const t = useTexts()
  return (
    <div className="app-card k-none">
      <EmptyState picture={<Icon svg={UserX} size={96} />} title={t('nobody.title')} hint={t('nobody.hint')} />
    </div>
  )
}

/** What is said in place of records that are not loaded. */
export function useRecordTexts() {
  const t = useTexts()
  return { offlineHint: t('offline.hint'), failed: t('failed.title'), safe: t('failed.safe') }
}
