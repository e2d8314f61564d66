import type { SyntheticEvent } from 'react'
import { getI18n } from 'react-i18next'
import { useOnline } from '../core/connectivity/use-online.ts'
import { notify } from '../core/notices/notices.ts'

/**
 * Of a control that needs the network, while there is none: not `disabled`, with which it would lose the focus. Each of the `events` does nothing but say why, as there
 * is no tooltip on a touch screen. Null while the control can be used.
 */
export function useOfflineProps<Event extends `on${string}`>(needsNetwork: boolean, ...events: readonly Event[]) {
  const online = useOnline()
  if (!needsNetwork || online) return null
  const reason = getI18n().t('common:needsNetwork')
  const refuse = (event: SyntheticEvent) => {
    // Nor is a form sent, by Enter in a field.
    event.preventDefault()
    notify('warning', reason)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of the events, and nothing else
  const handlers = Object.fromEntries(events.map((event) => [event, refuse])) as Record<Event, typeof refuse>
  return { 'aria-disabled': true, title: reason, ...handlers }
}
