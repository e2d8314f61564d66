import { DEFAULT_THEME_COLOR } from '../../../../contract/limits.ts'
import { isHexColor } from '../../../../contract/rules/oklab.ts'
import { decorationOf, documentUnit } from '../../core/tenant/unit.ts'

/** The colours that the unit decorated its login page with, the decoration's own first; never empty. */
export function schoolColors(): readonly [string, ...string[]] {
  const unit = documentUnit()
  const found = [unit && decorationOf(unit).themeColor, unit?.themeColor].flatMap((color) =>
    color && isHexColor(color) ? [color.toUpperCase()] : [],
  )
  const [first = DEFAULT_THEME_COLOR, ...more] = new Set(found)
  return [first, ...more]
}
