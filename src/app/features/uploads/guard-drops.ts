/** A file that is dropped where nothing takes it would open in place of the portal; now it stays where it is, and the pointer says so. */
export function guardDrops(): void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer, defaultPrevented, target } = event
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
    // A field for files takes them by itself.
    if (target instanceof HTMLInputElement && target.type === 'file') return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  // Entering too: until the pointer moves on, a browser goes by what was said to that.
  addEventListener('dragenter', refuse)
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
