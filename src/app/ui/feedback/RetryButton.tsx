import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'

/** Tries again what failed. */
export function RetryButton({
  kind = 'primary',
  onRetry,
}: {
  kind?: 'primary' | 'plain' | 'quiet'
  onRetry: () => unknown
}) {
  const { t } = useTranslation('common')
  return (
    <Button kind={kind} onClick={() => void onRetry()}>
      {t('retry')}
    </Button>
  )
}
