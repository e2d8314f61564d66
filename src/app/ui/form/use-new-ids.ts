import { useState } from 'react'

/**
 * The ids under which a form adds: one for each `key`, as long as the form is open. When the answer of a save was lost, the same save sent again has the same id,
 * and the server adds no second one.
 */
export function useNewIds(): (key: string) => string {
  const [ids] = useState(() => new Map<string, string>())
  return (key) => {
    const id = ids.get(key) ?? createUuid()
    ids.set(key, id)
    return id
  }
}

/** A random UUID. Unlike crypto.randomUUID this also works where a school serves the portal without HTTPS. */
function createUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
