/** Puts a style sheet into effect; returns the function that ends it. */
export function adoptStyle(style: CSSStyleSheet): () => void {
  document.adoptedStyleSheets.push(style)
  return () => {
    const at = document.adoptedStyleSheets.indexOf(style)
    if (at >= 0) document.adoptedStyleSheets.splice(at, 1)
  }
}
