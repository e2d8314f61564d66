import { useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { proveSecondFactor } from '../../../contract/endpoints/sign-in/admin-access.ts'
import { PASSWORD_LENGTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { PasswordField } from '../../../src/app/ui/fields/PasswordField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm } from '../use-change.ts'

interface Asked {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * `prove` makes a change; where the server asks for a fresh second factor, it asks for password and code and makes the change again. Rejects as the change, also when
 * the question is closed. `question` is the dialog, to be drawn.
 */
export function useFreshFactor(): { prove: <T>(work: () => Promise<T>) => Promise<T>; question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const waiting = useRef<Promise<void> | null>(null)

  const ask = () => {
    waiting.current ??= new Promise<void>((resolve, reject) => setAsked({ resolve, reject })).finally(() => {
      waiting.current = null
      setAsked(null)
    })
    return waiting.current
  }
  const prove = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const code = failureCode(error)
      if (code !== 'admin.factor_stale' && code !== 'admin.second_factor') throw error
      await ask()
      return work()
    }
  }
  return {
    prove,
    question: asked && (
      <ProofDialog onProved={asked.resolve} onClose={() => asked.reject(new PortalError('admin.factor_stale'))} />
    ),
  }
}

const proof = z.object({
  password: z.string().check(z.minLength(1, 'field.required'), z.maxLength(PASSWORD_LENGTH)),
  otp: z.string().check(z.trim(), z.minLength(1, 'field.required'), z.maxLength(16)),
})

function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const form = useAdministrationForm({
    schema: proof,
    values: { password: '', otp: '' },
    async submit(given) {
      await portal.call(proveSecondFactor, given, { quiet: true })
      onProved()
    },
  })
  return (
    <FormDialog
      title={t('roles.proof.title')}
      form={form}
      action={t('roles.proof.action')}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p>{t('roles.proof.hint')}</p>
      <PasswordField
        {...form.field('password')}
        label={t('roles.proof.password')}
        texts={{ show: t('roles.proof.show'), hide: t('roles.proof.hide') }}
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH}
      />
      <TextField
        {...form.field('otp')}
        label={t('roles.proof.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
    </FormDialog>
  )
}
