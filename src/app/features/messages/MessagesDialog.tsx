import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { MessageList } from './MessageList.tsx'
import { MessageTools } from './MessageTools.tsx'

export default function MessagesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages')
  const { t: common } = useTranslation('common')
  return (
    <Dialog
      open
      title={t('title')}
      width="min(720px, 100vw)"
      onClose={onClose}
      footer={
        <>
          <MessageTools onLeave={onClose} />
          <Button kind="primary" onClick={onClose}>
            {common('close')}
          </Button>
        </>
      }
    >
      <MessageList onLeave={onClose} />
    </Dialog>
  )
}
