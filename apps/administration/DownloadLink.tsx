import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { useOnline } from './portal-context.ts'

/** A link, as a button, to a file of the server; it does nothing offline. */
export function DownloadLink({
  href,
  kind = 'plain',
  onDownload,
  children,
}: {
  href: string
  kind?: 'plain' | 'primary'
  /** Once the browser was told to load it. */
  onDownload?: () => void
  children: string
}) {
  const online = useOnline()
  return (
    <a
      className={`k-button k-button--${kind}`}
      href={href}
      download
      aria-disabled={!online || undefined}
      onClick={(event) => (online ? onDownload?.() : event.preventDefault())}
    >
      <Icon svg={Download} />
      {children}
    </a>
  )
}
