import FileUp from '@phosphor-icons/core/regular/file-arrow-up.svg?react'
import { useId, useState } from 'react'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'

/** A place for one file: it can be dropped there, or chosen by a press or by keyboard. */
export function FileField({
  label,
  hint,
  disabled = false,
  onFile,
}: {
  label: string
  hint: string
  disabled?: boolean
  onFile: (file: File) => void
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    <div
      className="ad-file"
      data-over={(over && !disabled) || undefined}
      data-disabled={disabled || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      {/* It takes drops by itself. */}
      <input
        className="k-cover-input"
        id={id}
        type="file"
        accept=".xlsx,.xls,.csv,.txt,.tsv,.zip"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Icon svg={FileUp} size={32} />
      <label className="ad-file__label" htmlFor={id}>
        {label}
      </label>
      <p className="ad-soft" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
