import { useTranslation } from 'react-i18next'
import { linkParent } from '../../../../../contract/endpoints/family/own-accounts.ts'
import { call } from '../../../core/api/call.ts'
import { notify } from '../../../core/notices/notices.ts'
import { EnterCodeForm } from '../EnterCodeForm.tsx'

/** Asks for the code of the parent account and links the accounts. */
export function EnterTeacherCode({ onLinked, onClose }: { onLinked: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation('account')
  return (
    <EnterCodeForm
      title={t('schools.enterTitle')}
      hint={t('own.enterHint')}
      action={t('schools.link')}
      offline={t('schools.offline')}
      onClose={onClose}
      onCode={async (code) => {
        await call(linkParent, { code })
        await onLinked()
        onClose()
        notify('success', t('own.linked'))
      }}
    />
  )
}
