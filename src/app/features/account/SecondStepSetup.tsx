import { useState } from 'react'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { beginSecondStep, confirmSecondStep } from '../../../../contract/endpoints/second-factor.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { FormDialog } from './FormDialog.tsx'
import { CodeProof, PasswordProof } from './ProofFields.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { ScanStep } from './ScanStep.tsx'
import { useProof } from './use-proof.ts'

type Setup = ResponseOf<typeof beginSecondStep>
type Step = { kind: 'proof' } | { kind: 'scan'; setup: Setup } | { kind: 'codes'; codes: readonly string[] }

/** Sets an authenticator up: who it is, the QR code and a first code, the recovery codes. The earlier one is good until the first code was right. */
export function SecondStepSetup({
  replaces,
  onClose,
  onChanged,
}: {
  /** There is one already, of which a code is asked for. */
  replaces: boolean
  onClose: () => void
  onChanged: () => void
}) {
  const [step, setStep] = useState<Step>({ kind: 'proof' })
  /** Ten minutes went by: only the beginning helps. */
  const startAgain = (error: unknown) => {
    if (error instanceof CallError && error.code === 'totp.setup_gone') setStep({ kind: 'proof' })
    reportFailure(error)
  }
  switch (step.kind) {
    case 'proof':
      return <ProofStep replaces={replaces} onProved={(setup) => setStep({ kind: 'scan', setup })} onClose={onClose} />
    case 'scan':
      return (
        <ScanStep
          setup={step.setup}
          confirm={async (code) => {
            const { recoveryCodes } = await call(confirmSecondStep, { code })
            setStep({ kind: 'codes', codes: recoveryCodes })
            onChanged()
          }}
          onClose={onClose}
          onFailure={startAgain}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />
  }
}

function ProofStep({
  replaces,
  onProved,
  onClose,
}: {
  replaces: boolean
  onProved: (setup: Setup) => void
  onClose: () => void
}) {
  const { t } = useTranslation('protection')
  const { fields, problem, busy, send } = useProof()

  const begin = async () => {
    const setup = await send(replaces ? ['password', 'code'] : ['password'], ({ password, code }) =>
      call(beginSecondStep, { password, ...(code && { otp: code }) }),
    )
    if (setup) onProved(setup)
  }

  return (
    <FormDialog
      open
      title={t(replaces ? 'replace' : 'turnOn')}
      confirm={t('next')}
      busy={busy}
      onSend={() => void begin()}
      onClose={onClose}
    >
      <p>{t('proofHint')}</p>
      <PasswordProof fields={fields} problem={problem} />
      {replaces && <CodeProof fields={fields} problem={problem} />}
    </FormDialog>
  )
}
