import Microphone from '@phosphor-icons/core/regular/microphone.svg?react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { PressButton } from '../../features/voice/PressButton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { openVoice } from '../frame-dialog.ts'
import { prepares } from '../late-dialogs.ts'
import { RowsContext, ToolButton } from './tools.tsx'

/** Opens the voice assistant; held, it records at once. In a list of tools, which closes, it only opens it. */
export function VoiceButton() {
  const { t } = useTranslation('shell')
  const rows = use(RowsContext)
  const label = t('voice')
  const preparing = prepares('voice')
  if (rows) return <ToolButton label={label} svg={Microphone} {...preparing} onClick={() => openVoice(null)} />
  return (
    <PressButton
      className="k-button k-button--icon"
      aria-label={label}
      title={label}
      {...preparing}
      onPress={openVoice}
    >
      <Icon svg={Microphone} size={20} />
    </PressButton>
  )
}
