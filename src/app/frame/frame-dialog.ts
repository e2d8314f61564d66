import { createObservable } from '../core/state/observable.ts'
import { openingPress, type Press } from '../features/voice/press.ts'

/** What the frame opens over any page. */
export type FrameDialog = 'logout' | 'theme' | 'search' | 'todos' | 'messages' | 'downloads' | 'voice'

/** The open one, or null. */
export const frameDialog = createObservable<FrameDialog | null>(null)

/** Opens the voice assistant, which goes on with the press of the button that opened it, if there was one. */
export function openVoice(press: Press | null): void {
  // The click at the end of a press.
  if (frameDialog.current === 'voice') return
  openingPress.set(press)
  frameDialog.set('voice')
}
