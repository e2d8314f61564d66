import type { Branding } from '../../../../contract/endpoints/units/branding.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { withBranding } from '../../../../contract/rules/appearance/branding.ts'
import { decorationOf } from '../../../../contract/rules/appearance/decoration.ts'
import { loginTextStyle } from '../../../../contract/rules/appearance/login-text.ts'
import { TINT_NAMES, tintValues } from '../../../../contract/rules/appearance/tints.ts'
import { documentUnit } from '../../core/tenant/unit.ts'

/** A unit as it would be with a branding. */
export function previewUnit(
  branding: Branding,
  { unitId, unitType }: Pick<UnitConfig, 'unitId' | 'unitType'>,
): UnitConfig {
  const current = documentUnit()
  const { footer, link, themeColor, decorationSet } = withBranding(
    { decorationSet: current && decorationOf(current) },
    branding,
  )
  return {
    unitId,
    unitType,
    unitName: branding.name,
    unitEnName: branding.englishName,
    footer,
    link,
    themeColor,
    decorationSet: JSON.stringify(decorationSet),
  }
}

/** The custom properties that the server puts into the document of such a unit. */
export function previewProperties(unit: UnitConfig): Readonly<Record<string, string>> {
  const tints = tintValues(unit.themeColor)
  const { color, darkColor, size, font } = loginTextStyle(decorationOf(unit), unit.themeColor)
  return {
    ...Object.fromEntries(TINT_NAMES.map((name, at) => [name, tints[at] ?? ''])),
    '--motto': color ?? '',
    '--motto-dark': darkColor ?? '',
    '--motto-size': size ?? '',
    '--motto-font': font === null ? '' : `"${font}", var(--font)`,
  }
}
