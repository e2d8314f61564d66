import './copy-text.css'
import { useRef } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { LabelledField } from './LabelledField.tsx'

/** A text to enter in another system, with a button that copies it. Where the browser refuses to copy, the text is selected. */
export function CopyText({
  label,
  text,
  shown = text,
  hint,
}: {
  label: string
  text: string
  /** The same in groups, easier to type. */
  shown?: string
  hint?: string
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <LabelledField label={label} hint={hint}>
      {(described) => (
        <>
          <input
            ref={field}
            className="k-field__input k-copied"
            readOnly
            value={shown}
            onFocus={(event) => event.currentTarget.select()}
            {...described}
          />
          <CopyButton label={label} text={text} shownIn={field} />
        </>
      )}
    </LabelledField>
  )
}
