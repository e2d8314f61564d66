/** The usual font size of browsers, in CSS pixels: 1 rem. */
export const BROWSER_FONT_SIZE = 16

let known: number | null = null

/** How much larger than usual the browser's own font size was when this was first called: 2 for 200%. Reading it makes the browser compute styles, hence once. */
export function textScale(): number {
  known ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / BROWSER_FONT_SIZE || 1
  return known
}
