import { useTranslation } from 'react-i18next'
import { removePasskey, type OwnPasskey } from '../../../../contract/calls/second-factor.ts'
import { call } from '../../api/call.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { forgiveGone } from './forgive-gone.ts'

/** Asks before a passkey is removed, removes it and says so. */
export function RemovePasskeyDialog({
  passkey,
  onRemoved,
  ...rest
}: {
  passkey: OwnPasskey | null
  onClose: () => void
  onRemoved: () => void
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('protection')

  const ask = ({ passkeyId, name }: OwnPasskey) => ({
    question: t('removeQuestion'),
    hint: t('removeHint', { name }),
    action: t('remove'),
    async confirm() {
      await call(removePasskey, { passkeyId }).catch(forgiveGone('passkey.not_found'))
      onRemoved()
      return t('removed', { name })
    },
  })

  return <ConfirmDialog asked={passkey && ask(passkey)} {...rest} />
}
