import { proxy } from 'valtio/vanilla'
import { useSnapshot } from 'valtio/react'
import { setTheme, undoSync } from '../../../../contract/endpoints/theme.ts'
import { forcesTop, resolveLook, themeValue, type Look, type Theme } from '../../../../contract/rules/themes.ts'
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

/** Light or dark: as the system says, or as was chosen on this device. */
export type ColorMode = 'system' | 'light' | 'dark'
/** How strong: as the system says, or as was chosen on this device. */
export type Contrast = 'system' | 'normal' | 'more'

/** How the portal looks for the person and on the device. `look` is null in the unit's own colours; `layout` is what was chosen, see `useMenuLayout`. */
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

/** Where the menu stands: at the side where that was chosen, but never in a theme whose pictures need the top. */
export function menuLayout({ look, layout }: { look: Look | null; layout: MenuLayout }): MenuLayout {
  return forcesTop(look?.theme ?? null) ? 'top' : layout
}

/** Where the menu stands now; the component is drawn again when it changes. */
export function useMenuLayout(): MenuLayout {
  return menuLayout(useSnapshot(appearance))
}

/** The theme that is shown, null in the unit's own colours; the component is drawn again when it changes. */
export function useTheme(): Theme | null {
  return useSnapshot(appearance).look?.theme ?? null
}

/** Shows the theme that the server tells of a person, and keeps it for the first paint of the next visit. */
export function showThemeOf(person: { readonly theme: string | null; readonly themeColor: string | null }): void {
  showLook(resolveLook(person, themeColorKey.get()))
}

/** Shows a look and keeps it; the unit's own colours with null. */
function showLook(look: Look | null): void {
  appearance.look = look
  applyLook(look)
  showBrowserColor(appearance.mode)
  if (look === null) {
    for (const key of [themeKey, themeColorKey, themeTintsKey]) key.remove()
    return
  }
  themeKey.set(look.theme)
  themeColorKey.set(look.color)
  themeTintsKey.set(tintsOf(look))
}

/** Makes a look the person's own, and with `everybody` the whole unit's. Rejects with CallError, and then nothing has changed. */
export async function chooseLook(look: Look, { everybody = false } = {}): Promise<void> {
  await call(setTheme, { type: 'color', theme: themeValue(look), ...(everybody && { syncAll: true }) })
  showLook(look)
}

/** Takes back what was given to everybody; resolves to whether that could still be done. Rejects with CallError. */
export function takeBackFromEverybody(): Promise<boolean> {
  return call(undoSync, {})
}

/** Light or dark from now on, on this device. */
export function setMode(mode: ColorMode): void {
  appearance.mode = mode
  if (mode === 'system') colorModeKey.remove()
  else colorModeKey.set(mode)
  showAgain()
}

/** Normal or more contrast from now on, on this device. */
export function setContrast(contrast: Contrast): void {
  appearance.contrast = contrast
  if (contrast === 'system') contrastKey.remove()
  else contrastKey.set(contrast)
  showAgain()
}

/** Where the menu is to stand, for themes that leave the choice. */
export function setLayout(layout: MenuLayout): void {
  appearance.layout = layout
  menuLayoutKey.set(layout)
}

function showAgain(): void {
  const { mode, contrast } = appearance
  showAppearance({ mode, contrast }, true)
  showBrowserColor(appearance.mode)
}

/** Shows what another tab of this device has chosen. Returns what ends it. */
export function followOtherWindows(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === 'colorMode' || key === 'contrast') {
      appearance.mode = colorModeKey.get() ?? 'system'
      appearance.contrast = contrastKey.get() ?? 'system'
      showAgain()
    }
    // The tints are written last.
    if (key === 'themeTints') {
      appearance.look = keptLook()
      applyLook(appearance.look)
      showBrowserColor(appearance.mode)
    }
    if (key === 'currentLayout') appearance.layout = menuLayoutKey.get() ?? 'top'
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
