import type { ComponentProps } from 'react'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { useTexts } from '../portal-context.ts'

/** A secret that is never shown again: empty keeps the one that is set, unless `again` says why it must be given once more. */
export function SecretField({
  isSet,
  again = '',
  hint,
  ...field
}: ComponentProps<typeof TextField> & { isSet: boolean; again?: string | false }) {
  const t = useTexts()
  return (
    <TextField
      {...field}
      type="password"
      // Not `off`, which browsers ignore for passwords: the administrator's own must not be offered here.
      autoComplete="new-password"
      hint={
        again ? (
          // The error says the same.
          !field.error && <span className="ad-warning">{again}</span>
        ) : (
          <>
            {isSet ? t('signIn.secretSet') : t('signIn.secretNotSet')} {hint}
          </>
        )
      }
    />
  )
}
