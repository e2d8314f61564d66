/** The languages that a third party asks for by `ui_locales`, of this address or of the one that it leads back to after the sign-in; empty without any. */
export function askedLanguages(search: string): string[] {
  const query = new URLSearchParams(search)
  const back = query.get('redirect_uri') ?? ''
  const asked = query.get('ui_locales') ?? new URLSearchParams(back.slice(back.indexOf('?') + 1)).get('ui_locales')
  return asked?.split(' ').filter(Boolean) ?? []
}
