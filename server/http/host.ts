/** The host of a request as units are found by it: lower case, without port and without the final dot of a full name. */
export function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
