import { useState, type ReactNode } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useTranslation } from 'react-i18next'
import { useRegainedFocus } from '../use-regained-focus.ts'

/**
 * Asks before an important action, and waits for it; `onConfirm` closes the dialog. If that rejects, the dialog stays open with its input,
 * `onFailure` (by default a notice) says why, and the user can try again.
 */
export function QuestionDialog({
  open = true,
  question,
  action,
  kind = 'danger',
  disabled = false,
  needsNetwork = false,
  children,
  onClose,
  onConfirm,
  onFailure = reportFailure,
}: {
  /** By default as long as it is mounted. */
  open?: boolean
  question: string
  action: string
  kind?: 'primary' | 'danger'
  /** It cannot be done just now. */
  disabled?: boolean
  /** Without network it cannot be done, and the dialog says so. */
  needsNetwork?: boolean
  children: ReactNode
  onClose: () => void
  onConfirm: () => Promise<void>
  onFailure?: (error: unknown) => void
}) {
  const { t: common } = useTranslation('common')
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const button = useRegainedFocus(busy)

  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={question}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            ref={button}
            kind={kind}
            busy={busy}
            disabled={disabled}
            needsNetwork={needsNetwork}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <p className="k-field__hint" role="status">
        {needsNetwork && !online ? common('offlineAction') : ''}
      </p>
    </Dialog>
  )
}
