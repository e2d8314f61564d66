/** How a browser that makes no offer by itself installs a website: by its share sheet, the Mac's dock, its menu, or not reliably. */
export type InstallWay = 'share' | 'dock' | 'menu' | 'elsewhere'

/** Tells it by what the browser calls itself, and by how many fingers its screen feels. */
export function installWay(userAgent: string, touchPoints: number): InstallWay {
  const isMac = userAgent.includes('Macintosh')
  // iPads call themselves Macs, which have no touch screen.
  if (/iPhone|iPad/.test(userAgent) || (isMac && touchPoints > 1)) return 'share'
  if (isMac && /Version\/[\d.]+.*Safari\//.test(userAgent)) return 'dock'
  return userAgent.includes('Firefox/') && !userAgent.includes('Android') ? 'elsewhere' : 'menu'
}
