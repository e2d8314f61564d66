import upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?raw'
import { Button } from '../../src/app/ui/Button.tsx'
import { useTexts } from './use-texts.ts'

/** The button that leads to the choice of files. A floating one stands at the lower edge on a phone, in reach of the thumb. */
export function UploadButton({ floating = false, onPress }: { floating?: boolean; onPress: () => void }) {
  const t = useTexts()
  return (
    <Button
      kind="primary"
      icon={upload}
      className={floating ? 'f-upload-button' : ''}
      data-part="upload"
      onClick={onPress}
    >
      {t('toolbar.upload')}
    </Button>
  )
}
