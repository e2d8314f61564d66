import './usage-bar.css'
import Warning from '@phosphor-icons/core/regular/warning.svg?react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'

/** From this share on there is a warning. */
export const NEARLY_FULL = 0.9

/** A text about use with a redundant bar. `share` from 0 up; it warns above NEARLY_FULL. */
export function UsageBar({ share, children }: { share: number; children: ReactNode }) {
  const isLittle = share > NEARLY_FULL
  return (
    <div className="k-usage" data-little={isLittle || undefined}>
      <div className="k-usage__bar" aria-hidden="true">
        <div style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
      </div>
      <p className="k-usage__words">
        {isLittle && <Icon svg={Warning} size={16} />}
        <span>{children}</span>
      </p>
    </div>
  )
}
