import { layoutFor } from '../../core/api/device.ts'

/** What a snapshot depends on: the build (by the hashed names of its files), the language, and the layout for this width. */
export function snapshotKey(width: number): string {
  const build = document.querySelector('#portal-preload')?.textContent ?? ''
  return [build, document.documentElement.lang, layoutFor(width)].join(' ')
}
