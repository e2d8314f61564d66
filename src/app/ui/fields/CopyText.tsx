import './copy-text.css'
import CopyIcon from '@phosphor-icons/core/regular/copy.svg?react'
import { useRef } from 'react'
import { notify } from '../../core/notices/notices.ts'
import { Button } from '../Button.tsx'
import { useKitTexts } from '../use-kit-texts.ts'
import { LabelledField } from './LabelledField.tsx'

/** A text to enter in another system, with a button that copies it. Where the browser refuses to copy, the text is selected. */
export function CopyText({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const { t } = useKitTexts()
  const field = useRef<HTMLInputElement>(null)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify('success', t('copy.done', { label }))
    } catch {
      field.current?.select()
      notify('info', t('copy.byHand'))
    }
  }

  return (
    <LabelledField label={label} hint={hint}>
      {(described) => (
        <>
          <input
            ref={field}
            className="k-field__input k-copied"
            readOnly
            value={text}
            onFocus={(event) => event.currentTarget.select()}
            {...described}
          />
          <Button icon={CopyIcon} aria-label={t('copy.actionOf', { label })} onClick={() => void copy()}>
            {t('copy.action')}
          </Button>
        </>
      )}
    </LabelledField>
  )
}
