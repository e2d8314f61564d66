import { useRef, useState, type RefObject } from 'react'
import { Button } from '../../../ui/Button.tsx'

/** Without HEIC, so that an iPhone converts to JPEG. Other chosen files are tried anyway. */
const KINDS = 'image/jpeg,image/png,image/webp'

/** The buttons for choosing a photo, with the camera on touch devices. */
export function PictureInput({
  opener,
  label,
  takeLabel,
  disabled,
  onChosen,
}: {
  opener: RefObject<HTMLButtonElement | null>
  label: string
  takeLabel: string
  disabled: boolean
  onChosen: (file: File) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [hasCamera] = useState(() => matchMedia('(pointer: coarse)').matches)
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    // The same file can be chosen again.
    input.value = ''
    if (file) onChosen(file)
  }
  return (
    <>
      <Button ref={opener} disabled={disabled} onClick={() => files.current?.click()}>
        {label}
      </Button>
      <input ref={files} type="file" accept={KINDS} hidden onChange={({ currentTarget }) => take(currentTarget)} />
      {hasCamera && (
        <>
          <Button disabled={disabled} onClick={() => camera.current?.click()}>
            {takeLabel}
          </Button>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="user"
            hidden
            onChange={({ currentTarget }) => take(currentTarget)}
          />
        </>
      )}
    </>
  )
}
