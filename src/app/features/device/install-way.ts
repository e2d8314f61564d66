/** How a browser without an install prompt installs a website: by its share sheet, the Mac's dock, its menu, or not reliably. */
export function installWay(userAgent: string, touchPoints: number): 'share' | 'dock' | 'menu' | 'elsewhere' {
  const isMac = userAgent.includes('Macintosh')
  // iPads identify as Macs, which have no touch screen.
  if (/iPhone|iPad/.test(userAgent) || (isMac && touchPoints > 1)) return 'share'
  if (isMac && /Version\/[\d.]+.*Safari\//.test(userAgent)) return 'dock'
  return userAgent.includes('Firefox/') && !userAgent.includes('Android') ? 'elsewhere' : 'menu'
}
