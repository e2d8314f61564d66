import { useId, type ComponentType, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import type { UnitAppearance } from '../../../../contract/endpoints/unit-configuration.ts'
import { DEFAULT_THEME_COLOR } from '../../../../contract/limits.ts'
import { decorationOf } from '../../../../contract/rules/appearance/decoration.ts'
import { loginTextStyle } from '../../../../contract/rules/appearance/login-text.ts'
import { isHexColor } from '../../../../contract/rules/appearance/oklab.ts'
import { deriveDarkTints, deriveTints } from '../../../../contract/rules/appearance/tints.ts'
import { withAppearance } from '../../../../contract/rules/appearance/unit-appearance.ts'
import { documentUnit } from '../../core/tenant/unit.ts'

/** The document's unit as it would be with what is typed; null without a document of a unit. */
function unitWith(typed: UnitAppearance): UnitConfig | null {
  const unit = documentUnit()
  if (!unit) return null
  const { footer, link, decorationSet } = withAppearance({ ...unit, decorationSet: decorationOf(unit) }, typed)
  return { ...unit, footer, link, decorationSet: JSON.stringify(decorationSet) }
}

/** The footer with what is typed. It is looked at, not used. */
export function FooterPreview({
  typed,
  Footer,
}: {
  typed: UnitAppearance
  Footer: ComponentType<{ unit: UnitConfig }>
}) {
  const { t } = useTranslation('unitAppearance')
  const id = useId()
  const unit = unitWith(typed)
  return (
    <div className="b-preview" role="group" aria-labelledby={id}>
      <h3 id={id}>{t('preview')}</h3>
      {typed.footerShown ? (
        <div className="b-preview__page" inert>
          {unit && <Footer unit={unit} />}
        </div>
      ) : (
        <p className="k-field__hint">{t('footer.none')}</p>
      )}
    </div>
  )
}

type PreviewStyle = CSSProperties & Record<`--b-${string}`, string | undefined>

/** The head of the sign-in page with what is typed, in the light or dark of this screen. */
export function SignInPreview({ typed }: { typed: UnitAppearance }) {
  const { t } = useTranslation('unitAppearance')
  const id = useId()
  const unit = unitWith(typed)
  if (!unit) return null
  const theme = isHexColor(typed.themeColor) ? typed.themeColor : DEFAULT_THEME_COLOR
  const { color, darkColor, size, font } = loginTextStyle(decorationOf(unit), theme)
  const [light, dark] = [deriveTints(theme).steps, deriveDarkTints(theme).steps]
  const style: PreviewStyle = {
    '--b-top': light[3],
    '--b-bottom': light[1],
    '--b-name': light[9],
    '--b-motto': color ?? undefined,
    '--b-top-dark': dark[3],
    '--b-bottom-dark': dark[1],
    '--b-name-dark': dark[9],
    '--b-motto-dark': darkColor ?? undefined,
  }
  const motto: CSSProperties = { fontSize: size ?? undefined, fontFamily: font ? `"${font}", var(--font)` : undefined }
  return (
    <div className="b-preview" role="group" aria-labelledby={id}>
      <h3 id={id}>{t('preview')}</h3>
      <div className="b-sign-in" style={style} inert>
        <img src={`/api/storage/show/unit/${unit.unitId}`} alt="" width="48" height="48" />
        <div>
          <p className="b-sign-in__name">{unit.unitName}</p>
          <p>{unit.unitEnName}</p>
          {typed.motto && (
            <p className="b-sign-in__motto" style={motto}>
              {typed.motto}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
