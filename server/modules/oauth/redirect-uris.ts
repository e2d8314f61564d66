/** An address with parameters added to whatever query it has already, which stays as it was registered (RFC 6749, 3.1.2). */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.set(name, value)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${added.toString()}`
}
