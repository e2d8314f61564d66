import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { secondStep } from '../../../contract/endpoints/sign-in/second-factor.ts'
import { filled } from '../../../contract/fields.ts'
import { PASSWORD_LENGTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { usePortal, useTexts } from '../portal-context.ts'

const CODE_LENGTH = 16

/** Asks for the administrator's own password, and a code where their second step is on, before a change. It stays open after a failure, for another try. */
export function OwnProofDialog({
  question,
  hint,
  action,
  confirm,
  onClose,
  onFailure,
}: {
  question: string
  hint: string
  action: string
  /** Resolves to the text of the notice. */
  confirm: (proof: { readonly password: string; readonly otp?: string }) => Promise<string>
  onClose: () => void
  /** Handles failures that are not about the proof. */
  onFailure: (error: unknown) => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const query = useEndpoint(secondStep, {})
  const [isOn, setOn] = useState(false)
  const withCode = isOn || (query.data !== undefined && query.data.since !== null)
  const form = useForm({
    schema: z.object({ password: filled(PASSWORD_LENGTH), otp: withCode ? filled(CODE_LENGTH) : z.string() }),
    values: { password: '', otp: '' },
    texts: { password: t('signIn.proof.passwordEmpty'), otp: t('signIn.proof.codeEmpty') },
    async submit({ password, otp }) {
      // Input that is faster than the answer about the second step counts too.
      const known = query.data ?? (await query.refetch({ throwOnError: true })).data
      if (!withCode && known && known.since !== null) {
        flushSync(() => setOn(true))
        throw new PortalError('request.invalid', { fields: [{ field: 'otp', code: 'field.required' }] })
      }
      try {
        portal.notify('success', await confirm({ password, ...(withCode && { otp }) }))
      } catch (error) {
        // It may have been turned on elsewhere meanwhile; the field of the code then shows the refusal.
        if (!withCode && (await query.refetch()).data?.since) flushSync(() => setOn(true))
        throw error
      }
    },
    onFailure,
  })
  return (
    <FormDialog kind="danger" title={question} action={action} form={form} onClose={onClose}>
      <p>{hint}</p>
      <TextField
        {...form.field('password')}
        label={t('signIn.proof.password')}
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
      />
      {withCode && (
        <TextField
          {...form.field('otp')}
          label={t('signIn.proof.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={CODE_LENGTH}
        />
      )}
    </FormDialog>
  )
}
