import * as domains from './domains.ts'
import type { AnyEndpoint } from './endpoint.ts'

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Every endpoint. For the server and for tests: a page imports the endpoints it uses from `endpoints/`. */
export const endpoints: readonly AnyEndpoint[] = Object.values(domains).flatMap((domain) =>
  Object.values(domain).filter(isEndpoint),
)
