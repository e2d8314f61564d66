import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { DesktopSurroundings } from './desktop-surroundings.ts'
import { Groups } from './Groups.tsx'
import { useDesktop } from './use-desktop.ts'
import { useLater } from './use-later.ts'

const PullToRefresh = lazy(() => import('./PullToRefresh.tsx'))

/** The desktop: a greeting, recent applications, and the application icons in their groups. */
export function DesktopPage({
  language,
  pathOf,
  surroundings,
  onRetry,
}: {
  language: Language
  pathOf: (code: string, deployPath: string) => string
  /** Without the person, who comes with the icons. */
  surroundings: Omit<DesktopSurroundings, 'person'>
  /** Loads icons and counts again. */
  onRetry: () => Promise<void>
}) {
  const state = useDesktop()
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation('common')
  const pulls = useLater(surroundings.mobile && (state.status === 'live' || state.status === 'stored'))

  if (state.status === 'loading') return <Skeleton label={common('loading')} lines={8} />
  if (state.status === 'failed') {
    return (
      <EmptyState
        title={t('iconsFailed')}
        hint={t('iconsFailedHint')}
        action={
          <Button kind="primary" onClick={() => void onRetry()}>
            {common('retry')}
          </Button>
        }
      />
    )
  }
  const { me, icons, unread } = state.data
  return (
    <>
      {pulls && (
        <Suspense fallback={null}>
          <PullToRefresh onRefresh={onRetry} />
        </Suspense>
      )}
      <Groups
        name={me.realName}
        icons={icons}
        unread={unread}
        language={language}
        pathOf={pathOf}
        surroundings={{ ...surroundings, person: me }}
      />
    </>
  )
}
