import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/fields/TextField.tsx'

/** A secret that is never shown again: empty keeps the one that is set. */
export function SecretField({ isSet, hint, ...field }: ComponentProps<typeof TextField> & { isSet: boolean }) {
  const { t } = useTranslation('signInAdmin')
  return (
    <TextField
      {...field}
      type="password"
      // Not `off`, which browsers ignore for passwords: the administrator's own must not be offered here.
      autoComplete="new-password"
      hint={
        <>
          {isSet ? t('secretSet') : t('secretNotSet')} {hint}
        </>
      }
    />
  )
}
