import type { ErrorCode } from '../errors.ts'

export interface FieldProblem {
  readonly field: string
  readonly code: ErrorCode
}

/** The invalid fields, in the order of the checks. */
export function problems(...checked: readonly (readonly [field: string, code: ErrorCode | false])[]): FieldProblem[] {
  return checked.flatMap(([field, code]) => (code === false ? [] : [{ field, code }]))
}
