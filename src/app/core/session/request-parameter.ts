/** A parameter of a third party's request, in the query of this address or of the one that it leads back to after the sign-in; '' without one. */
export function requestParameter(name: string, search: string): string {
  const query = new URLSearchParams(search)
  const [, back] = /\?([^#]*)/.exec(query.get('redirect_uri') ?? '') ?? []
  return query.get(name) ?? new URLSearchParams(back).get(name) ?? ''
}
