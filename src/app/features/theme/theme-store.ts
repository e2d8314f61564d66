import { proxy } from 'valtio/vanilla'
import { useSnapshot } from 'valtio/react'
import { setTheme, undoSync } from '../../../../contract/endpoints/desktop/theme.ts'
import {
  forcesTop,
  resolveLook,
  themeValue,
  type Look,
  type Theme,
} from '../../../../contract/rules/appearance/themes.ts'
import { call } from '../../core/api/call.ts'
import { showAppearance } from '../../core/appearance.ts'
import {
  colorModeKey,
  contrastKey,
  menuLayoutKey,
  themeColorKey,
  themeKey,
  themeTintsKey,
  type MenuLayout,
} from '../../core/storage/theme-keys.ts'
import { applyLook, showBrowserColor, tintsOf } from './apply-theme.ts'

type ColorMode = 'system' | 'light' | 'dark'
type Contrast = 'system' | 'normal' | 'more'

/** `look` is null in the unit's own colours; `layout` is the choice, see `useMenuLayout`. */
export const appearance = proxy<{ look: Look | null; mode: ColorMode; contrast: Contrast; layout: MenuLayout }>({
  look: keptLook(),
  mode: colorModeKey.get() ?? 'system',
  contrast: contrastKey.get() ?? 'system',
  layout: menuLayoutKey.get() ?? 'top',
})

/** What the inline script has shown already. */
function keptLook(): Look | null {
  const [theme, color] = [themeKey.get(), themeColorKey.get()]
  return theme && color ? { theme, color } : null
}

/** At the side where that was chosen, but never in a theme whose pictures need the top. */
export function menuLayout({ look, layout }: { look: Look | null; layout: MenuLayout }): MenuLayout {
  return forcesTop(look?.theme ?? null) ? 'top' : layout
}

/** Redraws on change. */
export function useMenuLayout(): MenuLayout {
  return menuLayout(useSnapshot(appearance))
}

/** The shown theme, null in the unit's own colours; redraws on change. */
export function useTheme(): Theme | null {
  return useSnapshot(appearance).look?.theme ?? null
}

/** Shows a user's theme from the server, and stores it for the first paint of the next visit. */
export function showThemeOf(person: { readonly theme: string | null; readonly themeColor: string | null }): void {
  showLook(resolveLook(person, themeColorKey.get()))
}

/** What a dialog shows instead of the user's look until it is closed. */
let preview: { readonly look: Look | null } | null = null

/** Shows a look that is not chosen yet, also when the user's own changes meanwhile. */
export function previewLook(look: Look | null): void {
  preview = { look }
  applyLook(look)
}

/** Shows the user's look again. */
export function endPreview(): void {
  if (!preview) return
  preview = null
  applyLook(appearance.look)
  showBrowserColor(appearance.mode)
}

/** Shows a look and stores it; null for the unit's own colours. */
function showLook(look: Look | null): void {
  appearance.look = look
  if (!preview) applyLook(look)
  showBrowserColor(appearance.mode)
  if (look === null) {
    for (const key of [themeKey, themeColorKey, themeTintsKey]) key.remove()
    return
  }
  themeKey.set(look.theme)
  themeColorKey.set(look.color)
  themeTintsKey.set(tintsOf(look))
}

/**
 * Sets the user's look, or that of all users of the unit where `everybody` is set; null for the unit's. `unitLook` is what is shown then: the unit's theme, null
 * for its colours. Rejects with CallError without any change.
 */
export async function chooseLook(
  look: Look | null,
  { everybody = false, unitLook = null }: { everybody?: boolean; unitLook?: Look | null } = {},
): Promise<void> {
  await call(setTheme, { type: 'color', theme: themeValue(look), ...(everybody && { syncAll: true }) })
  // For all users, null means that the unit has no theme any more.
  showLook(look ?? (everybody ? null : unitLook))
}

/** Undoes a change for the whole unit; resolves to whether that was still possible. Rejects with CallError. */
export function takeBackFromEverybody(): Promise<boolean> {
  return call(undoSync, {})
}

export function setMode(mode: ColorMode): void {
  appearance.mode = mode
  if (mode === 'system') colorModeKey.remove()
  else colorModeKey.set(mode)
  showAgain()
}

export function setContrast(contrast: Contrast): void {
  appearance.contrast = contrast
  if (contrast === 'system') contrastKey.remove()
  else contrastKey.set(contrast)
  showAgain()
}

export function setLayout(layout: MenuLayout): void {
  appearance.layout = layout
  menuLayoutKey.set(layout)
}

function showAgain(): void {
  const { mode, contrast } = appearance
  showAppearance({ mode, contrast }, true)
  showBrowserColor(appearance.mode)
}

/**
 * Applies the device's choices to stylesheets that the inline script did not see: those of the desktop snapshot, and those that come later, such as of lazy
 * pages. An application's is adopted, and sees to it itself.
 */
export function followLaterSheets(): void {
  const { mode: startMode, contrast: startContrast } = appearance
  if (startMode !== 'system' || startContrast !== 'system')
    showAppearance({ mode: startMode, contrast: startContrast }, true)
  document.head.addEventListener(
    'load',
    ({ target }) => {
      const { mode, contrast } = appearance
      if (target instanceof HTMLLinkElement && target.sheet) showAppearance({ mode, contrast }, true, [target.sheet])
    },
    // A load event does not bubble.
    true,
  )
}

/** Follows choices in other tabs of this device. */
export function followOtherWindows(): void {
  addEventListener('storage', ({ key }) => {
    if (key === 'colorMode' || key === 'contrast') {
      appearance.mode = colorModeKey.get() ?? 'system'
      appearance.contrast = contrastKey.get() ?? 'system'
      showAgain()
    }
    // The tints are written last.
    if (key === 'themeTints') {
      appearance.look = keptLook()
      if (!preview) applyLook(appearance.look)
      showBrowserColor(appearance.mode)
    }
    if (key === 'currentLayout') appearance.layout = menuLayoutKey.get() ?? 'top'
  })
}
