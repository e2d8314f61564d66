import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { addressOf, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { useRefuseOffline } from '../use-refuse-offline.ts'

/** A file's name: a press shows it. */
export function FileLink({
  file,
  name,
  onOpen,
  ...link
}: {
  file: ServerFile
  name: string
  onOpen: () => void
  'data-part'?: string
}) {
  const online = useOnline()
  const refusesOffline = useRefuseOffline()
  return (
    <a
      href={addressOf(file)}
      download={name}
      draggable={false}
      aria-disabled={!online || undefined}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault()
        if (!refusesOffline()) onOpen()
      }}
      {...link}
    >
      <FileName name={name} />
    </a>
  )
}
