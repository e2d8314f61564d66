import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

/** Chooses a photo from the device, where the camera cannot be used. */
export function PhotoUpload({ busy, onChosen }: { busy: boolean; onChosen: (file: File) => void }) {
  const { t } = useTranslation('face')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="primary" busy={busy} onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('chooseFile')}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file) onChosen(file)
        }}
      />
    </>
  )
}
