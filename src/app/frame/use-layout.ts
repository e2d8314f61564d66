import { useSyncExternalStore } from 'react'
import { RESIZE_THROTTLE } from '../../../contract/limits.ts'
import { layoutFor, windowWidth, type Layout } from '../core/api/device.ts'

/** Calls a function after the window has changed its size, at most once in a while. Returns what ends that. */
export function onResized(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onResize = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      listener()
    }, RESIZE_THROTTLE)
  }
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

export function useLayout(): Layout {
  return useSyncExternalStore(onResized, () => layoutFor(windowWidth()))
}

export function useWindowWidth(): number {
  return useSyncExternalStore(onResized, windowWidth)
}
