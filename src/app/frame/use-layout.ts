import { useSyncExternalStore } from 'react'
import { RESIZE_THROTTLE } from '../../../contract/limits.ts'
import { layoutFor, type Layout } from '../core/api/device.ts'

function subscribe(listener: () => void): () => void {
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
  return useSyncExternalStore(subscribe, () => layoutFor(window.innerWidth))
}

export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, () => window.innerWidth)
}
