import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import { FILING_LENGTH, LINK_LENGTH } from '../../../contract/endpoints/units/unit-configuration.ts'
import type { Filing } from '../../../contract/endpoints/units/unit-settings.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FileButton } from '../../../src/app/ui/files/FileButton.tsx'
import { useTexts } from '../portal-context.ts'
import { makeBadge } from './make-badge.ts'

/** The badge of the police, which comes with the portal. */
const POLICE_BADGE = '/icons/filing.svg'

/** The fields of an entry of the footer. `name`: that of the entry within the form. */
export function FilingFields({
  name,
  title,
  value,
  errorOf,
  onChange,
  onRemove,
}: {
  name: string
  title: string
  value: Filing
  errorOf: (field: 'text' | 'link' | 'picture') => string
  onChange: (changed: Partial<Filing>) => void
  onRemove: () => void
}) {
  const t = useTexts()
  const [failed, setFailed] = useState(false)
  const { text, link, picture, pictureShown } = value

  const choose = async (file: File) => {
    const made = await makeBadge(file)
    setFailed(made === null)
    if (made !== null) onChange({ picture: made, pictureShown: true })
  }

  return (
    <fieldset className="ad-filing">
      <legend className="visually-hidden">{title}</legend>
      <div className="k-form__pair">
        <TextField
          name={`${name}.text`}
          label={t('trail.fields.text')}
          value={text}
          error={errorOf('text')}
          maxLength={FILING_LENGTH}
          onChange={({ target }) => onChange({ text: target.value })}
        />
        <TextField
          name={`${name}.link`}
          label={t('settings.filings.link')}
          value={link}
          error={errorOf('link')}
          maxLength={LINK_LENGTH}
          inputMode="url"
          placeholder="https://"
          onChange={({ target }) => onChange({ link: target.value })}
        />
      </div>
      <div
        className="ad-line ad-filing__picture"
        role="group"
        aria-label={t('settings.filings.picture', { name: title })}
      >
        {picture !== '' && <img src={picture} alt="" width="20" height="20" data-pale={!pictureShown || undefined} />}
        <FileButton accept="image/png,image/jpeg,image/webp" onFile={(file) => void choose(file)}>
          {t(picture === '' ? 'branding.picture.choose' : 'branding.picture.change')}
        </FileButton>
        {picture === '' ? (
          <Button onClick={() => onChange({ picture: POLICE_BADGE, pictureShown: true })}>
            {t('settings.filings.policeBadge')}
          </Button>
        ) : (
          <>
            <label className="k-choice">
              <input
                type="checkbox"
                checked={pictureShown}
                onChange={({ currentTarget }) => onChange({ pictureShown: currentTarget.checked })}
              />
              {t('settings.filings.showPicture')}
            </label>
            <Button onClick={() => onChange({ picture: '', pictureShown: false })}>
              {t('settings.filings.noPicture')}
            </Button>
          </>
        )}
        <IconButton svg={Trash} label={t('action.deleteNamed', { name: title })} onClick={onRemove} />
      </div>
      <p className="k-field__error" role="alert">
        {failed ? t('settings.filings.badPicture') : errorOf('picture')}
      </p>
    </fieldset>
  )
}
