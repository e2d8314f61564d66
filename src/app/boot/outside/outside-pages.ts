import type { outsideDeps } from '../Shell.tsx'
import { startOutside } from './start-outside.tsx'

/** The pages outside the portal's frame, which need no signed-in user. Apart from the login's script, which would name all their files. */
const PAGES = {
  setup: () => import('./setup.tsx'),
  join: () => import('./join.tsx'),
  station: () => import('../station/station.tsx'),
} as const

export type OutsideName = keyof typeof PAGES

/** Loads such a page; the result renders it. */
export async function loadOutside(name: OutsideName): Promise<(place: Element, deps: typeof outsideDeps) => void> {
  const { default: page } = await PAGES[name]()
  return (place, deps) => startOutside(place, name, page, deps)
}
