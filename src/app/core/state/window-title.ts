let prefix = ''
let title = ''
let ofApplication: string | null = null

const whole = (): string => prefix + (ofApplication ?? title)

/** Setting the same title again costs a message to the browser as well. */
function show(): void {
  if (document.title !== whole()) document.title = whole()
}

/** Sets the window's title; the progress of uploads stays before it. */
export function setWindowTitle(text: string): void {
  title = text
  show()
}

/** Sets the open application's own title, shown in place of the frame's until it is null. The frame sets its own again with each change of language. */
export function setApplicationTitle(text: string | null): void {
  ofApplication = text
  show()
}

/** Sets the progress of uploads before the window's title, such as '(42%) '; empty removes it. */
export function setTitlePrefix(text: string): void {
  // The page may have set the document's title itself since the last call.
  if (document.title !== whole()) {
    title = document.title
    ofApplication = null
  }
  prefix = text
  show()
}
