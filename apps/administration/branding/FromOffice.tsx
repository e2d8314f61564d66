import type { ReactNode } from 'react'
import {
  brandingPictureAddress,
  SHARED_PARTS,
  type AreaBranding,
  type Branding,
} from '../../../contract/endpoints/units/branding.ts'
import { FIELDS_OF, type SharedPart } from '../../../contract/rules/appearance/shared-branding.ts'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { Facts, Fact } from '../../../src/app/ui/record/Facts.tsx'

/** Fields that may come from the education office: what it requires is read only, what it offers can be taken or not. */
export function FromOffice({
  part,
  area,
  taken,
  onTake,
  children,
}: {
  part: SharedPart
  area: AreaBranding | null
  taken: Branding['taken']
  onTake: (taken: Branding['taken']) => void
  children: ReactNode
}) {
  const { t, nameOf } = useLocale()
  const mode = area?.modes[part]
  if (!area || mode === undefined) return children
  const office = nameOf(area)
  const isTaken = taken.includes(part)
  return (
    <div className="ad-from-office" role="group" aria-label={t(`branding.part.${part}`)}>
      {mode === 'required' ? (
        <p className="ad-from-office__note">
          <strong>{t(`branding.part.${part}`)}</strong> {t('branding.area.required', { office })}
        </p>
      ) : (
        <SwitchField
          checked={isTaken}
          label={t('branding.area.take', { part: t(`branding.part.${part}`), office })}
          onChange={({ target }) =>
            onTake(SHARED_PARTS.filter((one) => (one === part ? target.checked : taken.includes(one))))
          }
        />
      )}
      {mode === 'required' || isTaken ? <Values part={part} values={area.values} /> : children}
    </div>
  )
}

function Values({ part, values }: { part: SharedPart; values: AreaBranding['values'] }) {
  const t = useTexts()
  const { themeColor, scene, picture, footerShown, helpShown } = values
  const shown = (field: (typeof FIELDS_OF)[SharedPart][number]): ReactNode => {
    if (field === 'logo' || field === 'picture') {
      const id = values[field]
      return id == null ? null : <img src={brandingPictureAddress(id)} alt={t('branding.picture.current')} />
    }
    if (field === 'themeColor')
      return (
        <>
          <svg className="ad-from-office__swatch" viewBox="0 0 20 20" aria-hidden="true">
            <rect width="20" height="20" rx="4" fill={themeColor} />
          </svg>{' '}
          {themeColor}
        </>
      )
    // The own picture is shown in its place, and the motto's style in the preview.
    if (field === 'scene') return picture != null || scene === undefined ? null : t(`branding.scene.${scene}`)
    if (field === 'mottoStyle') return null
    if (field === 'footerShown') return t(footerShown ? 'yes' : 'no')
    if (field === 'helpShown') return t(helpShown ? 'yes' : 'no')
    return values[field] || t('none')
  }
  return (
    <Facts>
      {FIELDS_OF[part].map((field) => {
        const value = shown(field)
        return (
          value !== null && (
            <Fact key={field} label={t(`branding.field.${field}`)}>
              {value}
            </Fact>
          )
        )
      })}
    </Facts>
  )
}
