import CopyIcon from '@phosphor-icons/core/regular/copy.svg?react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../core/notices/notices.ts'

/** A text to enter in another system, with a button that copies it. Where the browser refuses to copy, the text is selected. */
export function CopyText({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const { t } = useTranslation('signInAdmin')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify('success', t('copied', { label }))
    } catch {
      field.current?.select()
      notify('info', t('copyByHand'))
    }
  }

  return (
    <div className="k-field">
      <label className="k-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="n-copy">
        <input
          ref={field}
          id={id}
          className="k-field__input n-code"
          readOnly
          value={text}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon={CopyIcon} aria-label={t('copyNamed', { label })} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
      {hint && (
        <p className="n-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
