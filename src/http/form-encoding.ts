/** Writes a value as form fields with dotted nested keys: `{a: {b: 1}, c: [2]}` is `a.b=1&c[0]=2`. Absent values are left out, and files, which have no fields. */
export function encodeForm(input: unknown): URLSearchParams {
  const form = new URLSearchParams()
  addFields(form, '', input)
  return form
}

function addFields(form: URLSearchParams, key: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    form.append(key, String(value))
    return
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => addFields(form, `${key}[${index}]`, item))
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) addFields(form, key ? `${key}.${name}` : name, item)
}
