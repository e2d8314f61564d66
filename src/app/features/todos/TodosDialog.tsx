import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { TodoList } from './TodoPanel.tsx'

export default function TodosDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('todos')
  const { t: common } = useTranslation('common')
  const list = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      title={t('title')}
      width="min(480px, 100vw)"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <div ref={list} className="t-dialog k-focus-target" tabIndex={-1}>
        <TodoList around={list} onLeave={onClose} />
      </div>
    </Dialog>
  )
}
