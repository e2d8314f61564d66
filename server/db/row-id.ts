/** True when an identifier from outside can be one of a row; a query with anything else would fail instead of finding nothing. */
export function isRowId(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
}
