import { useEffect, useRef, useState } from 'react'
import { snapshot } from 'valtio/vanilla'
import type { Look } from '../../../../contract/rules/themes.ts'
import type { MenuLayout } from '../../core/storage/theme-keys.ts'
import { applyLook } from './apply-theme.ts'
import { appearance, setMode } from './theme-store.ts'

/** What somebody is trying out: it is seen on the page at once, and gone again unless it is kept. */
export interface Draft {
  readonly look: Look | null
  readonly layout: MenuLayout
  /** Whether another look was chosen than the one that is kept. */
  readonly isOtherLook: boolean
  readonly setLook: (look: Look) => void
  readonly setLayout: (layout: MenuLayout) => void
  /** It stays: leaving no longer takes it back. */
  readonly keep: () => void
}

/** A draft that begins with how things are, and leaves things so when the component goes. */
export function useDraft(): Draft {
  const [before] = useState(() => snapshot(appearance))
  const [look, setLook] = useState<Look | null>(before.look)
  const [layout, setLayout] = useState(before.layout)
  const kept = useRef(false)

  useEffect(() => {
    // Drawn twice while developing: the second time it begins anew.
    kept.current = false
    return () => {
      if (kept.current) return
      applyLook(appearance.look)
      if (appearance.mode !== before.mode) setMode(before.mode)
    }
  }, [before])

  return {
    look,
    layout,
    isOtherLook: look?.theme !== before.look?.theme || look?.color !== before.look?.color,
    setLook(next) {
      setLook(next)
      applyLook(next)
    },
    setLayout,
    keep() {
      kept.current = true
    },
  }
}
