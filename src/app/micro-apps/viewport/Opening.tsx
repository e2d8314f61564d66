import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** Stands in for an application that is being opened, and announces it. `name` is in the current language; null while it is not known. */
export function Opening({ name, lines }: { name: string | null; lines?: number }) {
  const { t } = useTranslation('viewport')
  const label = name === null ? t('loading') : t('opening', { name })
  return <Skeleton label={label} {...(lines !== undefined && { lines })} />
}
