import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useRef, type MouseEvent } from 'react'
import { requireFreshFactor } from '../../contract/endpoints/sign-in/admin-access.ts'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { useOnline, usePortal, useReason } from './portal-context.ts'

/** A link, as a button, to a file of the server; it does nothing offline. */
export function DownloadLink({
  href,
  kind = 'plain',
  fresh = false,
  onDownload,
  children,
}: {
  href: string
  kind?: 'plain' | 'primary'
  /** The file needs a fresh second factor, for which a link cannot ask: it is asked for before the link is followed. */
  fresh?: boolean
  /** Once the browser was told to load it. */
  onDownload?: () => void
  children: string
}) {
  const online = useOnline()
  const portal = usePortal()
  const reasonOf = useReason()
  const link = useRef<HTMLAnchorElement>(null)
  const proved = useRef(false)

  const prove = async () => {
    try {
      await portal.call(requireFreshFactor, {}, { quiet: true })
      proved.current = true
      link.current?.click()
    } catch (error) {
      portal.notify('error', reasonOf(error))
    }
  }
  const follow = (event: MouseEvent) => {
    if (online && (!fresh || proved.current)) onDownload?.()
    else event.preventDefault()
    if (online && fresh && !proved.current) void prove()
    proved.current = false
  }
  return (
    <a
      ref={link}
      className={`k-button k-button--${kind}`}
      href={href}
      download
      aria-disabled={!online || undefined}
      onClick={follow}
    >
      <Icon svg={Download} />
      {children}
    </a>
  )
}
