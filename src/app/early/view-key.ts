/** What a drawn desktop fits: the build (by the hashed names of its files), the language, and the layout of a window this wide. */
export function viewKey(width: number): string {
  const build = document.querySelector('#portal-preload')?.textContent ?? ''
  // The numbers are contract/limits.ts's breakpoints: the inline script has to stay small.
  return [build, document.documentElement.lang, width > 1024 ? 'pc' : width > 400 ? 'ipad' : 'mobile'].join(' ')
}
