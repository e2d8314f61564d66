import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { useTexts } from '../portal.ts'
import { useRefuseOffline } from '../use-refuse-offline.ts'

/** A file's name: a press shows it, and as a link to its bytes (`source`) it can be saved. */
export function FileLink({ source, name, onOpen }: { source: string; name: string; onOpen: () => void }) {
  const t = useTexts()
  const refuses = useRefuseOffline()
  return (
    <a
      href={source}
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
