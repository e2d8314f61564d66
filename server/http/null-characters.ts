/** Dotted paths of the texts in a checked input that hold U+0000, which PostgreSQL stores in no text. '' is the input itself. */
export function findNullCharacters(input: unknown): string[] {
  const found: string[] = []
  // Iterates instead of recursing: a deeply nested body must not exhaust the stack.
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: input, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (value.includes('\u0000')) found.push(path)
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const [key, each] of Object.entries(value)) {
        // A key of a record is input as well.
        const name = key.replaceAll('\u0000', '')
        const inside = path === '' ? name : `${path}.${name}`
        if (name === key) open.push({ value: each, path: inside })
        else found.push(inside)
      }
    }
  }
  return found
}
