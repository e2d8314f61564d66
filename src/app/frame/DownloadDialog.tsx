import Archive from '@phosphor-icons/core/regular/file-zip.svg?react'
import Windows from '@phosphor-icons/core/regular/windows-logo.svg?react'
import { useTranslation } from 'react-i18next'
import { documentUnit } from '../core/tenant/unit.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Icon, type SvgComponent } from '../ui/icons/Icon.tsx'

/** Downloads of the Windows client, installed or portable; unconfigured ones are not offered. */
export default function DownloadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { installer, portable } = documentUnit()?.clientDownloads ?? {}
  return (
    <Dialog title={t('header.download')} width="min(520px, 100vw)" onClose={onClose}>
      <ul className="s-downloads">
        {installer && (
          <Offer href={installer} svg={Windows} name={t('downloads.installer')} hint={t('downloads.installerHint')} />
        )}
        {portable && (
          <Offer href={portable} svg={Archive} name={t('downloads.portable')} hint={t('downloads.portableHint')} />
        )}
      </ul>
    </Dialog>
  )
}

function Offer({ href, svg, name, hint }: { href: string; svg: SvgComponent; name: string; hint: string }) {
  return (
    <li>
      <a className="k-beside s-download" href={href} download rel="noopener noreferrer">
        <Icon svg={svg} size={28} />
        <span className="s-download__words">
          <span className="s-download__name">{name}</span>
          <span className="k-soft s-download__hint">{hint}</span>
        </span>
      </a>
    </li>
  )
}
