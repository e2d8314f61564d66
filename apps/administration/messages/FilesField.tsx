import Paperclip from '@phosphor-icons/core/regular/paperclip.svg?react'
import { useEffect, useRef, useState } from 'react'
import { type Attachment, PUBLICATION_LIMITS } from '../../../contract/endpoints/messages/publications.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { usePortal, useLocale } from '../portal-context.ts'
import { Chip } from '../../../src/app/ui/pick/Chip.tsx'

/** Files of the message: uploaded into the author's own files, from where receivers get them by the message. */
export function FilesField({
  files,
  onAdd,
  onRemove,
}: {
  files: readonly Attachment[]
  onAdd: (file: Attachment) => void
  onRemove: (fileId: string) => void
}) {
  const { t, language } = useLocale()
  const portal = usePortal()
  const [sending, setSending] = useState('')
  const [failure, setFailure] = useState('')
  const ending = useRef<AbortController>(null)
  const left = PUBLICATION_LIMITS.files - files.length
  useEffect(() => () => ending.current?.abort(), [])

  const add = async () => {
    setFailure('')
    const { entries } = await portal.upload.choose('files')
    const chosen = entries.flatMap((entry) => (entry.type === 'file' ? [entry.file] : []))
    if (chosen.length > left) setFailure(t('messages.filesMany', { count: PUBLICATION_LIMITS.files }))
    const controller = new AbortController()
    ending.current = controller
    for (const file of chosen.slice(0, left)) {
      setSending(file.name)
      const stored = await portal.upload.single(controller.signal, { file, maxSize: PUBLICATION_LIMITS.bytes })
      onAdd({ fileId: stored.id, name: stored.name, size: stored.size })
    }
  }
  const addFiles = () =>
    void add()
      .catch((error: unknown) => {
        if (!ending.current?.signal.aborted) setFailure(failureText(error))
      })
      .finally(() => setSending(''))

  return (
    <div className="k-field">
      <span className="k-field__label">{t('messages.files')}</span>
      {files.length > 0 && (
        <ul className="k-chips" aria-label={t('messages.files')}>
          {files.map(({ fileId, name, size }) => (
            <Chip key={fileId} name={name} onRemove={() => onRemove(fileId)}>
              <FileName name={name} />
              <span className="k-soft">{formatBytes(size, language)}</span>
            </Chip>
          ))}
        </ul>
      )}
      <div>
        <Button icon={Paperclip} busy={sending !== ''} needsNetwork disabled={left <= 0} onClick={addFiles}>
          {sending === '' ? t('messages.addFile') : t('messages.sendingFile', { name: sending })}
        </Button>
      </div>
      <p className="k-field__hint">{t('messages.filesHint', { count: PUBLICATION_LIMITS.files })}</p>
      <p className="k-field__error" role="alert">
        {failure}
      </p>
    </div>
  )
}
