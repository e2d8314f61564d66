import { proxy } from 'valtio/vanilla'
import type { MicroAppTarget } from './viewport-query.ts'

export interface LoadedFile extends MicroAppTarget {
  /** Names the file among those of all applications. */
  readonly key: string
  /** How often it was opened again after a failure; each time starts from nothing. */
  attempt: number
}

interface ViewportState {
  /** Key of the file on the screen; null while the address names none. */
  current: string | null
  /** Every file opened since the viewport was entered, each once, in the order of opening. */
  files: LoadedFile[]
}

/** Keeps which files are loaded and which of them is on the screen. One store lives as long as one stay in the viewport. */
export function createViewportStore() {
  const state = proxy<ViewportState>({ current: null, files: [] })
  return {
    state,

    /** Puts a file on the screen, and on the list if it is not there yet; null leaves the screen empty and the list as it is. */
    show(target: MicroAppTarget | null): void {
      if (target === null) {
        state.current = null
        return
      }
      const key = `${target.app}/${target.fileId}`
      state.current = key
      if (!state.files.some((file) => file.key === key)) state.files.push({ ...target, key, attempt: 0 })
    },

    /** Opens a file again that could not be loaded or broke. */
    again(key: string): void {
      const file = state.files.find((other) => other.key === key)
      if (file) file.attempt += 1
    },
  }
}
