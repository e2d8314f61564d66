import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CameraChoice } from './open-camera.ts'

/** Which camera is used, where there are several. */
export function CameraChooser({
  cameras,
  stream,
  onChosen,
}: {
  cameras: readonly CameraChoice[]
  stream: MediaStream
  onChosen: (id: string) => void
}) {
  const { t } = useTranslation('face')
  const id = useId()
  if (cameras.length < 2) return null
  const now = stream.getVideoTracks()[0]?.getSettings().deviceId
  return (
    <p className="face__camera">
      <label htmlFor={id}>{t('camera')}</label>
      <select id={id} className="k-select" value={now} onChange={({ currentTarget }) => onChosen(currentTarget.value)}>
        {cameras.map((camera, index) => (
          <option key={camera.id} value={camera.id}>
            {camera.label || t('cameraNumber', { number: index + 1 })}
          </option>
        ))}
      </select>
    </p>
  )
}
