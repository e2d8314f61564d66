import { proxy } from 'valtio/vanilla'
import type { MicroAppTarget } from './viewport-query.ts'

export interface LoadedFile extends MicroAppTarget {
  /** Unique among the files of all applications. */
  readonly key: string
  /** Incremented when it is opened again after a failure. */
  attempt: number
}

interface ViewportState {
  /** Key of the visible file; null while the address names none. */
  current: string | null
  /** Every file opened in the viewport, in the order of opening. */
  files: LoadedFile[]
}

/** The loaded files and the current one, for one stay in the viewport. */
export function createViewportStore() {
  const state = proxy<ViewportState>({ current: null, files: [] })
  return {
    state,

    /** Makes a file current, and adds it if it is new; null makes none current. */
    show(target: MicroAppTarget | null): void {
      if (target === null) {
        state.current = null
        return
      }
      const key = `${target.app}/${target.fileId}`
      state.current = key
      if (!state.files.some((file) => file.key === key)) state.files.push({ ...target, key, attempt: 0 })
    },

    /** Opens a failed file again. */
    again(key: string): void {
      const file = state.files.find((other) => other.key === key)
      if (file) file.attempt += 1
    },
  }
}
