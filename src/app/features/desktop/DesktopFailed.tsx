import { useTranslation } from 'react-i18next'
import { checkSession } from '../../core/session/check-session.ts'
import { session } from '../../core/session/session.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { loadDesktop } from './desktop-store.ts'

/** Loads icons and counts again. Never rejects. */
export async function reloadDesktop(): Promise<void> {
  await checkSession()
  if (session.current.status === 'in') await loadDesktop(session.current.user)
}

/** What stands where the desktop, or a page that needs to know its applications, did not load. */
export function DesktopFailed({ place = 'desktop' }: { place?: 'desktop' | 'page' }) {
  const { t } = useTranslation('shell')
  return (
    <EmptyState
      {...(place === 'page' ? { title: t('pageFailed'), titleAs: 'h1' } : { title: t('iconsFailed') })}
      hint={t('iconsFailedHint')}
      action={<RetryButton onRetry={reloadDesktop} />}
    />
  )
}
