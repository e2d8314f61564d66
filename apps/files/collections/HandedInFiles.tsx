import X from '@phosphor-icons/core/regular/x.svg?react'
import type { HandedInFile } from '../../../contract/endpoints/storage/collections.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { useTexts } from '../portal.ts'
import { FileLink } from '../preview/FileLink.tsx'
import { handedInFile } from './HandedInPreview.tsx'

/** What was handed in; nothing without files. `onOpen`: shows one. `onRemove`: takes one back. */
export function HandedInFiles({
  files,
  onOpen,
  onRemove,
}: {
  files: readonly HandedInFile[]
  onOpen: (id: string) => void
  onRemove?: ((file: HandedInFile) => void) | null
}) {
  const t = useTexts()
  const language = useLanguage()
  const mayDownload = usePermitted('files_download')
  if (files.length === 0) return null
  return (
    <ul className="f-place-files">
      {files.map((file) => (
        <li key={file.id}>
          {mayDownload ? (
            <FileLink file={handedInFile(file.id)} name={file.name} onOpen={() => onOpen(file.id)} />
          ) : (
            <FileName name={file.name} />
          )}
          <span className="k-soft">{formatBytes(file.size, language)}</span>
          {file.late && <Tag kind="warning">{t('handIns.person.late')}</Tag>}
          {onRemove && (
            <IconButton
              svg={X}
              size={16}
              label={t('handIns.takeBack', { name: file.name })}
              onClick={() => onRemove(file)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
