import cloudCheck from '@phosphor-icons/core/regular/cloud-check.svg?raw'
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { StationState } from './station-queue.ts'

/** Whether the server can be reached, and how many captures wait for it. */
export function WaitingLine({ link, pending }: Pick<StationState, 'link' | 'pending'>) {
  const { t } = useTranslation('station')
  const isAway = link === 'offline'
  return (
    <p className="station-line" data-away={isAway || undefined} role="status">
      <Icon svg={isAway ? cloudSlash : cloudCheck} size={22} />
      <span>{link === 'unknown' ? t('line.connecting') : t(isAway ? 'line.offline' : 'line.online')}</span>
      {pending > 0 && <strong>{t('line.pending', { count: pending })}</strong>}
    </p>
  )
}
