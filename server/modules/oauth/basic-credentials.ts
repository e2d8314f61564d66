/** What a client says of itself by HTTP Basic, form-encoded as RFC 6749 (2.3.1) has it; nothing when the header is absent, of another scheme, or damaged. */
export function basicCredentials(header: string | undefined): { clientId: string; clientSecret: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const [, clientId, clientSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (clientId === undefined || clientSecret === undefined) return undefined
  try {
    return { clientId: decode(clientId), clientSecret: decode(clientSecret) }
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
