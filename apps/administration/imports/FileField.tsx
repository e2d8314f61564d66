import FileUp from '@phosphor-icons/core/regular/file-arrow-up.svg?react'
import { useId, useState } from 'react'
import { IMPORT_FILE_MAX } from '../../../contract/limits.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { Input } from '../../../src/app/ui/fields/Input.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useLocale, useTexts, type Translate } from '../portal-context.ts'

/** Why a file is not uploaded at all; null when it may be. */
function refuseFile(file: File, t: Translate): string | null {
  if (file.size > IMPORT_FILE_MAX) return t('imports.tooLarge', { most: IMPORT_FILE_MAX / 1024 / 1024 })
  return file.size === 0 ? t('imports.emptyFile') : null
}

/** A place for one file: it can be dropped there, or chosen by a press or by keyboard. It says why a file is refused, or what failed. */
export function FileField({
  label,
  hint,
  failure,
  onFile,
}: {
  label: string
  hint: string
  /** '' without one. */
  failure: string
  onFile: (file: File) => void
}) {
  const id = useId()
  const t = useTexts()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const take = (file: File) => {
    const reason = refuseFile(file, t)
    setRefused(reason)
    if (reason === null) onFile(file)
  }
  return (
    <>
      <div
        className="ad-file"
        data-over={over || undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        {/* A file input takes drops itself. */}
        <Input
          className="k-cover-input"
          id={id}
          type="file"
          accept=".xlsx,.xls,.csv,.txt,.tsv,.zip"
          needsNetwork
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) take(file)
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <Icon svg={FileUp} size={32} />
        <label className="ad-file__label" htmlFor={id}>
          {label}
        </label>
        <p className="k-soft" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <p className="k-field__error" role="alert">
        {refused ?? failure}
      </p>
    </>
  )
}

/** The file that is being uploaded and read, and the button that stops it. */
export function ReadingFile({ file: { name, size }, onStop }: { file: File; onStop: () => void }) {
  const { t, language } = useLocale()
  return (
    <div className="ad-import-reading" role="status">
      <p>{t('imports.reading', { name, size: formatBytes(size, language) })}</p>
      <Progress label={t('imports.readingLabel')} />
      <Button onClick={onStop}>{t('imports.stop')}</Button>
    </div>
  )
}
