import { useRef, type ComponentProps } from 'react'
import { Button } from '../Button.tsx'

/** A button that asks for a file of the device, or for a photo by its camera. */
export function FileButton({
  accept,
  capture,
  onFile,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  accept: string
  capture?: 'user'
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        capture={capture}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
