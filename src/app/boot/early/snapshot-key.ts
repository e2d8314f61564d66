import { layoutFor } from '../../core/api/device.ts'

/** What a drawn desktop fits: the build (by the hashed names of its files), the language, and the layout of a window this wide. */
export function snapshotKey(width: number): string {
  const build = document.querySelector('#portal-preload')?.textContent ?? ''
  return [build, document.documentElement.lang, layoutFor(width)].join(' ')
}
