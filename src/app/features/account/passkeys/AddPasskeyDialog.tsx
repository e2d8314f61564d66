import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
import { adminAccess } from '../../../../../contract/endpoints/sign-in/admin-access.ts'
import {
  ownPasskeys,
  registerPasskey,
  registerPasskeyOptions,
} from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../core/api/call.ts'
import { passkeyFailure } from '../../../platform/passkey-failure.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { passkeyKey } from '../../../core/storage/local-keys.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { OwnProofFields } from '../../../ui/proof/ProofFields.tsx'
import { useDeviceName } from '../devices/use-device-name.ts'
import { useOwnProof, type GivenProof } from '../../../ui/proof/use-proof.ts'
import { secondStepQuery } from '../proof/second-step-query.ts'
import { FormFailure } from '../../../ui/form/FormFooter.tsx'

/** Milliseconds for which another try needs no new proof: well within the lifetime of the server's challenge. */
const KEEP_MS = 120_000

/** Asks for the password, a code where the second step is on, and a name, then opens the browser's dialog. A failure is shown, and can be retried. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('protection')
  const nameOf = useDeviceName()
  const [text, setText] = useState('')

  const fail = (error: unknown) => {
    const failure = passkeyFailure(error)
    if (failure === 'other') reportFailure(error)
    else setText(t(failure === 'renewed' ? 'cancelled' : failure))
  }
  // A code is valid once: cancelling the browser's dialog and trying again must not need another one.
  const kept = useRef<{ options: ResponseOf<typeof registerPasskeyOptions>; until: number } | null>(null)
  const begin = async (given: GivenProof) => {
    if (kept.current === null || Date.now() > kept.current.until) {
      const options = await call(registerPasskeyOptions, given)
      kept.current = { options, until: Date.now() + KEEP_MS }
    }
    return kept.current.options
  }

  const add = useChange(registerPasskey, {
    done: ({ name }) => t('addedNotice', { name }),
    renews: [ownPasskeys, adminAccess, ownSessions],
  })
  const proof = useOwnProof({
    query: useQuery(secondStepQuery),
    asked: {
      schema: registerPasskey.request.shape.name,
      initial: nameOf(navigator.userAgent),
      empty: t('nameEmpty'),
    },
    async submit(given, name) {
      setText('')
      // Loaded on demand: rarely used.
      const { startRegistration } = await import('@simplewebauthn/browser')
      const made = await startRegistration({ optionsJSON: await begin(given) })
      kept.current = null
      const { clientDataJSON, attestationObject, transports } = made.response
      await add.mutateAsync({
        name,
        response: {
          id: made.id,
          rawId: made.rawId,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
        },
      })
      passkeyKey.set(true)
      onClose()
    },
    onFailure: fail,
  })

  return (
    <FormDialog title={t('add')} action={t('next')} form={proof.form} offline={null} onClose={onClose}>
      <p>{t('addHint')}</p>
      <OwnProofFields proof={proof} />
      <TextField {...proof.form.field('asked')} label={t('name')} hint={t('nameHint')} />
      <FormFailure failure={text} />
    </FormDialog>
  )
}
