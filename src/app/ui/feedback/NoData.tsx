import './empty-picture.css'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { useKitTexts } from '../use-kit-texts.ts'

/** An empty place with the picture of its kind and "no data" or a plainer text. */
export function NoData({
  type = 'other',
  title,
  titleAs = 'p',
  hint,
  action,
}: {
  type?: EmptyType
  title?: string
  /** The page has no other heading. */
  titleAs?: 'h1' | 'p'
  hint?: string
  action?: ReactNode
}) {
  const { t } = useKitTexts()
  return (
    <EmptyState
      title={title ?? t('noData')}
      titleAs={titleAs}
      picture={<EmptyPicture type={type} />}
      {...(hint !== undefined && { hint })}
      {...(action !== undefined && { action })}
    />
  )
}

type EmptyType = 'desktop' | 'dashboard' | 'missing' | 'other'

/** A decorative drawing for an empty place, in the surrounding colours. */
function EmptyPicture({ type }: { type: EmptyType }) {
  return (
    <svg className="k-picture" viewBox="0 0 160 120" width="160" height="120" fill="none" aria-hidden="true">
      <ellipse className="k-picture__ground" cx="80" cy="104" rx="62" ry="8" />
      {pictures[type]}
    </svg>
  )
}

const pictures = {
  // A tray of tiles with a gap.
  desktop: (
    <>
      <rect className="k-picture__card" x="34" y="20" width="92" height="76" rx="14" />
      <rect className="k-picture__soft" x="46" y="32" width="20" height="20" rx="6" />
      <rect className="k-picture__strong" x="70" y="32" width="20" height="20" rx="6" />
      <rect className="k-picture__soft" x="94" y="32" width="20" height="20" rx="6" />
      <rect className="k-picture__soft" x="46" y="62" width="20" height="20" rx="6" />
      <rect className="k-picture__dash" x="70" y="62" width="20" height="20" rx="6" />
      <path className="k-picture__line" d="M80 68v8m-4-4h8" />
    </>
  ),
  // Axes, low bars and a line.
  dashboard: (
    <>
      <rect className="k-picture__card" x="26" y="18" width="108" height="78" rx="12" />
      <path className="k-picture__line" d="M40 32v50h80" />
      <rect className="k-picture__soft" x="50" y="66" width="12" height="16" rx="3" />
      <rect className="k-picture__soft" x="70" y="58" width="12" height="24" rx="3" />
      <rect className="k-picture__soft" x="90" y="70" width="12" height="12" rx="3" />
      <path className="k-picture__dash" d="M50 48c14-10 22 4 34-4s16-10 30-4" />
      <circle className="k-picture__strong" cx="114" cy="40" r="4" />
    </>
  ),
  // A signpost, with one arm that points nowhere.
  missing: (
    <>
      <path className="k-picture__line" d="M80 22v82" />
      <path className="k-picture__card" d="M46 30h52l14 11-14 11H46a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4z" />
      <path className="k-picture__line" d="M54 41h30" />
      <path className="k-picture__dash" d="M114 60H66L52 71l14 11h48a4 4 0 0 0 4-4V64a4 4 0 0 0-4-4z" />
      <circle className="k-picture__strong" cx="80" cy="20" r="5" />
      <path className="k-picture__soft" d="M66 104c0-6 6-10 14-10s14 4 14 10z" />
    </>
  ),
  // An open box with a leaf.
  other: (
    <>
      <path className="k-picture__card" d="M36 58l44-14 44 14v34a6 6 0 0 1-4 6l-40 6-40-6a6 6 0 0 1-4-6z" />
      <path className="k-picture__soft" d="M36 58l44 12v34l-40-6a6 6 0 0 1-4-6z" />
      <path className="k-picture__line" d="M36 58l44 12 44-12M80 70v34" />
      <path className="k-picture__line" d="M36 58l-10 12 44 12 10-12m44-12 10 12-44 12-10-12" />
      <path className="k-picture__strong" d="M80 40c-10-2-14-12-8-22 10 2 14 12 8 22z" />
      <path className="k-picture__dash" d="M94 38c8 2 14-4 16-10" />
    </>
  ),
} as const
