import type { ErrorCode } from '../errors.ts'

/** A field that is not right, and why. */
export interface FieldProblem {
  readonly field: string
  readonly code: ErrorCode
}

/** The fields that are not right, in the order in which they were checked. */
export function problems(...checked: readonly (readonly [field: string, code: ErrorCode | false])[]): FieldProblem[] {
  return checked.flatMap(([field, code]) => (code === false ? [] : [{ field, code }]))
}
