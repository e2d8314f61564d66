let prefix = ''
let title = ''

/** Titles the window after what it shows; how far uploads are stays before it. */
export function setWindowTitle(text: string): void {
  title = text
  document.title = prefix + title
}

/** Says before the window's title how far uploads are, such as '(42%) '; an empty text takes that away. */
export function setTitlePrefix(text: string): void {
  // A page that titles the document itself has done so since.
  if (document.title !== prefix + title) title = document.title
  prefix = text
  document.title = prefix + title
}
