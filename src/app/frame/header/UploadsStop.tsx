import { useTranslation } from 'react-i18next'
import { mayKeep } from '../../core/storage/local-keys.ts'

/** Says what becomes of uploads that are under way when the person goes. */
export function UploadsStop() {
  const { t } = useTranslation('shell')
  return <p>{t(mayKeep() ? 'logoutHint' : 'logoutHintShared')}</p>
}
