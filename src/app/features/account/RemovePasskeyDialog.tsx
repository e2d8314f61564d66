import { useTranslation } from 'react-i18next'
import { removePasskey, type OwnPasskey } from '../../../../contract/endpoints/second-factor.ts'
import { call } from '../../core/api/call.ts'
import { forgiveGone } from './forgive-gone.ts'
import { ProofDialog, type ProvedQuestion } from './ProofDialog.tsx'

/** Asks for password (and code) before a passkey is removed, removes it and says so. */
export function RemovePasskeyDialog({
  passkey,
  onRemoved,
  ...rest
}: {
  passkey: OwnPasskey | null
  onClose: () => void
  onRemoved: () => Promise<void>
}) {
  const { t } = useTranslation('protection')

  const ask = ({ passkeyId, name }: OwnPasskey): ProvedQuestion => ({
    question: t('removeQuestion'),
    hint: t('removeHint', { name }),
    action: t('remove'),
    async confirm(proof) {
      await call(removePasskey, { passkeyId, ...proof }).catch(forgiveGone('passkey.not_found'))
      await onRemoved()
      return t('removed', { name })
    },
  })

  return <ProofDialog asked={passkey && ask(passkey)} {...rest} />
}
