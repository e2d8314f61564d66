import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Shown and announced while an application opens. `name` is in the current language; null while it is unknown. */
export function Opening({ name, lines }: { name: string | null; lines?: number }) {
  const { t } = useTranslation('viewport')
  const label = name === null ? t('loading') : t('opening', { name })
  return <Skeleton label={label} {...(lines !== undefined && { lines })} />
}
