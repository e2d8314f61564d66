import { useTranslation } from 'react-i18next'

/** Grey lines in place of content that takes longer than 300 ms; announced to screen readers, as "loading" unless `label` says what. */
export function Skeleton({ lines = 5, label }: { lines?: number; label?: string }) {
  const { t } = useTranslation('common')
  return (
    <div className="k-skeleton" role="status" aria-label={label ?? t('loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="k-skeleton__line" />
      ))}
    </div>
  )
}
