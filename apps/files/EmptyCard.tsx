import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import { Icon, type SvgComponent } from '../../src/app/ui/icons/Icon.tsx'

/** A card in place of a list or of what is gone, with a way on: `to` another page, or an action. */
export function EmptyCard({
  glyph,
  to,
  ...texts
}: ComponentProps<typeof EmptyState> & {
  glyph?: SvgComponent
  to?: { readonly path: string; readonly label: string }
}) {
  return (
    <div className="app-card f-place-empty">
      <EmptyState
        {...(glyph && { picture: <Icon svg={glyph} size={96} /> })}
        {...(to && {
          action: (
            <Link className="k-button k-button--primary" to={to.path}>
              {to.label}
            </Link>
          ),
        })}
        {...texts}
      />
    </div>
  )
}
