import { addressOf, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { useTexts } from '../portal.ts'
import { useRefuseOffline } from '../use-refuse-offline.ts'

/** A file's name: a press shows it. */
export function FileLink({ file, name, onOpen }: { file: ServerFile; name: string; onOpen: () => void }) {
  const t = useTexts()
  const refuses = useRefuseOffline()
  return (
    <a
      href={addressOf(file)}
      download={name}
      aria-haspopup="dialog"
      title={t('preview.show', { name })}
      onClick={(event) => {
        event.preventDefault()
        if (!refuses()) onOpen()
      }}
    >
      <FileName name={name} />
    </a>
  )
}
