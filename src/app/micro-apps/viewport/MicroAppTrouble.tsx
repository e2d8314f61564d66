import CloudSlash from '@phosphor-icons/core/duotone/cloud-slash-duotone.svg?react'
import Puzzle from '@phosphor-icons/core/duotone/puzzle-piece-duotone.svg?react'
import Warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import type { MicroAppProblem } from './load-micro-app.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

const glyphs = { missing: Puzzle, unreachable: CloudSlash, broken: Warning, crashed: Warning, hung: Warning } as const

/** Says why an application is not shown, that nothing is lost, and what helps; always with a way back to the desktop. */
export function MicroAppTrouble({
  problem,
  onBack,
  onAgain,
}: {
  problem: MicroAppProblem | 'crashed' | 'hung'
  onBack: () => void
  onAgain?: () => void
}) {
  const online = useOnline()
  const { t } = useTranslation(['viewport', 'common', 'shell'])
  const text = problem === 'unreachable' && !online ? 'offline' : problem
  // An application that is not installed cannot be retried.
  const canRepeat = problem !== 'missing' && onAgain !== undefined
  return (
    <Trouble glyph={glyphs[problem]} title={t(`${text}.title`)} hint={t(`${text}.hint`)} role="alert">
      {canRepeat && (
        <Button kind="primary" onClick={onAgain}>
          {t(problem === 'crashed' || problem === 'hung' ? 'reload' : 'common:retry')}
        </Button>
      )}
      <Button kind={canRepeat ? 'plain' : 'primary'} onClick={onBack}>
        {t('shell:toDesktop')}
      </Button>
    </Trouble>
  )
}

/** In the place of an application: what is wrong, and what helps. */
export function Trouble({
  glyph,
  title,
  hint,
  role,
  children,
}: {
  glyph: SvgComponent
  title: string
  hint: string
  role?: 'alert'
  children: ReactNode
}) {
  return (
    <div className="v-trouble" role={role}>
      <EmptyState
        picture={<Icon svg={glyph} size={96} />}
        titleAs="h1"
        title={title}
        hint={hint}
        action={<div className="k-buttons v-trouble__actions">{children}</div>}
      />
    </div>
  )
}
