import cloudSlash from '@phosphor-icons/core/duotone/cloud-slash-duotone.svg?raw'
import userX from '@phosphor-icons/core/duotone/user-circle-minus-duotone.svg?raw'
import warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?raw'
import { Button } from '../../src/app/ui/Button.tsx'
import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { failureReason } from './failure.ts'
import { useLanguage, useObservable, usePortal } from './portal-context.ts'
import { useTexts } from './use-texts.ts'

/** What stands in place of records that could not be had: why, that nothing is lost, and what to do. */
export function Problem({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <div className="at-card at-card--padded">
      <Reason code={code} onRetry={onRetry} />
    </div>
  )
}

function Reason({ code, onRetry }: { code: string; onRetry: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useObservable(usePortal().online)
  if (code === 'attendance.no_person') {
    return <EmptyState picture={<Icon svg={userX} size={96} />} title={t('nobody.title')} hint={t('nobody.hint')} />
  }
  return (
    <EmptyState
      picture={<Icon svg={online ? warning : cloudSlash} size={96} />}
      title={t(online ? 'failed.title' : 'offline.title')}
      hint={online ? `${failureReason(code, language, t)}${t('gap')}${t('failed.safe')}` : t('offline.hint')}
      action={
        <Button kind="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  )
}
