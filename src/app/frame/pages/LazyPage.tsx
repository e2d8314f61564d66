import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { askServer, online } from '../../core/connectivity/online.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Pages that were loaded before, by what loads them: shown at once when they are opened again. */
const loaded = new WeakMap<object, unknown>()

/** A component whose code is loaded when it is first shown. `waiting` is shown until then; a page that did not arrive says so within the frame, and comes once the network is back. */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<{ waiting: ReactNode; page: Props }> {
  return function LazyPage({ waiting, page }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under what loads it
    const [Page, setPage] = useState(() => (loaded.get(load) ?? null) as ComponentType<Props> | null)
    const [attempt, setAttempt] = useState(1)
    const [isMissing, setMissing] = useState(false)
    const isOnline = useOnline()

    useEffect(() => {
      let mounted = true
      load().then(
        (module) => {
          loaded.set(load, module.default)
          if (mounted) setPage(() => module.default)
        },
        async () => {
          // A browser may remember that a file failed, and only a new document asks for it again. Without the server, nothing would stand there at all.
          const isReachable = attempt > 1 && online.current && (await askServer())
          if (!mounted) return
          if (isReachable) location.reload()
          else setMissing(true)
        },
      )
      return () => {
        mounted = false
      }
    }, [attempt])

    const retry = () => {
      setMissing(false)
      setAttempt(attempt + 1)
    }
    const [seenOnline, setSeenOnline] = useState(isOnline)
    if (seenOnline !== isOnline) {
      setSeenOnline(isOnline)
      if (isOnline && isMissing) retry()
    }

    if (Page) return <Page {...page} />
    return isMissing ? <MissingPage isOnline={isOnline} onRetry={retry} /> : waiting
  }
}

function MissingPage({ isOnline, onRetry }: { isOnline: boolean; onRetry: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <EmptyState
      titleAs="h1"
      title={t('missingPage.title')}
      hint={t(isOnline ? 'missingPage.hint' : 'missingPage.offline')}
      action={
        <Button kind="primary" disabled={!isOnline} onClick={onRetry}>
          {t('missingPage.retry')}
        </Button>
      }
    />
  )
}
