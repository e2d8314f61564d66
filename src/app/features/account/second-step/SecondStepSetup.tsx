import { useState, useEffect, useMemo, useRef } from 'react'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
import { adminAccess } from '../../../../../contract/endpoints/sign-in/admin-access.ts'
import {
  beginSecondStep,
  confirmSecondStep,
  secondStep,
} from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { filled } from '../../../../../contract/fields.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../core/api/call.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { CallError } from '../../../core/api/call-error.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ProofField } from '../../../ui/proof/ProofFields.tsx'
import { useProof } from '../../../ui/proof/use-proof.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { CopyText } from '../../../ui/fields/CopyText.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { encode } from 'uqr'
import { Dialog, NARROW_DIALOG } from '../../../ui/dialog/Dialog.tsx'
import { saveFile } from '../../../ui/files/save-file.ts'

type Setup = ResponseOf<typeof beginSecondStep>
type Step = { kind: 'proof' } | { kind: 'scan'; setup: Setup } | { kind: 'codes'; codes: readonly string[] }

/** Sets up an authenticator: proof, the QR code and a first code, the recovery codes. The earlier one is valid until the first code was right. */
export function SecondStepSetup({
  replaces,
  onClose,
}: {
  /** One is set up already, whose code is part of the proof. */
  replaces: boolean
  onClose: () => void
}) {
  const [step, setStep] = useState<Step>({ kind: 'proof' })
  /** The ten minutes are over: start again. */
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
          onCodes={(codes) => setStep({ kind: 'codes', codes })}
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
  const form = useProof({
    withCode: replaces,
    submit: async (proof) => onProved(await call(beginSecondStep, proof)),
  })
  return (
    <FormDialog
      title={t(replaces ? 'replace' : 'turnOn')}
      action={t('next')}
      form={form}
      offline={null}
      onClose={onClose}
    >
      <p>{t('proofHint')}</p>
      <ProofField name="password" form={form} />
      {replaces && <ProofField name="otp" form={form} />}
    </FormDialog>
  )
}

function ScanStep({
  setup,
  onCodes,
  onClose,
  onFailure,
}: {
  setup: Setup
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('protection')
  const confirm = useChange(confirmSecondStep, { renews: [secondStep, adminAccess, ownSessions] })
  const { setFocus, ...form } = useForm({
    schema: z.object({ code: filled(16) }),
    values: { code: '' },
    texts: { code: t('codeEmpty') },
    submit: async (typed) => onCodes((await confirm.mutateAsync(typed)).recoveryCodes),
    onFailure,
  })

  // Not the button beside the key, which comes first.
  useEffect(() => setFocus('code'), [setFocus])

  return (
    <FormDialog title={t('scanTitle')} action={t('confirm')} form={form} offline={null} onClose={onClose}>
      <p>{t('scanHint')}</p>
      <QrCode text={setup.uri} label={t('qr')} />
      <CopyText
        label={t('key')}
        text={setup.secret}
        shown={setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        hint={t('keyHint')}
      />
      <TextField
        {...form.field('code')}
        label={t('firstCode')}
        className="a-code"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </FormDialog>
  )
}

/** The margin of four modules that readers need (ISO 18004). */
const RIM = 4

/** A text as a QR code, always dark on white: some readers fail on inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg className="a-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The dark modules as one path, row by row. */
function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'L', border: RIM })
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: modules.join('') }
}

/**
 * Shows the recovery codes, this once, to copy or download, until the user confirms that they are kept. Escape does not close it, because they would
 * be lost.
 */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('protection')
  const list = useRef<HTMLUListElement>(null)
  const text = codes.join('\n')

  useEffect(() => list.current?.focus(), [])

  const download = () => {
    const title = t('fileTitle', { host: location.host })
    saveFile(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain' }), t('fileName'))
  }

  return (
    <Dialog
      title={t('codesTitle')}
      width={NARROW_DIALOG}
      escape={false}
      onClose={onClose}
      footer={
        <>
          <CopyButton label={t('codes')} text={text} shownIn={list} />
          <Button onClick={download}>{t('download')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <p>{t('codesHint')}</p>
      <ul className="a-codes" ref={list} tabIndex={-1} aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
