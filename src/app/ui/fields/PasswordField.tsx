import Eye from '@phosphor-icons/core/regular/eye.svg?react'
import EyeSlash from '@phosphor-icons/core/regular/eye-slash.svg?react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { PASSWORD_LENGTH } from '../../../../contract/limits.ts'
import { IconButton } from '../Button.tsx'
import { useFieldTexts } from './use-field-texts.ts'

export type PasswordInput = Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> & { error?: string }

/** A password field with a button that shows it; below are its error and `children`. */
export function PasswordField({
  label,
  error = '',
  describedBy,
  children,
  ...input
}: PasswordInput & {
  label: string
  autoComplete: 'current-password' | 'new-password'
  describedBy?: string
  children?: ReactNode
}) {
  const t = useFieldTexts()
  const id = useId()
  const [visible, setVisible] = useState(false)
  const described = [error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return (
    <div className="k-field">
      <label className="k-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="k-password">
        <input
          id={id}
          className="k-field__input"
          type={visible ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={PASSWORD_LENGTH}
          aria-invalid={error !== '' || undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        <IconButton
          label={t(visible ? 'password.hide' : 'password.show')}
          svg={visible ? EyeSlash : Eye}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        />
      </div>
      <p className="k-field__error" id={`${id}-error`} role="alert">
        {error}
      </p>
      {children}
    </div>
  )
}
