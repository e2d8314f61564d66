import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Look } from '../../../../contract/rules/themes.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useThemeTexts } from './use-theme-texts.ts'

/** Asks an administrator whom the theme is for. `onConfirm` never rejects, and whoever asks decides when this closes. */
export function ConfirmTheme({
  look,
  onClose,
  onConfirm,
}: {
  look: Look
  onClose: () => void
  onConfirm: (everybody: boolean) => Promise<void>
}) {
  const t = useThemeTexts()
  const { t: common } = useTranslation('common')
  const [busy, setBusy] = useState<'own' | 'everybody' | null>(null)

  const confirm = async (kind: 'own' | 'everybody') => {
    setBusy(kind)
    await onConfirm(kind === 'everybody')
    setBusy(null)
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={t('confirm.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button busy={busy === 'everybody'} disabled={busy !== null} onClick={() => void confirm('everybody')}>
            {t('confirm.everybody')}
          </Button>
          <Button kind="primary" busy={busy === 'own'} disabled={busy !== null} onClick={() => void confirm('own')}>
            {t('confirm.own')}
          </Button>
        </>
      }
    >
      <p>{t('confirm.text', { name: t(`names.${look.theme}`) })}</p>
      <p className="t-hint">{t('confirm.sync')}</p>
    </Dialog>
  )
}
