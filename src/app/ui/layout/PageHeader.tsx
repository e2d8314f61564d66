import './page-frame.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import type { ReactNode } from 'react'
import { IconButton } from '../Button.tsx'

/** The header of a page: title, purpose, the way back and actions. `titleAs`: within a page that has a heading. */
export function PageHeader({
  title,
  hint,
  back,
  actions,
  titleAs: Title = 'h1',
}: {
  title: string
  hint?: string
  back?: { label: string; onPress: () => void }
  actions?: ReactNode
  titleAs?: 'h1' | 'h2'
}) {
  return (
    <header className="k-page-header">
      {back && <IconButton label={back.label} svg={CaretLeft} onClick={back.onPress} />}
      <div className="k-page-header__words">
        <Title className="k-page-header__title">{title}</Title>
        {hint && <p className="k-page-header__hint">{hint}</p>}
      </div>
      {actions && <div className="k-page-header__actions">{actions}</div>}
    </header>
  )
}
