import type { Stall } from '../protocol/upload-state.ts'

const WORST_FIRST = ['session', 'offline', 'retrying'] as const

/** Collects what the calls of one upload wait for. */
export interface StallBoard {
  /** Opens a line for one call, and returns how to write on it and how to close it. */
  open(): { set(stall: Stall): void; close(): void }
  /** Why the upload as a whole does not move; null as long as one call does. */
  readonly stall: Stall
}

/** An empty board; `onChange` is called when the whole changes. */
export function createStallBoard(onChange: () => void): StallBoard {
  const lines = new Map<symbol, Stall>()
  let shown: Stall = null
  function update(): void {
    const stalls = [...lines.values()]
    const next = stalls.includes(null) ? null : (WORST_FIRST.find((stall) => stalls.includes(stall)) ?? null)
    if (next === shown) return
    shown = next
    onChange()
  }
  return {
    open() {
      const line = Symbol('call')
      lines.set(line, null)
      return {
        set(stall) {
          lines.set(line, stall)
          update()
        },
        close() {
          lines.delete(line)
          update()
        },
      }
    },
    get stall() {
      return shown
    },
  }
}
