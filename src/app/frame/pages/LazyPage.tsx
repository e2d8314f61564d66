import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { askServer, online } from '../../core/connectivity/online.ts'
import { isCodeRemoved } from '../../core/connectivity/removed-code.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Why code did not come: the server no longer has it, the browser remembers that it failed before, or the network failed. */
type Missing = 'removed' | 'remembered' | 'network'

/** Pages that were loaded before, by what loads them: shown at once when they are opened again. */
const loaded = new WeakMap<object, unknown>()

/** A component whose code is loaded when it is first shown. `waiting` is shown until then; a page that did not arrive says so within the frame, and comes once the network is back. */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<{ waiting: ReactNode; page: Props }> {
  return function LazyPage({ waiting, page }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under what loads it
    const [Page, setPage] = useState(() => (loaded.get(load) ?? null) as ComponentType<Props> | null)
    const [attempt, setAttempt] = useState(1)
    const [missing, setMissing] = useState<Missing | null>(null)
    const isOnline = useOnline()

    useEffect(() => {
      let mounted = true
      load().then(
        (module) => {
          loaded.set(load, module.default)
          if (mounted) setPage(() => module.default)
        },
        async (error: unknown) => {
          const isRemoved = online.current && (await isCodeRemoved(error))
          // A browser may remember that a file failed, and only a new document asks for it again.
          const isRemembered = !isRemoved && attempt > 1 && online.current && (await askServer())
          if (mounted) setMissing(isRemoved ? 'removed' : isRemembered ? 'remembered' : 'network')
        },
      )
      return () => {
        mounted = false
      }
    }, [attempt])

    const retry = () => {
      setMissing(null)
      setAttempt(attempt + 1)
    }
    const [seenOnline, setSeenOnline] = useState(isOnline)
    if (seenOnline !== isOnline) {
      setSeenOnline(isOnline)
      if (isOnline && missing !== null) retry()
    }

    if (Page) return <Page {...page} />
    return missing ? <MissingPage missing={missing} isOnline={isOnline} onRetry={retry} /> : waiting
  }
}

function MissingPage({ missing, isOnline, onRetry }: { missing: Missing; isOnline: boolean; onRetry: () => void }) {
  const { t } = useTranslation('shell')
  // Offered, never forced: what was typed elsewhere on the page would be lost.
  const needsReload = isOnline && missing !== 'network'
  return (
    <EmptyState
      titleAs="h1"
      title={t('missingPage.title')}
      hint={t(!isOnline ? 'missingPage.offline' : needsReload ? `missingPage.${missing}` : 'missingPage.hint')}
      action={
        <Button kind="primary" needsNetwork onClick={needsReload ? () => location.reload() : onRetry}>
          {t(needsReload ? 'update.reload' : 'missingPage.retry')}
        </Button>
      }
    />
  )
}
