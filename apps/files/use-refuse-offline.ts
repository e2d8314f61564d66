import { getI18n } from 'react-i18next'
import { useOnline } from '../../src/app/core/connectivity/use-online.ts'
import { notify } from '../../src/app/core/notices/notices.ts'

/** Returns a function that is true without a network, after a notice: for links and keys, which cannot be disabled. */
export function useRefuseOffline(): () => boolean {
  const online = useOnline()
  return () => {
    if (!online) notify('warning', getI18n().t('common:needsNetwork'))
    return !online
  }
}
