import { useTranslation } from 'react-i18next'
import { mayKeep } from '../../core/storage/local-keys.ts'

/** What happens to running uploads on leaving. */
export function UploadsStop() {
  const { t } = useTranslation('shell')
  return <p>{t(mayKeep() ? 'logoutHint' : 'logoutHintShared')}</p>
}
