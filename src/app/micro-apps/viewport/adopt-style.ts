import { showAppearance } from '../../core/appearance.ts'
import { colorModeKey, contrastKey } from '../../core/storage/theme-keys.ts'

/** Puts a style sheet into effect; returns the function that ends it. */
export function adoptStyle(style: CSSStyleSheet): () => void {
  document.adoptedStyleSheets.push(style)
  // An application's is kept while it is closed, and the choice may be another by now.
  showAppearance({ mode: colorModeKey.get() ?? null, contrast: contrastKey.get() ?? null }, true, [style])
  return () => {
    const at = document.adoptedStyleSheets.indexOf(style)
    if (at >= 0) document.adoptedStyleSheets.splice(at, 1)
  }
}
