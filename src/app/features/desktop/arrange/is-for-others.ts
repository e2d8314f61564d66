/**
 * Whether a press on an icon means something else than moving it: another button, a click with a modifier, a second finger. Looks at the type of the event and
 * not at its class: browsers without a touch screen (Firefox and Safari on computers) have no `TouchEvent`.
 */
export function isForOthers(event: Event): boolean {
  const press: Partial<MouseEvent & TouchEvent> = event
  if (event.type === 'touchstart') return (press.touches?.length ?? 1) > 1
  if (event.type !== 'mousedown') return false
  return press.button !== 0 || press.ctrlKey === true || press.metaKey === true || press.shiftKey === true
}
