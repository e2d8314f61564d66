import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { askServer, online } from '../../core/connectivity/online.ts'
import { isCodeRemoved } from '../../core/connectivity/removed-code.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lateCode, type Load } from '../../ui/late-part.tsx'

/** Why code did not come: the server no longer has it, the browser remembers that it failed before, or the network failed. */
type Missing = 'removed' | 'remembered' | 'network'

/** A component whose code is loaded when it is first shown. `waiting` is shown until then; a page that did not arrive says so within the frame, and comes once the network is back. */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<{ waiting: ReactNode; page: Props }> {
  const useCode = lateCode(load)
  return function LazyPage({ waiting, page }) {
    const [attempt, setAttempt] = useState(1)
    const [missing, setMissing] = useState<Missing | null>(null)
    const isOnline = useOnline()
    const Page = useCode(async (cause) => {
      const isRemoved = online.current && (await isCodeRemoved(cause))
      // A browser may remember that a file failed, and only a new document asks for it again.
      const isRemembered = !isRemoved && attempt > 1 && online.current && (await askServer())
      setMissing(isRemoved ? 'removed' : isRemembered ? 'remembered' : 'network')
    }, attempt)
    const retry = () => {
      setMissing(null)
      setAttempt(attempt + 1)
    }
    if (Page) return <Page {...page} />
    return missing ? <MissingPage missing={missing} isOnline={isOnline} onRetry={retry} /> : waiting
  }
}

function MissingPage({ missing, isOnline, onRetry }: { missing: Missing; isOnline: boolean; onRetry: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  // Offered, never forced: what was typed elsewhere on the page would be lost.
  const needsReload = isOnline && missing !== 'network'
  return (
    <EmptyState
      titleAs="h1"
      title={t('missingPage.title')}
      hint={t(!isOnline ? 'missingPage.offline' : needsReload ? `missingPage.${missing}` : 'missingPage.hint')}
      action={
        <Button kind="primary" needsNetwork onClick={needsReload ? () => location.reload() : onRetry}>
          {t(needsReload ? 'reload' : 'common:retry')}
        </Button>
      }
    />
  )
}
