import { addressOf, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { useOfflineProps } from '../../../src/app/ui/use-offline-props.ts'

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
  const offline = useOfflineProps(true, 'onClick')
  return (
    <a
      href={addressOf(file)}
      download={name}
      draggable={false}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
      {...link}
      {...offline}
    >
      <FileName name={name} />
    </a>
  )
}
