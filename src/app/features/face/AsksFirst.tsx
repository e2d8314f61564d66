import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { useAsks, type FaceAsks } from './use-asks.ts'

/** Shows what depends on what the unit asks for beside a face, once that is known. */
export function AsksFirst({
  describe,
  children,
}: {
  /** What went wrong, as a sentence for the person. */
  describe: (error: unknown) => string
  children: (asks: FaceAsks) => ReactNode
}) {
  const { t } = useTranslation('face')
  const { t: common } = useTranslation('common')
  const { asked, retry } = useAsks(describe)
  if (asked.status === 'known') return children(asked.asks)
  if (asked.status === 'asking') return <p role="status">{t('preparing')}</p>
  return (
    <div className="face">
      <p role="alert">{asked.message}</p>
      <Button kind="primary" onClick={retry}>
        {common('retry')}
      </Button>
    </div>
  )
}
