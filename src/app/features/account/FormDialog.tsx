import './protection.css'
import { useId, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'

export function FormDialog({
  title,
  confirm,
  kind = 'primary',
  busy,
  children,
  onSend,
  onClose,
}: {
  title: string
  confirm: string
  kind?: 'primary' | 'danger'
  busy: boolean
  children: ReactNode
  onSend: () => void
  onClose: () => void
}) {
  const { t: common } = useTranslation('common')
  const formId = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSend()
  }
  return (
    <Dialog
      open
      title={title}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind={kind} type="submit" form={formId} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} className="a-form" noValidate onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}
