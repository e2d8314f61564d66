import { KIT_VERSION } from '../../../contract/limits.ts'

export interface Appearance {
  /** `light` or `dark`; anything else follows the system. */
  readonly mode: string | null
  /** `normal` or `more`; anything else follows the system. */
  readonly contrast: string | null
}

/** A condition that is always or never true; it keeps the feature's name, so that the rule is found again. */
function condition(feature: string, isOn: boolean | null): string {
  if (isOn === null) return feature.includes('color') ? `screen and ${feature}` : feature
  return isOn ? `screen, ${feature}` : `${feature} and (max-width: 0px)`
}

/**
 * Makes the CSS rules for dark screens and more contrast follow the user's choice: rewriting their conditions needs no second copy of the tokens, and
 * still follows the system without a choice. `again`: they may have been rewritten before. `sheets`: all of the page by default.
 */
export function showAppearance(
  { mode, contrast }: Appearance,
  again = false,
  sheets: readonly CSSStyleSheet[] = [...document.styleSheets, ...document.adoptedStyleSheets],
): void {
  if (!again && !mode && !contrast) return
  const rules = sheets.flatMap((sheet) => {
    try {
      // The rules of an application are within one that keeps them to its part of the page.
      return Array.from(sheet.cssRules).flatMap((rule) =>
        rule instanceof CSSGroupingRule && !(rule instanceof CSSMediaRule) ? Array.from(rule.cssRules) : [rule],
      )
    } catch {
      // An extension's sheet of another origin.
      return []
    }
  })
  for (const rule of rules) {
    if (!(rule instanceof CSSMediaRule)) continue
    const { media } = rule
    if (media.mediaText.includes('prefers-color-scheme'))
      rewrite(
        media,
        condition('(prefers-color-scheme: dark)', mode && /^(light|dark)$/.test(mode) ? mode === 'dark' : null),
      )
    else if (media.mediaText.includes('prefers-contrast'))
      rewrite(
        media,
        condition(
          '(prefers-contrast: more)',
          contrast && /^(normal|more)$/.test(contrast) ? contrast === 'more' : null,
        ),
      )
  }
}

/** Also the same condition set again makes the browser compute all styles anew. */
function rewrite(media: MediaList, text: string): void {
  if (media.mediaText !== text) media.mediaText = text
}

/**
 * Sets the tints of a theme on the root element, or removes them. `tints` is the joined result of contract/rules/appearance/tints.ts; anything else counts as
 * none.
 */
export function showTints(theme: string | null, tints: string | null): void {
  const root = document.documentElement
  const values = tints?.match(/#[\da-f]{6}/g) ?? []
  const isWhole = values.length === 24
  for (let index = 0; index < 24; index += 1) {
    const name = `--${index < 12 ? 'l' : 'd'}${'0123456789xm'[index % 12]}`
    if (isWhole) root.style.setProperty(name, values[index] ?? '')
    else root.style.removeProperty(name)
  }
  if (isWhole && theme) root.dataset['theme'] = theme
  else delete root.dataset['theme']
}

/** Links the pictures of a theme, or of the unit's own colours (null); the caller adds it to the document. Its file is in public/common/plugins/theme. */
export function themeLink(theme: string | null): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `/common/plugins/theme/${KIT_VERSION}/${theme === null || theme === 'custom' ? 'color' : theme}.css`
  link.dataset['themeFile'] = ''
  return link
}
