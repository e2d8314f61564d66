import { iconName } from '../features/desktop/visible-icons.ts'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'
import { menuEntry } from './may-open.ts'

/** Returns what finds the name, in the current language, of the application with a code; null as long as the menu is not loaded or has none such. */
export function useApplicationName(): (code: string) => string | null {
  const state = useDesktop()
  const language = useLanguage()
  return (code) => {
    if (state.status === 'loading' || state.status === 'failed') return null
    const entry = menuEntry(state.data.icons, code)
    return entry && iconName(entry, language)
  }
}
