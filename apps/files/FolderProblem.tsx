import cloudSlash from '@phosphor-icons/core/duotone/cloud-slash-duotone.svg?raw'
import folderDashed from '@phosphor-icons/core/duotone/folder-dashed-duotone.svg?raw'
import warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?raw'
import { Link } from 'react-router-dom'
import { Button } from '../../src/app/ui/Button.tsx'
import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { failureReason } from './failure.ts'
import { folderPath } from './folder-path.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { useTexts } from './use-texts.ts'

/** What stands in place of a list that could not be had: why, that nothing is lost, and what to do. */
export function FolderProblem({ code, onRetry }: { code: string; onRetry: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useObservable(portal.language)
  const online = useObservable(portal.online)
  if (code === 'files.folder_not_found') {
    return (
      <EmptyState
        picture={<Icon svg={folderDashed} size={96} />}
        title={t('failed.missing')}
        hint={t('failed.missingHint')}
        action={
          <Link className="k-button k-button--primary" to={folderPath(null)}>
            {t('action.top')}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      picture={<Icon svg={online ? warning : cloudSlash} size={96} />}
      title={t(online ? 'failed.title' : 'failed.offlineTitle')}
      hint={online ? `${failureReason(code, language, t)} ${t('failed.safe')}` : t('failed.offlineHint')}
      action={
        <Button kind="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  )
}
