import cloudArrowUp from '@phosphor-icons/core/duotone/cloud-arrow-up-duotone.svg?raw'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { useTexts } from './use-texts.ts'

/** Covers the page while files are held over it, and says where they would go. */
export function DropCover({ folder }: { folder: string }) {
  const t = useTexts()
  return (
    <div className="f-drop" aria-hidden="true">
      <div className="f-drop__card">
        <Icon svg={cloudArrowUp} size={64} />
        <p className="f-drop__title">{t('drop.title', { folder })}</p>
        <p>{t('drop.hint')}</p>
      </div>
    </div>
  )
}
