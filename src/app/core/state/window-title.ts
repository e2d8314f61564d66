let prefix = ''
let title = ''

/** Setting the same title again costs a message to the browser as well. */
function show(): void {
  if (document.title !== prefix + title) document.title = prefix + title
}

/** Sets the window's title; the progress of uploads stays before it. */
export function setWindowTitle(text: string): void {
  title = text
  show()
}

/** Sets the progress of uploads before the window's title, such as '(42%) '; empty removes it. */
export function setTitlePrefix(text: string): void {
  // A page that sets the document's title itself has done so since.
  if (document.title !== prefix + title) title = document.title
  prefix = text
  show()
}
