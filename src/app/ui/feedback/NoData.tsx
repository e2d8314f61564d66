import './empty-picture.css'
import type { ReactNode } from 'react'
import { EmptyPicture, type EmptyType } from './EmptyPicture.tsx'
import { EmptyState } from './EmptyState.tsx'
import { useKitTexts } from '../use-kit-texts.ts'

/** An empty place with the picture of its kind and "no data" or a plainer text. */
export function NoData({
  type = 'other',
  title,
  hint,
  action,
}: {
  type?: EmptyType
  title?: string
  hint?: string
  action?: ReactNode
}) {
  const { t } = useKitTexts()
  return (
    <EmptyState
      title={title ?? t('noData')}
      picture={<EmptyPicture type={type} />}
      {...(hint !== undefined && { hint })}
      {...(action !== undefined && { action })}
    />
  )
}
