import './code-field.css'
import { useEffect, useId, useState, type RefObject } from 'react'
import english from '../../locales/en/code.json'
import chinese from '../../locales/zh-CN/code.json'
import { useLanguage } from '../../core/language/use-language.ts'

/** As the contract's `otp`. */
const CODE_LENGTH = 16

/** The field of the second step within the caller's form, focused when mounted. Loaded only once a code was requested. */
export function CodeField({
  input,
  error,
  missing,
  onType,
  onBack,
}: {
  input: RefObject<HTMLInputElement | null>
  error: string
  missing: boolean
  onType?: (code: string) => void
  /** Back to name and password. */
  onBack: () => void
}) {
  const texts = useLanguage() === 'en' ? english : chinese
  const [recovery, setRecovery] = useState(false)
  const id = useId()
  const shown = missing ? (recovery ? texts.recoveryEmpty : texts.empty) : error

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [input])

  const choose = (other: boolean) => {
    setRecovery(other)
    input.current?.focus()
    input.current?.select()
  }

  return (
    <>
      <div className="l-field">
        <label htmlFor={id}>{recovery ? texts.recoveryCode : texts.code}</label>
        <input
          ref={input}
          id={id}
          name="otp"
          className={recovery ? undefined : 'l-code'}
          // One attribute at a time: a phone's keyboard changes with the kind of code.
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={CODE_LENGTH}
          onChange={({ currentTarget }) => onType?.(currentTarget.value)}
          aria-invalid={shown !== '' || undefined}
          aria-describedby={shown ? `${id}-hint ${id}-error` : `${id}-hint`}
        />
        <p className="l-code-hint" id={`${id}-hint`}>
          {recovery ? texts.recoveryHint : texts.hint}
        </p>
        <p className="l-error" id={`${id}-error`} role="alert">
          {shown}
        </p>
      </div>
      <div className="l-row">
        <button type="button" className="l-link" onClick={() => choose(!recovery)}>
          {recovery ? texts.toCode : texts.toRecovery}
        </button>
        <button type="button" className="l-link" onClick={onBack}>
          {texts.back}
        </button>
      </div>
    </>
  )
}
