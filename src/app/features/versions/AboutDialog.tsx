import { useTranslation } from 'react-i18next'
import { ABOUT_WIDTH } from '../../../../contract/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { AboutContent } from './AboutContent.tsx'
import type { Deployed } from './package-facts.ts'

export default function AboutDialog({
  unitId,
  deployed,
  onClose,
}: {
  unitId: string | null
  deployed: Deployed
  onClose: () => void
}) {
  const { t } = useTranslation('versions')
  const { t: common } = useTranslation('common')
  return (
    <Dialog
      title={t('about')}
      width={`${ABOUT_WIDTH}px`}
      textOnly
      onClose={onClose}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <AboutContent unitId={unitId} deployed={deployed} />
    </Dialog>
  )
}
