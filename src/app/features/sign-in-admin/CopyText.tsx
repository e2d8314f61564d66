import CopyIcon from '@phosphor-icons/core/regular/copy.svg?react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { LabelledField } from '../../ui/fields/LabelledField.tsx'
import { notify } from '../../core/notices/notices.ts'

/** A text to enter in another system, with a button that copies it. Where the browser refuses to copy, the text is selected. */
export function CopyText({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const { t } = useTranslation('signInAdmin')
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
    <LabelledField label={label} hint={hint}>
      {(described) => (
        <>
          <input
            ref={field}
            className="k-field__input n-code"
            readOnly
            value={text}
            onFocus={(event) => event.currentTarget.select()}
            {...described}
          />
          <Button icon={CopyIcon} aria-label={t('copyNamed', { label })} onClick={() => void copy()}>
            {t('copy')}
          </Button>
        </>
      )}
    </LabelledField>
  )
}
