import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownApplications, ownSessions } from '../../../../contract/endpoints/account.ts'
import { registerClient } from '../../../../contract/endpoints/sign-in/session.ts'
import { useChange } from '../../core/query/use-change.ts'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { CopyText } from '../../ui/fields/CopyText.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { OwnProofFields } from '../../ui/proof/ProofFields.tsx'
import { useOwnProof } from '../../ui/proof/use-proof.ts'
import { secondStepQuery } from './proof/second-step-query.ts'

/** A device that may sign the user in; `userClientId` is its secret, which the server returns once. */
export interface AddedDevice {
  readonly name: string
  readonly userClientId: string
}

/** Asks for a name and a proof, and registers a device. It stays open after a failure, with what was typed. */
export function AddDeviceDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (added: AddedDevice) => void }) {
  const { t } = useTranslation('account')
  const add = useChange(registerClient, { renews: [ownApplications, ownSessions] })
  const proof = useOwnProof({
    query: useQuery(secondStepQuery),
    asked: { schema: registerClient.request.shape.name, initial: '', empty: t('deviceNameEmpty') },
    async submit(given, name) {
      const { userClientId } = await add.mutateAsync({ name, ...given })
      onAdded({ name, userClientId })
    },
  })
  return (
    <FormDialog
      title={t('addDevice')}
      action={t('addDeviceNext')}
      form={proof.form}
      offline={t('offlineDevice')}
      onClose={onClose}
    >
      <p>{t('addDeviceHint')}</p>
      <TextField {...proof.form.field('asked')} label={t('deviceName')} hint={t('deviceNameHint')} />
      <OwnProofFields proof={proof} />
    </FormDialog>
  )
}

/** Shows the device's id this once, and the address that signs in with it. */
export function AddedDeviceDialog({
  added: { name, userClientId },
  onClose,
}: {
  added: AddedDevice
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  return (
    <Dialog title={t('deviceAdded', { name })} width={NARROW_DIALOG} onClose={onClose} done={t('deviceDone')}>
      <div className="k-form">
        <p>{t('deviceOnce')}</p>
        <CopyText label={t('deviceId')} text={userClientId} />
        <CopyText
          label={t('deviceAddress')}
          text={`${location.origin}/login?cid=${encodeURIComponent(userClientId)}`}
          hint={t('deviceAddressHint')}
        />
        <p className="a-warning">{t('deviceWarning')}</p>
      </div>
    </Dialog>
  )
}
