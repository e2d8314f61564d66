import { useTranslation } from 'react-i18next'
import { mayKeep } from '../../core/storage/local-keys.ts'

export function UploadsStop() {
  const { t } = useTranslation('shell')
  return <p>{t(mayKeep() ? 'logoutHint' : 'logoutHintShared')}</p>
}
