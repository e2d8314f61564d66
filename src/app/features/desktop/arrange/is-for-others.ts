/**
 * Whether a press on an icon is not a move: another button, a click with a modifier, a second finger. Checks the event's type, not its class:
 * browsers without a touch screen (desktop Firefox and Safari) have no `TouchEvent`.
 */
export function isForOthers(event: Event): boolean {
  const press: Partial<MouseEvent & TouchEvent> = event
  if (event.type === 'touchstart') return (press.touches?.length ?? 1) > 1
  if (event.type !== 'mousedown') return false
  return press.button !== 0 || press.ctrlKey === true || press.metaKey === true || press.shiftKey === true
}
