import { useTranslation } from 'react-i18next'
import type { Portrait } from '../../ui/icons/Avatar.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { OwnAvatar } from './OwnAvatar.tsx'
import { ToolRows, type HeaderTool } from './tools.tsx'

export default function MeSheet({
  name,
  portrait,
  tools,
  onClose,
}: {
  name: string
  portrait: Portrait
  tools: readonly HeaderTool[]
  onClose: () => void
}) {
  const { t } = useTranslation('shell')
  return (
    <Dialog title={t('header.me')} backdrop onClose={onClose}>
      <div className="h-me">
        <OwnAvatar {...portrait} size={44} />
        <p>{t('welcome', { name })}</p>
        {/* Away from the finger that opened the sheet. */}
        <ToolRows tools={tools.filter(({ key }) => key === 'logout')} onLeave={onClose} />
      </div>
      <ToolRows tools={tools.filter(({ key }) => key !== 'logout')} onLeave={onClose} />
    </Dialog>
  )
}
