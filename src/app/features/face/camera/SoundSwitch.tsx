import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSoundOn, setSound } from './cues.ts'

export function SoundSwitch() {
  const { t } = useTranslation('face')
  const [isOn, setOn] = useState(isSoundOn)
  return (
    <label className="face__sound">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          setSound(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
      {t('sound')}
    </label>
  )
}
