import { useRef, type ReactNode } from 'react'
import { Icon, type SvgComponent } from '../icons/Icon.tsx'
import { useOfflineProps } from '../use-offline-props.ts'
import { addressOf, useDownloads, type ServerFile } from './download.ts'

/**
 * A link to a file of the server, which is saved once the server has agreed to send it. As a button with `kind`; `label` names one that is only an icon.
 */
export function DownloadLink({
  file,
  kind,
  icon,
  label,
  className = kind && `k-button k-button--${kind}`,
  onDownload,
  children,
}: {
  file: ServerFile
  kind?: 'plain' | 'primary' | 'icon'
  icon?: SvgComponent
  label?: string
  className?: string | undefined
  /** Called when the browser was told to save it. */
  onDownload?: () => void
  children?: ReactNode
}) {
  const offline = useOfflineProps(true, 'onClick')
  const { download } = useDownloads()
  const asking = useRef(false)
  const bring = async () => {
    // A second press must not save it twice.
    if (asking.current) return
    asking.current = true
    const outcome = await download(file).finally(() => (asking.current = false))
    if (outcome === 'saved') onDownload?.()
  }
  return (
    <a
      className={className}
      href={addressOf(file)}
      download={file.name ?? ''}
      draggable={false}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault()
        void bring()
      }}
      {...offline}
    >
      {icon && <Icon svg={icon} />}
      {children}
    </a>
  )
}
