import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useUsableSchools } from '../../core/family/use-home.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { MessageList } from './MessageList.tsx'
import { MessageTools } from './MessageTools.tsx'
import { SchoolHeading } from '../../ui/layout/SchoolHeading.tsx'
import { latePart } from '../../ui/late-part.tsx'

// Most people have no linked school.
const LinkedMessages = latePart(() => import('./LinkedMessages.tsx'))

/** The unread messages of the own school and of linked ones, whatever the desktop is narrowed to. */
export default function MessagesDialog({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const schools = useUsableSchools(user)
  const hasSchools = schools.length > 0
  return (
    <Dialog
      title={t('title')}
      width="min(720px, 100vw)"
      onClose={onClose}
      footer={
        <>
          <MessageTools userId={user.userId} schools={schools} onLeave={onClose} />
          <Button kind="primary" onClick={onClose}>
            {common('close')}
          </Button>
        </>
      }
    >
      {hasSchools && <SchoolHeading name={unitNameIn(user, language)} />}
      <MessageList userId={user.userId} onLeave={onClose} />
      {hasSchools && <LinkedMessages userId={user.userId} schools={schools} />}
    </Dialog>
  )
}
