import Upload from '@phosphor-icons/core/regular/upload-simple.svg?react'
import { useId, useState } from 'react'
import { uploadPicture, type Application } from '../../../contract/endpoints/applications/applications.ts'
import { APPLICATION_PICTURE_MAX } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { FREE_ICONS, freeIconPath } from '../../../contract/rules/desktop/own-application.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { FileButton } from '../../../src/app/ui/files/FileButton.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useLocale } from '../portal-context.ts'

const STYLES = [
  ['plain', ''],
  ['gray', '#gray'],
  ['cartoon', '#cartoon'],
] as const

/** The icon of an application: the one that it came with, one of the portal's family, or an own picture. */
export function IconField({
  of,
  all,
  value,
  error,
  onChange,
}: {
  of: Application | null
  all: readonly Application[]
  value: string
  error: string
  onChange: (icon: string) => void
}) {
  const { t, language } = useLocale()
  const call = useCall()
  const id = useId()
  /** Stays offered when another icon is tried. */
  const [pictures, setPictures] = useState<readonly string[]>(() => (isPicture(of?.icon ?? '') ? [of?.icon ?? ''] : []))
  const usedBy = (icon: string) => all.some((one) => one.icon === icon && one.code !== of?.code)

  const upload = useChange(
    async (file: File) => {
      if (file.size > APPLICATION_PICTURE_MAX) throw new PortalError('application.picture_size')
      const { icon } = await call(uploadPicture, { file })
      setPictures((before) => [...before.filter((one) => one !== icon), icon])
      onChange(icon)
    },
    { renews: [] },
  )
  const option = (icon: string, label: string) => (
    <label key={icon} className="ad-icon" title={label}>
      <input
        className="k-cover-input"
        type="radio"
        name="icon"
        value={icon}
        aria-label={label}
        checked={icon === value}
        disabled={icon !== value && usedBy(icon) && !isPicture(icon)}
        onChange={() => onChange(icon)}
      />
      <img src={icon} alt="" width="44" height="44" />
    </label>
  )

  return (
    <fieldset className="k-stack" aria-describedby={`${id}-error`}>
      <legend className="k-field__label">{t('applications.icon.title')}</legend>
      <div className="ad-icons__shown">
        {value !== '' &&
          STYLES.map(([style, fragment]) => (
            <figure key={style}>
              <img src={`${value}${fragment}`} alt="" width="64" height="64" />
              <figcaption className="k-soft">{t(`applications.icon.${style}`)}</figcaption>
            </figure>
          ))}
      </div>
      <div className="ad-icons__row">
        {of?.builtInIcon && option(of.builtInIcon, t('applications.icon.builtIn'))}
        {pictures.map((icon) => option(icon, t('applications.icon.own')))}
        {FREE_ICONS.map((name) => option(freeIconPath(name), t(`applications.free.${name}`)))}
      </div>
      <div className="ad-line">
        <FileButton
          icon={Upload}
          busy={upload.isPending}
          needsNetwork
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => upload.mutate(file)}
        >
          {t('applications.icon.upload')}
        </FileButton>
        <p className="k-field__hint">
          {t('applications.icon.hint', { size: formatBytes(APPLICATION_PICTURE_MAX, language) })}
        </p>
      </div>
      <p className="k-field__error" id={`${id}-error`} role="alert">
        {upload.error ? failureText(upload.error) : error}
      </p>
    </fieldset>
  )
}

const isPicture = (icon: string) => icon.includes('/picture/')
