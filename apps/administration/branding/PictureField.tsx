import { useId } from 'react'
import {
  BRANDING_PICTURE_FORMATS,
  BRANDING_PICTURE_MAX,
  brandingPictureAddress,
  savePicture,
} from '../../../contract/endpoints/units/branding.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { FileButton } from '../../../src/app/ui/files/FileButton.tsx'
import { useTexts } from '../portal-context.ts'

const ACCEPTED = BRANDING_PICTURE_FORMATS.map((format) => `image/${format}`).join(',')

/** A picture that is sent as soon as it is chosen; the draft names it. */
export function PictureField({
  kind,
  label,
  hint,
  value,
  error,
  remove,
  onChange,
}: {
  kind: 'logo' | 'picture'
  label: string
  hint: string
  value: string | null
  error: string
  /** The text of a button that takes the picture away; without it there is none. */
  remove?: string
  onChange: (picture: string | null) => void
}) {
  const t = useTexts()
  const call = useCall()
  const id = useId()
  const upload = useChange(
    async (file: File) => {
      if (file.size > BRANDING_PICTURE_MAX) throw new PortalError('branding.picture_size')
      const payload: { kind: typeof kind; file: File } = { kind, file }
      const { picture } = await call(savePicture, payload)
      onChange(picture)
    },
    { renews: [] },
  )
  return (
    <div className="k-field" role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <span className="k-field__label" id={id}>
        {label}
      </span>
      <div className="ad-picture" data-kind={kind}>
        {value !== null && <img src={brandingPictureAddress(value)} alt={t('branding.picture.current')} />}
        <FileButton
          busy={upload.isPending}
          needsNetwork
          name={kind}
          accept={ACCEPTED}
          onFile={(file) => upload.mutate(file)}
        >
          {t(value === null ? 'branding.picture.choose' : 'branding.picture.change')}
        </FileButton>
        {remove && value !== null && (
          <Button disabled={upload.isPending} onClick={() => onChange(null)}>
            {remove}
          </Button>
        )}
      </div>
      <p className="k-field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="k-field__error" role="alert">
        {upload.error ? failureText(upload.error) : error}
      </p>
    </div>
  )
}
