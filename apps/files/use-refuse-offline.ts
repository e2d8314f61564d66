import { usePortal, useTexts } from './portal.ts'
import { useOnline } from '../../src/app/core/connectivity/use-online.ts'

/** Returns a function that is true without a network, after a notice: for links, which cannot be disabled. */
export function useRefuseOffline(): () => boolean {
  const portal = usePortal()
  const online = useOnline()
  const t = useTexts()
  return () => {
    if (online) return false
    portal.notify('warning', t('offline.action'))
    return true
  }
}
