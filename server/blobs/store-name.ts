const SAFE_NAME = /^[\da-f][\da-f-]*$/

/** True for a name that the store itself gives: what else lies beside its own (`lost+found`, `.DS_Store`) is left alone. */
export function isStoreName(name: string): boolean {
  return SAFE_NAME.test(name)
}

/** Names come from the database and the hash; one that could lead out of its place is a defect, stopped here before it reaches the store. */
export function checkedStoreName(name: string): string {
  if (!isStoreName(name)) throw new TypeError(`"${name}" is not a name of the store`)
  return name
}
